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

type shownCustomer struct {
	ID, Name, Phone, Email, Birthday string
	Existed                          bool
}

func bodyOf(fields map[string]any) string {
	encodedBody, err := json.Marshal(fields)
	if err != nil {
		panic(err) // cannot happen: texts and booleans only
	}
	return string(encodedBody)
}

func (a answer) customer(status int) (c shownCustomer) {
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
	knownIDs := map[string]string{}
	for i, row := range readInputs(t).Phones {
		if row.Prefix != "" {
			continue
		}
		if row.Refused != "" {
			s.mustRefusePhone(row.Typed, row.Refused)
			continue
		}
		response := s.call(asAdmin, http.MethodPost, "/customers", bodyOf(map[string]any{"name": fmt.Sprintf("Persona %d", i), "phone": row.Typed, "tag": "ESPORADICO"}))
		id, existed := knownIDs[row.Phone]
		status := map[bool]int{false: http.StatusCreated, true: http.StatusOK}[existed]
		if c := response.customer(status); c.Phone != row.Phone || c.Existed != existed || existed && c.ID != id {
			t.Errorf("creating a customer with the phone %+q returns %+v, want one customer per phone", row.Typed, c)
		} else {
			id, knownIDs[row.Phone] = c.ID, c.ID
		}
		s.mustFindByPhone(row.Typed, row.Masked, id, existed)
	}
}

func (s *site) mustRefusePhone(typedPhone, sentence string) {
	s.t.Helper()
	phone := map[string]any{"phone": typedPhone, "name": "Ana", "tag": "ESPORADICO"}
	s.call(asAdmin, http.MethodPost, "/customers", bodyOf(phone)).mustRefuseField("phone", sentence)
	if loyalty.ParseTypedPhone(typedPhone, "ES").Suffix == "" { // otherwise the text is searched as the end of a phone
		s.call(asBarber, http.MethodPost, "/customers/visits/by-phone", bodyOf(map[string]any{"phone": typedPhone})).mustRefuseField("phone", sentence)
		s.call(asBarber, http.MethodPost, "/customers/lookup", bodyOf(map[string]any{"phone": typedPhone})).has(http.StatusNotFound)
	}
	s.call(asAnonymous, http.MethodPost, "/public/customers/register", s.registrationBody(typedPhone)).mustRefuseField("phone", sentence)
	s.call(asAnonymous, http.MethodPost, "/auth/customer/request", bodyOf(map[string]any{"phone": typedPhone, "businessId": s.Business.ID})).mustRefuseField("phone", sentence)
}

func (s *site) mustFindByPhone(typedPhone, maskedPhone, id string, again bool) {
	s.t.Helper()
	if c := s.call(asBarber, http.MethodPost, "/customers/lookup", bodyOf(map[string]any{"phone": typedPhone})).customer(http.StatusOK); c.ID != id || c.Phone != maskedPhone {
		s.t.Errorf("looking up %+q returns %+v, want ID %s and Phone %s", typedPhone, c, id, maskedPhone)
	}
	s.mustFind(asAdmin, typedPhone, id)
	s.mustFind(asBarber, typedPhone, id)
	want := map[bool]int{false: http.StatusCreated, true: http.StatusConflict}[again]
	s.call(asBarber, http.MethodPost, "/customers/visits/by-phone", bodyOf(map[string]any{"phone": typedPhone})).has(want)
	s.call(asAnonymous, http.MethodPost, "/public/customers/register", s.registrationBody(typedPhone)).has(want)
	s.call(asAdmin, http.MethodPatch, "/customers/"+id, bodyOf(map[string]any{"phone": typedPhone})).has(http.StatusOK)
	s.call(asAnonymous, http.MethodPost, "/auth/customer/verify", bodyOf(map[string]any{"phone": typedPhone, "businessId": s.Business.ID, "code": "000000"})).has(http.StatusUnauthorized)
}

func (s *site) registrationBody(typedPhone string) string {
	return bodyOf(map[string]any{
		"businessId": s.other.Business.ID, "name": "Ana", "phone": typedPhone,
		"whatsappOptIn": false, "emailOptIn": false, "smsOptIn": false, "acceptedPrivacy": true,
	})
}

func TestNameInput_AnyForm_IsFound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, row := range readInputs(t).Names {
		response := s.call(asAdmin, http.MethodPost, "/customers", bodyOf(map[string]any{"name": row.Typed, "phone": s.Phone(), "tag": "ESPORADICO"}))
		if row.Refused != "" {
			response.mustRefuseField("name", row.Refused)
			continue
		}
		c := response.customer(http.StatusCreated)
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
		response := s.call(asAdmin, http.MethodPost, "/customers", bodyOf(map[string]any{"name": "Ana", "phone": s.Phone(), "tag": "ESPORADICO", "email": row.Typed}))
		if row.Refused != "" {
			response.mustRefuseField("email", row.Refused)
			continue
		}
		c := response.customer(http.StatusCreated)
		maskedCustomer := s.call(asBarber, http.MethodGet, "/customers/"+c.ID, "").customer(http.StatusOK)
		if c.Email != row.Email || maskedCustomer.Email != row.Masked {
			t.Errorf("%+q is stored as %q and masked as %q; want %q and %q", row.Typed, c.Email, maskedCustomer.Email, row.Email, row.Masked)
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
			response := s.call(asAdmin, http.MethodPatch, "/customers/"+ana.ID, bodyOf(map[string]any{"birthday": text}))
			if text != row.Day {
				response.mustRefuseField("birthday", "La fecha de nacimiento no es válida: usa AAAA-MM-DD.")
			} else if text != "" && response.customer(http.StatusOK).Birthday != row.Day {
				t.Errorf("%q is stored as another day: %s", text, response.body)
			}
		}
	}
}
