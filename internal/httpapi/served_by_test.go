package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
)

func TestServedBy_OfVisitsAndHandovers_IsListed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, berta := s.Customer("Ana"), s.Customer("Berta")
	var staff struct{ Items []Colleague }
	s.call(asBarber, http.MethodGet, "/counter/staff", "").has(http.StatusOK, `"name":"ADMIN"`).into(&staff)
	visitBody := fmt.Sprintf(`{"servedById":%q}`, s.Admin.UserID)
	var visit RegisteredVisit
	s.call(asBarber, http.MethodPost, "/customers/"+ana.ID+"/visits", visitBody).has(http.StatusCreated).into(&visit)
	s.call(asBarber, http.MethodGet, "/customers/"+ana.ID+"/visits", "").has(http.StatusOK, `"registeredBy":"BARBER","servedBy":"ADMIN"`)
	s.call(asBarber, http.MethodPost, "/visits/"+visit.ID+"/served-by", fmt.Sprintf(`{"servedById":%q}`, s.Barber.UserID)).has(http.StatusOK)
	s.call(asBarber, http.MethodGet, "/customers/"+ana.ID+"/visits", "").has(http.StatusOK, `"registeredBy":"BARBER","servedBy":null`)
	s.call(asBarber, http.MethodPost, "/visits/"+visit.ID+"/served-by", fmt.Sprintf(`{"servedById":%q}`, s.other.Barber.UserID)).has(http.StatusUnprocessableEntity, `"field":"servedById","message":"Esa persona no es del equipo."`)

	device := s.EnrolDevice("Tablet")
	s.RevokeDevice(device)
	s.call("", http.MethodPost, "/public/devices/handover", fmt.Sprintf(
		`{"token":%q,"visits":[{"key":"visit-1","customerId":%q,"servedById":%q}]}`, device.Token, berta.ID, s.Admin.UserID)).has(http.StatusOK, `"taken":["visit-1"]`)
	if servedByIDs := s.Database.Rows(t, fmt.Sprintf("SELECT served_by FROM handover_visits WHERE business_id = '%s'", s.Business.ID)); !slices.Equal(servedByIDs, []string{s.Admin.UserID}) {
		t.Errorf("the visits handed over were served by %q, want the admin", servedByIDs)
	}
}
