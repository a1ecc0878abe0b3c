package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func keyedRoutes(t *testing.T) []string {
	t.Helper()
	contract, err := os.ReadFile("../../web/src/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var api struct {
		Paths map[string]map[string]struct {
			Parameters []struct {
				Name string `json:"name"`
			} `json:"parameters"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(contract, &api); err != nil {
		t.Fatal(err)
	}
	var routes []string
	for path, methods := range api.Paths {
		for method, call := range methods {
			for _, parameter := range call.Parameters {
				if parameter.Name == "Idempotency-Key" {
					routes = append(routes, strings.ToUpper(method)+" "+path)
				}
			}
		}
	}
	slices.Sort(routes)
	return routes
}

type keyedCall struct {
	as         caller
	path, body string
}

type conflict struct {
	code string
	call func(*site) keyedCall
}

// conflicts and withoutConflict together list every call that takes a key.
func conflicts() map[string]conflict {
	visit := func(path, body string) conflict {
		return conflict{"SAME_DAY_VISIT", func(s *site) keyedCall {
			ana := s.Customer("Ana")
			s.Visit(ana)
			return keyedCall{asBarber, strings.ReplaceAll(path, "{id}", ana.ID), strings.NewReplacer("{id}", ana.ID, "{phone}", ana.Phone).Replace(body)}
		}}
	}
	return map[string]conflict{
		"POST /customers/{id}/visits":     visit("/customers/{id}/visits", `{}`),
		"POST /app/customers/{id}/visits": visit("/app/customers/{id}/visits", `{}`),
		"POST /visits":                    visit("/visits", `{"customerId":"{id}"}`),
		"POST /customers/visits/by-phone": visit("/customers/visits/by-phone", `{"phone":"{phone}"}`),
		"POST /customers/{id}/opening-balance": {"OPENING_RECORDED", func(s *site) keyedCall {
			path := "/customers/" + s.Customer("Ana").ID + "/opening-balance"
			s.call(asAdmin, http.MethodPost, path, `{"stamps":7}`).has(http.StatusCreated)
			return keyedCall{asAdmin, path, `{"stamps":6}`}
		}},
		"POST /customers/{id}/usual/pictures": {"USUAL_WITHOUT_CONSENT", func(s *site) keyedCall {
			s.EnableUsual(true)
			return keyedCall{asBarber, "/customers/" + s.Customer("Ana").ID + "/usual/pictures", photoBody(s)}
		}},
		"POST /imports": {"TOO_MANY_IMPORTS", func(s *site) keyedCall {
			for range loyalty.MaxOpenImports {
				s.call(asOwner, http.MethodPost, "/imports", sentFile).has(http.StatusCreated)
			}
			return keyedCall{asOwner, "/imports", sentFile}
		}},
		"POST /imports/copy": {"TOO_MANY_IMPORTS", func(s *site) keyedCall {
			for range loyalty.MaxOpenImports {
				s.call(asOwner, http.MethodPost, "/imports", sentFile).has(http.StatusCreated)
			}
			return keyedCall{asOwner, "/imports/copy", copyBody(s)}
		}},
		"POST /imports/{id}/undo": {"IMPORT_NOT_DONE", func(s *site) keyedCall {
			return keyedCall{asOwner, ofImport(loyalty.ImportChecked, "/undo")(s), ""}
		}},
		"POST /customers/{id}/rewards/{rewardId}/redeem": {"REWARD_NOT_PENDING", func(s *site) keyedCall {
			path := strings.Replace(ofGivenReward(s), "/take-back", "/redeem", 1)
			return keyedCall{asBarber, path, ""}
		}},
		"POST /customers/{id}/rewards/{rewardId}/take-back": {"REWARD_NOT_REDEEMED", func(s *site) keyedCall {
			path := strings.Replace(ofReward(s), "/redeem", "/take-back", 1)
			return keyedCall{asOwner, path, `{"reason":"Era otra"}`}
		}},
		"POST /customers/{id}/children": {"CHILD_EXISTS", func(s *site) keyedCall {
			ana := s.Customer("Ana")
			s.child(ana)
			return keyedCall{asAdmin, "/customers/" + ana.ID + "/children", childBody}
		}},
		"POST /portal/me/children": {"CHILD_EXISTS", func(s *site) keyedCall {
			s.child(s.inPortal())
			return keyedCall{asCustomer, "/portal/me/children", childBody}
		}},
		"POST /public/customers/children": {"CHILD_EXISTS", func(s *site) keyedCall {
			body := registeredChildBody(s)
			s.call(asAnonymous, http.MethodPost, "/public/customers/children", body).has(http.StatusCreated)
			return keyedCall{asAnonymous, "/public/customers/children", body}
		}},
		"POST /customers/{id}/own-phone": {"PHONE_TAKEN", func(s *site) keyedCall {
			leo := s.child(s.Customer("Ana"))
			phone := s.Customer("Eva").Phone
			s.turnFourteen()
			return keyedCall{asAdmin, "/customers/" + leo.ID + "/own-phone", fmt.Sprintf(`{"phone":%q,"acceptedPrivacy":true}`, phone)}
		}},
		"POST /portal/me/children/{id}/own-phone": {"PHONE_TAKEN", func(s *site) keyedCall {
			ana := s.Customer("Ana")
			leo := s.child(ana)
			phone := s.Customer("Eva").Phone
			s.turnFourteen()
			s.tokens[asCustomer] = s.PortalToken(ana)
			return keyedCall{asCustomer, "/portal/me/children/" + leo.ID + "/own-phone", fmt.Sprintf(`{"phone":%q,"acceptedPrivacy":true}`, phone)}
		}},
		"POST /customers/{id}/family": {"FAMILY_OFFER_CHANGED", func(s *site) keyedCall {
			return keyedCall{asAdmin, "/customers/" + s.Customer("Ana").ID + "/family", `{"familyId":null,"customerIds":["another"]}`}
		}},
		"POST /families/{id}/members": {"IN_ANOTHER_FAMILY", func(s *site) keyedCall {
			ana := s.Customer("Ana")
			s.Family(loyalty.PolicyPool, ana)
			return keyedCall{asAdmin, ofEmptyFamily("/families/%s/members")(s), fmt.Sprintf(`{"customerId":%q,"role":"ADULT"}`, ana.ID)}
		}},
		"POST /public/customers/register": {"ALREADY_REGISTERED", func(s *site) keyedCall {
			body := registerBody(s)
			s.call(asAnonymous, http.MethodPost, "/public/customers/register", body).has(http.StatusCreated)
			return keyedCall{asAnonymous, "/public/customers/register", body}
		}},
		"POST /users": {"EMAIL_TAKEN", func(s *site) keyedCall {
			body := fmt.Sprintf(`{"email":%q,"password":"Otra-1234","role":"BARBER","name":"Nueva"}`, s.Account(loyalty.Barber).Email)
			return keyedCall{asOwner, "/users", body}
		}},
		"POST /users/invitations": {"EMAIL_TAKEN", func(s *site) keyedCall {
			body := fmt.Sprintf(`{"email":%q,"role":"BARBER"}`, s.Account(loyalty.Barber).Email)
			return keyedCall{asOwner, "/users/invitations", body}
		}},
		"POST /cp/businesses": {"EMAIL_TAKEN", func(s *site) keyedCall {
			body := fmt.Sprintf(`{"name":"Barbería Sur","ownerEmail":%q,"ownerName":"Eva"}`, s.Account(loyalty.Barber).Email)
			return keyedCall{asOperator, "/cp/businesses", body}
		}},
	}
}

// withoutConflict lists keyed calls that never conflict: a known phone returns its customer, an unsent QR the reason.
func withoutConflict() []string {
	return []string{
		"POST /customers", "POST /customers/{id}/corrections", "POST /customers/{id}/qr/change", "POST /customers/{id}/qr/send", "POST /families", "POST /portal/me/qr/change",
	}
}

func (s *site) child(guardian loyalty.Customer) loyalty.Customer {
	s.t.Helper()
	child, err := s.Cases.Children.Add(s.t.Context(), s.Shop.Admin, guardian.ID,
		loyalty.ChildDraft{Name: "Leo Gil", Birthday: "2018-05-17", Consents: true}, "")
	if err != nil {
		s.t.Fatal(err)
	}
	return child
}

func (s *site) inPortal() loyalty.Customer {
	s.t.Helper()
	customer := s.Customer("Carmen")
	s.tokens[asCustomer] = s.PortalToken(customer)
	return customer
}

func (s *site) turnFourteen() {
	s.Clock.Set(time.Date(2032, 5, 18, 9, 0, 0, 0, time.UTC))
	s.tokens = map[caller]string{}
}

func (s *site) dumpWithoutKeys() []string {
	s.t.Helper()
	return slices.DeleteFunc(s.Database.Dump(s.t), func(row string) bool {
		return slices.ContainsFunc([]string{"idempotency_keys ", "business_keys ", "attempts "}, func(table string) bool {
			return strings.HasPrefix(row, table)
		})
	})
}

func (s *site) sendKeyed(call keyedCall, key string) answer {
	s.t.Helper()
	request := s.request(call.as, http.MethodPost, call.path, call.body)
	request.Header.Set("Idempotency-Key", key)
	return s.send(request)
}

func callerOf(t *testing.T, name string) caller {
	t.Helper()
	for _, r := range table() {
		switch {
		case r.String() != name:
		case r.who.open():
			return asAnonymous
		case r.who.customer:
			return asCustomer
		case slices.Contains(r.who.roles, loyalty.Owner):
			return asOwner
		default:
			return asOperator
		}
	}
	t.Fatalf("%s is not a route", name)
	return asAnonymous
}

func TestKeyedWrite_SentTwice_RepeatsTheResponseAndWritesOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, name := range keyedRoutes(t) {
		t.Run(name, func(t *testing.T) {
			siteCopy := *s
			siteCopy.t = t
			example := examples()[name]
			call := keyedCall{as: callerOf(t, name), path: example.path(&siteCopy)}
			if example.body != nil {
				call.body = example.body(&siteCopy)
			}
			status, key := example.status, string(s.Key())
			if name == "POST /customers/{id}/corrections" {
				status = http.StatusCreated // the example has no key and is refused
			}
			siteCopy.sendKeyed(call, key).has(status)
			after := siteCopy.dumpWithoutKeys()
			siteCopy.sendKeyed(call, key).has(status)
			mustNotChange(t, after, siteCopy.dumpWithoutKeys())
		})
	}
}

func TestKeyedWrite_Conflict_RepeatsTheRefusalAndWritesNothing(t *testing.T) {
	t.Parallel()
	rows := conflicts()
	for _, name := range keyedRoutes(t) {
		if slices.Contains(withoutConflict(), name) {
			continue
		}
		row, found := rows[name]
		if !found {
			t.Errorf("%s takes a key but has no row in conflicts()", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			call := row.call(s)
			s.token(call.as)
			before, key := s.dumpWithoutKeys(), string(s.Key())
			for range 2 {
				if got := s.sendKeyed(call, key).has(http.StatusConflict).problem(); got.Code != row.code {
					t.Errorf("refused with %s, want %s", got.Code, row.code)
				}
				mustNotChange(t, before, s.dumpWithoutKeys())
			}
		})
	}
}

func mustNotChange(t *testing.T, before, after []string) {
	t.Helper()
	for _, row := range after {
		if !slices.Contains(before, row) {
			t.Errorf("a refused call wrote the row %s", row)
		}
	}
	for _, row := range before {
		if !slices.Contains(after, row) {
			t.Errorf("a refused call removed or changed the row %s", row)
		}
	}
}
