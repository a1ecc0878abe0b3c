package service_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// nameSearches are examples shared with the web app.
const nameSearches = "../store/testdata/name_searches.json"

type nameSearch struct {
	Says     string
	Names    []string
	Searches []struct {
		Typed string
		Found []string
	}
}

func readNameSearches(t *testing.T) []nameSearch {
	t.Helper()
	text, err := os.ReadFile(nameSearches)
	if err != nil {
		t.Fatal(err)
	}
	var examples []nameSearch
	if err := json.Unmarshal(text, &examples); err != nil {
		t.Fatal(err)
	}
	return examples
}

// Spec: checkin-17
func TestNameSearch_Customers_NearestFirst(t *testing.T) {
	t.Parallel()
	for _, example := range readNameSearches(t) {
		t.Run(example.Says, func(t *testing.T) {
			t.Parallel()
			town := servicetest.NewTown(t)
			l, other := listing{town.Shop(t), t}, town.Shop(t)
			for _, name := range example.Names {
				l.Customer(name)
			}
			for _, name := range example.Names {
				other.Customer(name)
			}
			for _, search := range example.Searches {
				for limit := range 3 {
					names := l.names(service.CustomersRequest{ListRequest: usecase.ListRequest{Search: search.Typed}}, limit+1)
					if want := strings.Join(search.Found, " "); names != want {
						t.Errorf("%q in pages of %d finds %q, want %q", search.Typed, limit+1, names, want)
					}
				}
			}
		})
	}
}

func TestNameSearch_Families_NearestFirst(t *testing.T) {
	t.Parallel()
	for _, example := range readNameSearches(t) {
		t.Run(example.Says, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			for _, name := range example.Names {
				if _, err := shop.Cases.Families.Create(t.Context(), shop.Owner, name, loyalty.PolicyPool, ""); err != nil {
					t.Fatal(err)
				}
			}
			for _, search := range example.Searches {
				if names := searchFamilies(t, shop, search.Typed); !slices.Equal(names, search.Found) {
					t.Errorf("%q finds %q, want %q", search.Typed, names, search.Found)
				}
			}
		})
	}
}

func searchFamilies(t *testing.T, shop *servicetest.Shop, search string) []string {
	t.Helper()
	names := []string{}
	list := usecase.ListRequest{Search: search, Limit: 1}
	for {
		page, err := shop.Cases.Families.List(t.Context(), shop.Owner, list)
		if err != nil {
			t.Fatal(err)
		}
		for _, family := range page.Items {
			names = append(names, family.Name)
		}
		if list.Cursor = page.Next; list.Cursor == "" {
			return names
		}
	}
}

func TestNameSearch_Report_FindsWordsInAnyOrder(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	david := shop.Customer("David López")
	shop.Visit(david)
	shop.Visit(shop.Customer("David Sanz"))
	report, err := shop.Cases.Reports.Services(t.Context(), shop.Owner, service.ReportRequest{Range: loyalty.RangeDay, Search: "lopez david"})
	if err != nil || len(report.Items) != 1 || report.Items[0].Name != david.Name {
		t.Errorf("the search finds %+v, %v; want one customer", report.Items, err)
	}
}

func TestNameSearch_PhoneInGroups_FindsNoOtherPhone(t *testing.T) {
	t.Parallel()
	l := listing{servicetest.New(t), t}
	l.Customer("Ana")
	ana := l.Customer("Bea")
	digits := strings.TrimPrefix(ana.Phone, "+34")
	names := l.names(service.CustomersRequest{ListRequest: usecase.ListRequest{Search: digits[:3] + " " + digits[3:6] + " " + digits[6:]}}, 5)
	if names != "Bea" {
		t.Errorf("the phone %s finds %q, want Bea", ana.Phone, names)
	}
}
