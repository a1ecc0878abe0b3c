package httpapi

import (
	"net/http"
	"testing"
)

const childBody = `{"name":"Leo Gil","birthday":"2018-05-17","guardianConsent":true}`

func TestTheStaffAddsAChildToACustomer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	path := "/customers/" + ana.ID + "/children"
	var leo Customer
	s.call(asAdmin, http.MethodPost, path, childBody).
		has(http.StatusCreated, `"name":"Leo Gil"`, `"phone":null`, `"guardianId":"`+ana.ID+`"`, `"guardianName":"Ana"`, `"tag":null`).into(&leo)
	s.call(asAdmin, http.MethodPost, path, childBody).has(http.StatusConflict, "CHILD_KNOWN")
	s.call(asAdmin, http.MethodPost, path, `{"name":""}`).has(http.StatusUnprocessableEntity, `"name"`, `"birthday"`, `"guardianConsent"`)
	s.call(asBarber, http.MethodPost, "/customers/"+leo.ID+"/visits", "").has(http.StatusCreated)
	s.call(asBarber, http.MethodGet, path, "").has(http.StatusOK, `"total":1`, `"id":"`+leo.ID+`"`, `"stamps":1`, `"target":10`, `"owed":[]`)
	s.call(asBarber, http.MethodGet, "/customers?q=leo", "").has(http.StatusOK, `"total":1`, `"guardianId":"`+ana.ID+`"`)
	s.call(asForeignOwner, http.MethodGet, path, "").has(http.StatusNotFound, "CUSTOMER_NOT_FOUND")
}
