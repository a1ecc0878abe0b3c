package googlewallet_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
)

func (d *walletShop) addChildren(guardian loyalty.Customer, count int) {
	d.t.Helper()
	for i := range count {
		child := loyalty.ChildDraft{Name: fmt.Sprint("Leo ", i), Birthday: "2018-05-17", Consents: true}
		if _, err := d.Cases.Children.Add(d.t.Context(), d.Admin, guardian.ID, child, ""); err != nil {
			d.t.Fatal(err)
		}
	}
}

func TestLinkTogether_Guardian_SavesAllCards(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	d.addChildren(ana, 2)
	ticket := d.ticket(ana)
	link, err := d.issuer.CreateLinkTogether(t.Context(), ticket)
	if err != nil {
		t.Fatal(err)
	}
	serials, err := d.google.OpenLink(link)
	if err != nil || len(serials) != 3 {
		t.Fatalf("the link has the passes %v: %v; want 3", serials, err)
	}
	d.mustReceiveCalls("for three cards", "POST loyaltyClass", "POST loyaltyObject", "POST loyaltyObject", "POST loyaltyObject")
	if first := d.storedPass(serials[0]); first.AccountName != "Ana" || first.GroupingInfo != d.storedPass(serials[2]).GroupingInfo {
		t.Errorf("the first pass is %+v", first)
	}
	d.processEvents()
	d.FurtherVisit(ana)
	d.processEvents()
	if front := d.storedPass(serials[0]).frontTexts(); front != "Visitas 1/10 Faltan 4" {
		t.Errorf("the guardian's pass shows %s, want Visitas 1/10 Faltan 4", front)
	}
}

// Browsers truncate longer links.
func TestLinkTogether_ManyCards_SavesAsManyAsFit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		address     string
		least, most int
	}{
		"a short address": {publicURL, loyalty.MaxPassesPerRequest, loyalty.MaxPassesPerRequest},
		"a long address":  {"https://" + strings.Repeat("cards.", 80) + "example.com", 2, loyalty.MaxPassesPerRequest - 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newWalletShopAt(t, c.address)
			ana := d.Customer("Ana")
			d.addChildren(ana, loyalty.MaxChildren)
			link, err := d.issuer.CreateLinkTogether(t.Context(), d.ticket(ana))
			if err != nil {
				t.Fatal(err)
			}
			serials, err := d.google.OpenLink(link)
			if err != nil || len(serials) != d.issuer.MaxPerLink() || d.storedPass(serials[0]).AccountName != "Ana" {
				t.Errorf("the link has %d passes, want %d: %v", len(serials), d.issuer.MaxPerLink(), err)
			}
			if len(serials) < c.least || len(serials) > c.most {
				t.Errorf("the link has %d passes, which is out of range", len(serials))
			}
		})
	}
}

func TestLinkTogether_InvalidTicket_IsRefused(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana, eva := d.Customer("Ana"), d.Customer("Eva")
	ticket := d.ticket(ana)
	ticket.QRID = eva.QR()
	if link, err := d.issuer.CreateLinkTogether(t.Context(), ticket); !errors.Is(err, loyalty.ErrPassRefused) {
		t.Errorf("a ticket of another customer gave the link %s: %v", link, err)
	}
	d.google.RespondWith(http.StatusServiceUnavailable)
	if link, err := d.issuer.CreateLinkTogether(t.Context(), d.ticket(ana)); !errors.Is(err, loyalty.ErrGoogleUnavailable) {
		t.Errorf("while Google is unreachable the link is %s: %v; want ErrGoogleUnavailable", link, err)
	}
	d.mustReceiveCalls("of another's cards")
}

func (d *walletShop) ticket(customer loyalty.Customer) passes.PassTicket {
	d.t.Helper()
	ticket, err := d.Cases.Passes.CreateTicket(d.t.Context(), customer.QR())
	if err != nil {
		d.t.Fatal(err)
	}
	return ticket
}
