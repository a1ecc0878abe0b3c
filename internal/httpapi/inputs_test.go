package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"testing"

	"axioma/internal/loyalty"
)

type typedInputs struct {
	Phones []struct{ Prefix, Typed, Phone, Masked, Refused string }
	Days   []struct{ Typed, Day string }
	Names  []struct {
		Typed, Name, Refused string
		Found                []string
	}
	Emails []struct {
		Typed, Email, Masked, Refused string
		Found                         []string
	}
}

func readInputs(t *testing.T) (all typedInputs) {
	t.Helper()
	file, err := os.ReadFile("../loyalty/testdata/inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

type shown struct {
	ID, Name, Phone, Email, Birthday string
	Existed                          bool
}

func bodyOf(fields map[string]any) string {
	encoded, err := json.Marshal(fields)
	if err != nil {
		panic(err) // cannot happen: texts and booleans only
	}
	return string(encoded)
}

func (a answer) customer(status int) (c shown) {
	a.t.Helper()
	a.has(status).into(&c)
	return c
}

func (a answer) mustRefuseField(field, sentence string) {
	a.t.Helper()
	problem := a.has(http.StatusUnprocessableEntity).problem()
	named := slices.ContainsFunc(problem.Errors, func(f ProblemField) bool { return f.Field == field && (sentence == "" || f.Message == sentence) })
	if !named {
		a.t.Errorf("%s is not refused with %q: %s", field, sentence, a.body)
	}
}

func (s *site) mustFind(as caller, q, id string) {
	s.t.Helper()
	var matches page
	s.call(as, http.MethodGet, "/customers?limit=1000&q="+url.QueryEscape(q), "").has(http.StatusOK).into(&matches)
	for _, item := range matches.Items {
		if item.ID == id {
			return
		}
	}
	s.t.Errorf("%s cannot find %s by %+q", as, id, q)
}

// Spec: checkin-6, calls-21
func TestPhoneInput_AnyForm_FindsTheSameCustomer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	known := map[string]string{}
	for i, row := range readInputs(t).Phones {
		if row.Prefix != "" {
			continue
		}
		if row.Refused != "" {
			s.mustRefusePhone(row.Typed, row.Refused)
			continue
		}
		created := s.call(asAdmin, http.MethodPost, "/customers", bodyOf(map[string]any{"name": fmt.Sprintf("Persona %d", i), "phone": row.Typed, "tag": "ESPORADICO"}))
		id, existed := known[row.Phone]
		status := map[bool]int{false: http.StatusCreated, true: http.StatusOK}[existed]
		if c := created.customer(status); c.Phone != row.Phone || c.Existed != existed || existed && c.ID != id {
			t.Errorf("creating a customer with the phone %+q returns %+v, want one customer per phone", row.Typed, c)
		} else {
			id, known[row.Phone] = c.ID, c.ID
		}
		s.mustFindByPhone(row.Typed, row.Masked, id, existed)
	}
}

func (s *site) mustRefusePhone(typed, sentence string) {
	s.t.Helper()
	phone := map[string]any{"phone": typed, "name": "Ana", "tag": "ESPORADICO"}
	s.call(asAdmin, http.MethodPost, "/customers", bodyOf(phone)).mustRefuseField("phone", sentence)
	if loyalty.ParseTypedPhone(typed, "ES").Suffix == "" { // otherwise the text is searched as the end of a phone
		s.call(asBarber, http.MethodPost, "/customers/visits/by-phone", bodyOf(map[string]any{"phone": typed})).mustRefuseField("phone", sentence)
		s.call(asBarber, http.MethodPost, "/customers/lookup", bodyOf(map[string]any{"phone": typed})).has(http.StatusNotFound)
	}
	s.call(asAnonymous, http.MethodPost, "/public/customers/register", s.registrationBody(typed)).mustRefuseField("phone", sentence)
	s.call(asAnonymous, http.MethodPost, "/auth/customer/request", bodyOf(map[string]any{"phone": typed, "businessId": s.Business.ID})).mustRefuseField("phone", sentence)
}

func (s *site) mustFindByPhone(typed, masked, id string, again bool) {
	s.t.Helper()
	if c := s.call(asBarber, http.MethodPost, "/customers/lookup", bodyOf(map[string]any{"phone": typed})).customer(http.StatusOK); c.ID != id || c.Phone != masked {
		s.t.Errorf("looking up %+q returns %+v, want ID %s and Phone %s", typed, c, id, masked)
	}
	s.mustFind(asAdmin, typed, id)
	s.mustFind(asBarber, typed, id)
	want := map[bool]int{false: http.StatusCreated, true: http.StatusConflict}[again]
	s.call(asBarber, http.MethodPost, "/customers/visits/by-phone", bodyOf(map[string]any{"phone": typed})).has(want)
	s.call(asAnonymous, http.MethodPost, "/public/customers/register", s.registrationBody(typed)).has(want)
	s.call(asAdmin, http.MethodPatch, "/customers/"+id, bodyOf(map[string]any{"phone": typed})).has(http.StatusOK)
	s.call(asAnonymous, http.MethodPost, "/auth/customer/verify", bodyOf(map[string]any{"phone": typed, "businessId": s.Business.ID, "code": "000000"})).has(http.StatusUnauthorized)
}

func (s *site) registrationBody(typed string) string {
	return bodyOf(map[string]any{
		"businessId": s.other.Business.ID, "name": "Ana", "phone": typed,
		"whatsappOptIn": false, "emailOptIn": false, "smsOptIn": false, "acceptedPrivacy": true,
	})
}

func TestNameInput_AnyForm_IsFound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, row := range readInputs(t).Names {
		created := s.call(asAdmin, http.MethodPost, "/customers", bodyOf(map[string]any{"name": row.Typed, "phone": s.Phone(), "tag": "ESPORADICO"}))
		if row.Refused != "" {
			created.mustRefuseField("name", row.Refused)
			continue
		}
		c := created.customer(http.StatusCreated)
		if c.Name != row.Name {
			t.Errorf("%+q is stored as %+q, want %+q", row.Typed, c.Name, row.Name)
		}
		for _, q := range append(row.Found, row.Name) {
			s.mustFind(asAdmin, q, c.ID)
			s.mustFind(asBarber, q, c.ID)
		}
	}
}

// Spec: calls-21
func TestEmailInput_AnyForm_IsFound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, row := range readInputs(t).Emails {
		created := s.call(asAdmin, http.MethodPost, "/customers", bodyOf(map[string]any{"name": "Ana", "phone": s.Phone(), "tag": "ESPORADICO", "email": row.Typed}))
		if row.Refused != "" {
			created.mustRefuseField("email", row.Refused)
			continue
		}
		c := created.customer(http.StatusCreated)
		masked := s.call(asBarber, http.MethodGet, "/customers/"+c.ID, "").customer(http.StatusOK)
		if c.Email != row.Email || masked.Email != row.Masked {
			t.Errorf("%+q is stored as %q and masked as %q; want %q and %q", row.Typed, c.Email, masked.Email, row.Email, row.Masked)
		}
		for _, q := range append(row.Found, row.Typed) {
			s.mustFind(asAdmin, q, c.ID)
			s.mustFind(asBarber, q, c.ID)
			if customer := s.call(asBarber, http.MethodPost, "/customers/lookup", bodyOf(map[string]any{"email": q})).customer(http.StatusOK); customer.ID != c.ID {
				t.Errorf("looking up %+q returns %+v, want ID %v", q, customer, c.ID)
			}
		}
	}
}

// Spec: validation-19
func TestDateInput_NotISO8601_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana")
	for _, row := range readInputs(t).Days {
		for _, text := range slices.Compact([]string{row.Typed, row.Day}) {
			changed := s.call(asAdmin, http.MethodPatch, "/customers/"+ana.ID, bodyOf(map[string]any{"birthday": text}))
			if text != row.Day {
				changed.mustRefuseField("birthday", "La fecha de nacimiento no es válida: usa AAAA-MM-DD.")
			} else if text != "" && changed.customer(http.StatusOK).Birthday != row.Day {
				t.Errorf("%q is stored as another day: %s", text, changed.body)
			}
		}
	}
}
