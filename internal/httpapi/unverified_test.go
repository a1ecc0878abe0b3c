package httpapi

import (
	"net/http"
	"testing"
	"time"
)

func TestUnverified_Days_AreShownDiscardedAndRestored(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana")
	day := string(s.Business.DayOf(s.Clock.Now()))
	var overview UnverifiedRegistrations
	s.call(asAdmin, http.MethodGet, "/registrations/unverified", "").has(http.StatusOK).into(&overview)
	if len(overview.Days) != 1 || string(overview.Days[0].Day) != day || overview.Days[0].Customers != 1 || overview.Days[0].Unusual {
		t.Fatalf("the days are %+v, want one usual day with one customer", overview)
	}
	var preview UnverifiedPreview
	s.call(asAdmin, http.MethodGet, "/registrations/unverified/"+day, "").has(http.StatusOK).into(&preview)
	if preview.Total != 1 || len(preview.Items) != 1 || preview.Items[0].CustomerID != ana.ID || *preview.Items[0].Phone != ana.Phone {
		t.Errorf("the preview is %+v, want Ana with her phone", preview)
	}
	body := `{"asOf":"` + preview.AsOf.Format(time.RFC3339Nano) + `"}`
	path := "/registrations/unverified/" + day + "/discard"
	s.call(asForeignOwner, http.MethodPost, path, body).has(http.StatusOK, `"discarded":0`)
	s.call(asBarber, http.MethodPost, path, body).has(http.StatusForbidden)
	s.call(asAdmin, http.MethodPost, path, body).has(http.StatusOK, `"discarded":1`)
	s.call(asAdmin, http.MethodGet, "/customers/"+ana.ID, "").has(http.StatusNotFound)

	s.call(asAdmin, http.MethodGet, "/registrations/unverified", "").has(http.StatusOK).into(&overview)
	if len(overview.Days) != 0 || len(overview.Discards) != 1 || overview.Discards[0].Customers != 1 || !overview.Discards[0].RegisteredAt.Equal(ana.CreatedAt) {
		t.Fatalf("the discards are %+v, want one discard of one customer", overview)
	}
	restore := "/registrations/discards/" + overview.Discards[0].ID + "/restore"
	s.call(asForeignOwner, http.MethodPost, restore, "").has(http.StatusNotFound)
	s.call(asAdmin, http.MethodPost, restore, "").has(http.StatusOK, `"restored":1`)
	s.call(asAdmin, http.MethodPost, restore, "").has(http.StatusNotFound)
	s.call(asAdmin, http.MethodGet, "/customers/"+ana.ID, "").has(http.StatusOK)
	s.call(asAdmin, http.MethodGet, "/registrations/unverified/ayer", "").has(http.StatusUnprocessableEntity)
}
