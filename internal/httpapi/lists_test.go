package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

type page struct {
	Items []struct {
		ID       string `json:"id"`
		Name     string `json:"name"`
		LocalDay string `json:"localDay"`
		Notes    string `json:"notes"`
	} `json:"items"`
	Total      int     `json:"total"`
	NextCursor *string `json:"nextCursor"`
}

func (s *site) walk(as caller, path string, limit int) (ids []string) {
	s.t.Helper()
	cursor := ""
	for {
		var read page
		s.call(as, http.MethodGet, addParameter(path, fmt.Sprintf("limit=%d&cursor=%s", limit, url.QueryEscape(cursor))), "").has(http.StatusOK).into(&read)
		for _, item := range read.Items {
			ids = append(ids, item.ID)
		}
		if len(read.Items) > limit {
			s.t.Fatalf("a page of %d has %d items", limit, len(read.Items))
		}
		if read.NextCursor == nil {
			if read.Total != len(ids) {
				s.t.Errorf("the total is %d, and the pages have %d items; want as many", read.Total, len(ids))
			}
			return ids
		}
		cursor = *read.NextCursor
	}
}

func TestCustomerList_Pages_ListEachOnceInSpanishOrder(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	names := []string{"Zoe", "ana", "Ñoño", "Nuria", "Óscar", "Oscar", "Álvaro", "Ana", "Oliver", "nube", "Ana"}
	for _, name := range names {
		s.Customer(name)
	}
	s.Archive(s.Customer("Bruno"))
	s.other.Customer("Carla")
	whole := s.walk(asOwner, "/customers", 1000)
	var list page
	s.call(asOwner, http.MethodGet, "/customers?limit=1000", "").into(&list)
	order := make([]string, len(list.Items))
	for i, item := range list.Items {
		order[i] = loyalty.Fold(strings.ReplaceAll(strings.ToLower(item.Name), "ñ", "nzz"))
	}
	if !slices.IsSorted(order) || len(order) != len(names) {
		t.Errorf("the order is %q, want Spanish order", order)
	}
	for _, limit := range []int{1, 2, 3, 7, len(names)} {
		if got := s.walk(asOwner, "/customers", limit); !slices.Equal(got, whole) {
			t.Errorf("pages of %d give another list: %v, want %v", limit, got, whole)
		}
	}
}

func TestVisitAndRewardLists_Pages_ListEachOnceNewestFirst(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana")
	var visits []string
	for i := range 12 {
		s.Clock.Advance(24 * time.Hour)
		visits = append(visits, s.Visit(ana).Visit.ID)
		s.Clock.Advance(time.Second)
		if i == 3 {
			visits = append(visits, s.FurtherVisit(ana).Visit.ID, s.FurtherVisit(ana).Visit.ID)
			slices.Sort(visits[len(visits)-2:])
		}
	}
	slices.Reverse(visits)
	for _, path := range []string{"/customers/" + ana.QR() + "/visits", "/app/customers/" + ana.QR() + "/visits", "/visits?customerId=" + ana.QR(), "/public/customers/" + ana.QR() + "/visits"} {
		for _, limit := range []int{1, 2, 5, 100} {
			if got := s.walk(asOwner, path, limit); !slices.Equal(got, visits) {
				t.Errorf("%s in pages of %d: %v, want %v", path, limit, got, visits)
			}
		}
	}
	path := "/customers/" + ana.ID + "/rewards"
	whole := s.walk(asOwner, path, 100)
	if got := s.walk(asOwner, path, 1); !slices.Equal(got, whole) || len(whole) != 3 {
		t.Errorf("rewards one by one: %v, want %v", got, whole)
	}
}

// Spec: admin-6, list-1
func TestCustomerSearch_TypedForms_Find(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	jose := s.Customer("José  Ñíguez Peña", loyalty.TagVIPA)
	s.Change(jose, loyalty.CustomerChanges{
		Phone: loyalty.Change{Sent: true, Value: "+34 612 34 56 78"},
		Email: loyalty.Change{Sent: true, Value: "Jose.N@Correo.test"},
	})
	s.Customer("Ana 100% _Rara_")
	s.other.Customer("José Ajeno")
	for q, want := range map[string]int{
		"jose": 1, "JOSÉ": 1, "niguez": 1, "peña": 1, "PENA": 1, "josé ñíguez": 1, " jose ": 1, "guez pe": 1,
		"612345678": 1, "612 34 56": 1, "+34612": 1, "0034 612": 1, "345": 1, "(612)": 1,
		"jose.n@correo.test": 1, "@CORREO": 1, jose.ID: 1, jose.ID[:10]: 0, jose.QR(): 1, jose.QR()[:10]: 0,
		"bono vip a": 1, "vip": 1, "BONO_VIP_A": 0,
		"100%": 1, "%": 1, "_rara": 1, "_": 1, `\`: 0, "": 2, "nadie": 0, "ajeno": 0, "'": 2, "' or 1=1": 0,
	} {
		var matches page
		s.call(asOwner, http.MethodGet, "/customers?q="+url.QueryEscape(q), "").has(http.StatusOK).into(&matches)
		if len(matches.Items) != want || matches.Total != want {
			t.Errorf("q=%q finds %d, total %d; want %d", q, len(matches.Items), matches.Total, want)
		}
	}
}

// A role that sees masked phones must not find them out digit by digit.
// Spec: list-1
func TestCustomerSearch_Barber_NeedsWholePhoneOrEmail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana 612 Ríos", loyalty.TagVIPA)
	s.Change(ana, loyalty.CustomerChanges{
		Phone: loyalty.Change{Sent: true, Value: "+34 612 34 56 78"},
		Email: loyalty.Change{Sent: true, Value: "ana.rios@correo.test"},
	})
	for q, want := range map[string]int{
		"rios": 1, "ana 612": 1, "612": 1, "bono vip": 1, ana.ID: 1, ana.QR(): 1, "": 1,
		"612345678": 1, "+34 612 34 56 78": 1, "0034612345678": 1, "612 34 56": 0, "61234567": 0, "678": 0, "+34": 0,
		"ana.rios@correo.test": 1, "ANA.RIOS@CORREO.TEST": 1, "ana.rios": 0, "correo": 0, "@": 0, "a\na": 0,
	} {
		var matches page
		s.call(asBarber, http.MethodGet, "/customers?q="+url.QueryEscape(q), "").has(http.StatusOK).into(&matches)
		if len(matches.Items) != want || matches.Total != want {
			t.Errorf("q=%q finds %d, total %d; want %d", q, len(matches.Items), matches.Total, want)
		}
	}
}

func TestVisitSearch_DayAndNotes_Find(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.call(asOwner, http.MethodPost, "/customers/"+ana.ID+"/visits", `{"notes":"Corte y Barba, a lo Pelón. Façana"}`).has(http.StatusCreated)
	s.Clock.Advance(24 * time.Hour)
	s.Visit(ana)
	for q, want := range map[string]int{"2026-03": 2, "2026-03-26": 1, "Corte": 1, "corte": 1, "BARBA": 1, "pelon": 1, "PELÓN": 1, "façana": 1, "lo  pelón": 1, "tinte": 0, "%": 0} {
		var matches page
		s.call(asOwner, http.MethodGet, "/customers/"+ana.ID+"/visits?q="+url.QueryEscape(q), "").has(http.StatusOK).into(&matches)
		if len(matches.Items) != want || matches.Total != want {
			t.Errorf("q=%q finds %d, total %d; want %d", q, len(matches.Items), matches.Total, want)
		}
	}
}
