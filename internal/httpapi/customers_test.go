package httpapi

import (
	"net/http"
	"testing"
)

func TestACreationWithItsKeyIsAnsweredAsTheFirstTime(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 2 {
		request := s.request(asAdmin, http.MethodPost, "/customers", `{"name":"Eva","phone":"612000001","tag":"ESPORADICO"}`)
		request.Header.Set("Idempotency-Key", "one")
		s.send(request).has(http.StatusCreated, `"existed":false`, `"name":"Eva"`)
	}
	s.call(asAdmin, http.MethodGet, "/customers", "").has(http.StatusOK, `"total":1`)
}
