package httpapi

import (
	"net/http"
	"testing"
)

func TestCreateCustomer_SameKey_RepeatsTheResponse(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 2 {
		request := s.request(asAdmin, http.MethodPost, "/customers", `{"name":"Eva","phone":"612000001","tag":"ESPORADICO"}`)
		request.Header.Set("Idempotency-Key", "one")
		s.send(request).has(http.StatusCreated, `"existed":false`, `"name":"Eva"`)
	}
	s.call(asAdmin, http.MethodGet, "/customers", "").has(http.StatusOK, `"total":1`)
}

func TestChangeCustomer_StaleVersion_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	change := func(seenVersion, body string) answer {
		t.Helper()
		request := s.request(asAdmin, http.MethodPatch, "/customers/"+ana.ID, body)
		if seenVersion != "" {
			request.Header.Set("If-Match", seenVersion)
		}
		return s.send(request)
	}
	change(`"1"`, `{"notes":"De Eva"}`).has(http.StatusOK, `"version":2`)
	change(`"1"`, `{"notes":"De Luis"}`).has(http.StatusConflict, "CUSTOMER_CHANGED", "revisa los datos y guarda otra vez").problem()
	s.call(asAdmin, http.MethodGet, "/customers/"+ana.ID, "").has(http.StatusOK, `"notes":"De Eva"`, `"version":2`)
	change(`"2"`, `{"notes":"De Luis"}`).has(http.StatusOK, `"version":3`)
	change(`*`, `{"notes":"De Eva"}`).has(http.StatusOK, `"version":4`)
	change("", `{"notes":"De Luis"}`).has(http.StatusOK, `"version":5`)
	for _, wrong := range []string{`5`, `"5`, `"x"`, `W/"5"`, `"0"`, `"-1"`, `""`} {
		change(wrong, `{"notes":"De nadie"}`).has(http.StatusUnprocessableEntity, `"field":"If-Match"`)
	}
}
