package httpapi

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestGoogleFamily_Guardian_SavesAllCards(t *testing.T) {
	t.Parallel()
	s, google := withGoogle(t)
	if alone := s.ownCard(); alone.FamilyGoogle != nil || alone.GoogleURL == nil {
		t.Errorf("a customer with one card is offered passes of a family: %v", alone.FamilyGoogle)
	}
	s.addChildren(0, 2)
	own := s.ownCard()
	link := own.FamilyGoogle
	if link == nil || link.Saves != 3 || link.Cards != 3 {
		t.Fatalf("offer with two children: %+v; want one link that saves 3 cards", link)
	}
	redirect := s.call(asAnonymous, http.MethodGet, strings.TrimPrefix(link.URL, "/api"), "").has(http.StatusSeeOther)
	serials, err := google.OpenLink(redirect.header.Get("Location"))
	if err != nil || len(serials) != 3 || redirect.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("the link has the passes %v and the headers %v: %v; want 3 passes, not cached", serials, redirect.header, err)
	}
	if first := google.Object(serials[0]); !strings.Contains(first, qrIDIn(own.QRURL)) {
		t.Errorf("the first pass is not the customer's own: %s", first)
	}
	s.addChildren(2, loyalty.MaxChildren)
	if link := s.ownCard().FamilyGoogle; link == nil || link.Saves != loyalty.MaxPassesPerRequest || link.Cards != 1+loyalty.MaxChildren {
		t.Errorf("offer with many children: %+v; want a link that saves the maximum of all cards", link)
	}
}

func TestGoogleFamily_Access_NeedsAValidTicket(t *testing.T) {
	t.Parallel()
	s, google := withGoogle(t)
	s.addChildren(0, 1)
	own := s.ownCard()
	address := strings.TrimPrefix(own.FamilyGoogle.URL, "/api")
	for _, refusedAddress := range []string{
		strings.Replace(address, qrIDIn(own.QRURL), s.Customer("Eva").QR(), 1), "/public/customers/" + qrIDIn(own.QRURL) + "/google-passes",
		strings.Replace(address, "until=1", "until=2", 1), address[:len(address)-1] + "g",
	} {
		s.call(asAnonymous, http.MethodGet, refusedAddress, "").has(http.StatusUnauthorized, loyalty.ErrPassRefused.Code)
	}
	s.Clock.Advance(2 * time.Hour)
	late := s.call(asAnonymous, http.MethodGet, address, "").has(http.StatusSeeOther)
	if to := late.header.Get("Location"); to != "/portal?bid="+own.BusinessID {
		t.Errorf("an expired address leads to %s, want the portal", to)
	}
	address = strings.TrimPrefix(s.ownCard().FamilyGoogle.URL, "/api")
	google.RespondWith(http.StatusServiceUnavailable)
	s.troubled = true
	s.openPage(address, "http://example.com/portal/points").has(http.StatusServiceUnavailable, loyalty.ErrGoogleUnavailable.Message, "Probar otra vez", `href="/portal/points"`)
	google.RespondWith(0)
	s.Database.Corrupt(t, "UPDATE businesses SET status = 'SUSPENDED' WHERE id = '"+own.BusinessID+"'")
	s.call(asAnonymous, http.MethodGet, address, "").has(http.StatusNotFound, loyalty.ErrCustomerNotFound.Code)
	if calls := google.Calls(); len(calls) > 0 {
		t.Errorf("Google received the calls %q, want none", calls)
	}
}
