package httpapi

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

func TestLateVisit_DeviceWithoutName_IsReturnedAsWaiting(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana Secreta")
	sentAt := s.Clock.Now()
	body := fmt.Sprintf(`{"notes":"Corte","scannedAt":%q,"sentAt":%q}`, sentAt.Add(-20*time.Hour).Format(time.RFC3339), sentAt.Format(time.RFC3339))
	path, key := "/customers/"+ana.ID+"/visits", string(s.Key())
	var visit RegisteredVisit
	s.callWith(asBarber, key, path, body).has(http.StatusAccepted, `"waiting":true`, `"settled":false`, `"count":0`).into(&visit)
	s.callWith(asBarber, key, path, body).has(http.StatusAccepted, `"waiting":true`, `"replayed":true`, visit.ID)
	s.call(asBarber, http.MethodPost, "/visits/"+visit.ID+"/undo", "").has(http.StatusNotFound)

	s.call(asAdmin, http.MethodGet, "/visits/waiting", "").has(http.StatusForbidden)
	s.call(asForeignOwner, http.MethodGet, "/visits/waiting", "").has(http.StatusOK, `"total":0`)
	s.call(asOwner, http.MethodGet, "/visits/waiting", "").
		has(http.StatusOK, `"total":1`, `"customerName":"Ana Secreta"`, `"scannedBy":"BARBER"`, `"outcome":null`, `"notes":"Corte"`)
	s.call(asForeignOwner, http.MethodPost, "/visits/waiting/"+visit.ID+"/register", "").has(http.StatusNotFound, "HANDOVER_VISIT_NOT_FOUND")
	s.call(asOwner, http.MethodPost, "/visits/waiting/"+visit.ID+"/register", "").has(http.StatusOK, `"outcome":"REGISTERED"`)
	s.callWith(asBarber, key, path, body).has(http.StatusCreated, `"waiting":false`, `"replayed":true`, `"count":1`).lacks(visit.ID)
	s.call(asOwner, http.MethodPost, "/visits/waiting/"+visit.ID+"/discard", "").has(http.StatusConflict, "HANDOVER_VISIT_SETTLED")
}
