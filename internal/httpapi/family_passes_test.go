package httpapi

import (
	"archive/zip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

func (s *site) ownCard() PortalCustomer {
	s.t.Helper()
	var own PortalCustomer
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK).into(&own)
	return own
}

func (s *site) addChildren(from, to int) {
	s.t.Helper()
	for i := from; i < to; i++ {
		body := fmt.Sprintf(`{"name":"Leo %c","birthday":"2018-05-%02d","guardianConsent":true}`, 'A'+i, 1+i)
		s.call(asCustomer, http.MethodPost, "/portal/me/children", body).has(http.StatusCreated)
	}
}

func (a answer) passes() []wallettest.Pass {
	a.t.Helper()
	if got := a.header.Get("Content-Type"); got != wallet.BundleType {
		a.t.Fatalf("the passes have the type %q: %d %.200s", got, a.status, a.body)
	}
	archive, err := zip.NewReader(strings.NewReader(a.body), int64(len(a.body)))
	if err != nil {
		a.t.Fatal(err)
	}
	var passes []wallettest.Pass
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			a.t.Fatal(err)
		}
		read, err := io.ReadAll(content)
		if err != nil || !strings.HasSuffix(file.Name, ".pkpass") {
			a.t.Fatalf("the bundle has the file %s (%v), want only .pkpass files", file.Name, err)
		}
		pass := a
		pass.body, pass.header = string(read), http.Header{"Content-Type": {wallet.ContentType}}
		passes = append(passes, pass.pass())
	}
	return passes
}

func TestFamilyPasses_Guardian_GetsOneBundle(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	if alone := s.ownCard(); alone.FamilyPassesURL != nil || alone.PassURL == nil {
		t.Errorf("a customer with one card is offered passes of a family at %v", alone.FamilyPassesURL)
	}
	s.addChildren(0, 2)
	own := s.ownCard()
	passes := s.call(asAnonymous, http.MethodGet, strings.TrimPrefix(*own.FamilyPassesURL, "/api"), "").has(http.StatusOK).passes()
	if len(passes) != 3 || !strings.Contains(passes[0].Barcodes[0].Message, qrIDIn(own.QRURL)) || passes[1].SerialNumber == passes[2].SerialNumber {
		t.Errorf("the bundle has the wrong passes: %+v", passes)
	}
	s.addChildren(2, loyalty.MaxChildren)
	if passes := s.call(asAnonymous, http.MethodGet, strings.TrimPrefix(*own.FamilyPassesURL, "/api"), "").passes(); len(passes) != loyalty.MaxPassesPerRequest {
		t.Errorf("for a large family the bundle has %d passes, want %d", len(passes), loyalty.MaxPassesPerRequest)
	}
}

func TestFamilyPasses_Access_NeedsAValidTicket(t *testing.T) {
	t.Parallel()
	s := withPasses(t)
	s.addChildren(0, 1)
	own := s.ownCard()
	address := strings.TrimPrefix(*own.FamilyPassesURL, "/api")
	other := s.Customer("Eva")
	for name, refusedAddress := range map[string]string{
		"of another customer":   strings.Replace(address, qrIDIn(own.QRURL), other.QR(), 1),
		"without a key":         "/public/customers/" + qrIDIn(own.QRURL) + "/passes.pkpasses",
		"with a changed expiry": strings.Replace(address, "until=1", "until=2", 1),
		"with another key":      address[:len(address)-1] + "g",
	} {
		s.call(asAnonymous, http.MethodGet, refusedAddress, "").has(http.StatusUnauthorized, loyalty.ErrPassRefused.Code)
		if t.Failed() {
			t.Fatalf("a ticket %s must be refused", name)
		}
	}
	s.Clock.Advance(time.Hour)
	s.call(asAnonymous, http.MethodGet, address, "").has(http.StatusOK)
	setStatus := "UPDATE businesses SET status = '%s' WHERE id = '" + own.BusinessID + "'"
	s.Database.Corrupt(t, fmt.Sprintf(setStatus, loyalty.BusinessSuspended))
	s.call(asAnonymous, http.MethodGet, address, "").has(http.StatusNotFound, loyalty.ErrCustomerNotFound.Code)
	s.Database.Corrupt(t, fmt.Sprintf(setStatus, loyalty.BusinessActive))
	s.Clock.Advance(time.Hour)
	late := s.call(asAnonymous, http.MethodGet, address, "").has(http.StatusSeeOther)
	if to := late.header.Get("Location"); to != "/portal?bid="+own.BusinessID {
		t.Errorf("an expired address leads to %s, want the portal", to)
	}
}
