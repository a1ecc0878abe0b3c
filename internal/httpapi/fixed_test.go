package httpapi

import (
	"net/http"
	"testing"
)

// Spec: portal-1
func TestFixedBusiness_Setting_IsServed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asAnonymous, http.MethodGet, "/public/fixed-business", "").has(http.StatusOK, `"id":"`+s.Business.ID+`"`).lacks(s.other.Business.ID)
	for _, set := range []string{"", "nowhere"} {
		s.handler = New(s.Cases, Options{Log: s.log(), Ready: s.Store.Ready, FixedBusiness: set})
		problem := s.call(asAnonymous, http.MethodGet, "/public/fixed-business", "").has(http.StatusNotFound).problem()
		if problem.Code != "BUSINESS_NOT_FOUND" {
			t.Errorf("with the business %q set: got %s, want BUSINESS_NOT_FOUND", set, problem.Code)
		}
	}
}
