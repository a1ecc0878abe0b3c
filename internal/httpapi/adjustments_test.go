package httpapi

import (
	"net/http"
	"testing"
)

func TestCorrection_WithKey_AddsStampsOnce(t *testing.T) {
	s := newSite(t)
	call := keyedCall{asAdmin, "/customers/" + s.Customer("Ana").ID + "/corrections", `{"stamps":5,"reason":"No se escaneó","note":null}`}
	s.sendKeyed(call, "uno").has(http.StatusCreated, `"kind":"CORRECTION"`, `"stamps":5`, `"count":5`, `"replayed":false`)
	s.sendKeyed(call, "uno").has(http.StatusCreated, `"count":5`, `"replayed":true`)
}

func TestOpeningBalance_FullCard_NamesWhatIsOwed(t *testing.T) {
	s := newSite(t)
	path := "/customers/" + s.Customer("Ana").ID + "/opening-balance"
	s.call(asAdmin, http.MethodPost, path, `{"stamps":12}`).has(http.StatusCreated, `"kind":"OPENING"`, `"count":12`, `"newRewards":[{"id"`, `"kind":"FREE"`)
}

func TestOpeningPreview_FullCard_NamesTheKindsOwed(t *testing.T) {
	s := newSite(t)
	path := "/customers/" + s.Customer("Ana").ID + "/opening-balance/preview"
	s.call(asAdmin, http.MethodGet, path+"?stamps=17&owesHalf=true", "").has(http.StatusOK, `{"newRewards":["FREE","HALF"]}`)
	s.call(asAdmin, http.MethodGet, path+"?stamps=0", "").has(http.StatusOK, `{"newRewards":[]}`)
	s.call(asBarber, http.MethodGet, path+"?stamps=7", "").has(http.StatusForbidden, "OPENING_ROLE")
	for _, query := range []string{"", "?stamps=siete", "?stamps=-1", "?stamps=101"} {
		s.call(asAdmin, http.MethodGet, path+query, "").has(http.StatusUnprocessableEntity, `"field":"stamps"`)
	}
}

func TestPastDayVisit_WithoutReason_NamesTheField(t *testing.T) {
	s := newSite(t)
	call := keyedCall{asAdmin, "/customers/" + s.Customer("Ana").ID + "/visits", `{"day":"2026-03-01"}`}
	s.sendKeyed(call, "uno").has(http.StatusUnprocessableEntity, `"field":"reason"`)
}

func TestPastDayVisit_Answer_HasNoonInUTC(t *testing.T) {
	s := newSite(t)
	call := keyedCall{asAdmin, "/customers/" + s.Customer("Ana").ID + "/visits", `{"day":"2026-03-25","reason":"Se olvidó"}`}
	s.sendKeyed(call, "uno").has(http.StatusCreated, `"visitedAt":"2026-03-25T11:00:00Z"`)
}
