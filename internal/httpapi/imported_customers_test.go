package httpapi

import (
	"net/http"
	"testing"
)

func TestImportedCustomers_Page_HasGreetingsAndPhones(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := "/imports/" + s.Import("Nombre;Teléfono\nAna;600 111 222\nLuis;600 111 333\n").ID + "/customers"
	var first struct {
		Items      []ImportedCustomer `json:"items"`
		NextCursor string             `json:"nextCursor"`
	}
	s.call(asOwner, http.MethodGet, path+"?limit=1", "").has(http.StatusOK, `"name":"Ana","phone":"+34600111222"`, `"total":2`, `"withPhone":2`,
		`"greetedAt":null,"greetingUndoableUntil":null,"greeting":"NOW","invites":false`).lacks("Luis").into(&first)
	s.call(asOwner, http.MethodPost, "/customers/"+first.Items[0].CustomerID+"/greeting", `{"invites":false}`).has(http.StatusOK)
	s.call(asOwner, http.MethodGet, path+"?limit=1", "").has(http.StatusOK, `"greetingUndoableUntil":"`)
	s.call(asOwner, http.MethodGet, path+"?cursor="+first.NextCursor, "").has(http.StatusOK, "Luis", `"nextCursor":null`).lacks("Ana")
	s.call(asOwner, http.MethodGet, path+"?cursor=x", "").has(http.StatusUnprocessableEntity)
	s.call(asOwner, http.MethodGet, "/imports/none/customers", "").has(http.StatusNotFound, "IMPORT_NOT_FOUND")
	for _, as := range []caller{asAdmin, asBarber} {
		s.call(as, http.MethodGet, path, "").has(http.StatusForbidden)
	}
}
