package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestSnapshot_Since_ListsOnlyChanges(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana Secreta")
	s.other.Customer("Carla")
	s.Clock.Advance(time.Hour)
	var first, news Snapshot
	s.call(asBarber, http.MethodGet, "/counter/snapshot", "").has(http.StatusOK, `"nextCursor":null`, `"whole":true`, `"gone":[]`).lacks("Carla").into(&first)
	want := fmt.Sprintf(`{"id":%q,"name":"Ana S.","phone":"34•••••••%s","stamps":0,"target":10,"owed":["WELCOME"],"tag":null,"qr":%q}`, ana.ID, ana.Phone[10:], first.Customers[0].QR)
	if len(first.Customers[0].QR) != 16 || len(first.QRHashKey) != 43 {
		t.Errorf("the hash %q or the key %q has the wrong length; want 16 and 43", first.Customers[0].QR, first.QRHashKey)
	}
	s.call(asOperator, http.MethodGet, "/counter/snapshot?businessId="+s.Business.ID, "").has(http.StatusOK, `"customers":[`+want+`]`)
	s.Clock.Advance(time.Hour)
	s.Archive(ana)
	since := url.QueryEscape(first.AsOf.Format(time.RFC3339Nano))
	s.call(asBarber, http.MethodGet, "/counter/snapshot?since="+since, "").has(http.StatusOK, `"customers":[]`, `"whole":false`).into(&news)
	if strings.Join(news.RemovedIDs, " ") != ana.ID {
		t.Errorf("the removed customers are %v, want Ana", news.RemovedIDs)
	}
	for _, wrong := range []string{"since=ayer", "limit=1001", "limit=0", "cursor=x", "since=2026-03-26"} {
		if got := s.call(asBarber, http.MethodGet, "/counter/snapshot?"+wrong, ""); got.status != http.StatusUnprocessableEntity {
			t.Errorf("%s has the status %d, want 422", wrong, got.status)
		} else {
			got.problem()
		}
	}
}
