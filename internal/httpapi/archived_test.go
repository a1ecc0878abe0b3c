package httpapi

import (
	"net/http"
	"testing"
)

// Spec: states-19
func TestCustomers_Archived_AreNeitherListedNorFound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.Customer("Bea")
	s.Archive(ana)
	for path, want := range map[string]int{"/customers": 1, "/customers?q=ana": 0, "/customers?q=" + ana.ID: 0} {
		var matches page
		s.call(asOwner, http.MethodGet, path, "").has(http.StatusOK).into(&matches)
		if len(matches.Items) != want || matches.Total != want {
			t.Errorf("%s lists %d, total %d; want %d", path, len(matches.Items), matches.Total, want)
		}
	}
	s.call(asOwner, http.MethodPost, "/customers/lookup", `{"phone":"`+ana.Phone+`"}`).has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
	s.call(asOwner, http.MethodGet, "/customers/"+ana.ID, "").has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
}
