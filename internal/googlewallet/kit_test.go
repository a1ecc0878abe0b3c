package googlewallet_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/googlewallet"
	"axioma/internal/googlewallet/googletest"
	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
	"axioma/internal/service/servicetest"
)

const publicURL = "https://cards.example.com"

type walletShop struct {
	*servicetest.Shop
	t      *testing.T
	google *googletest.Google
	issuer *googlewallet.Issuer
	cases  *hookedCases
}

type hookedCases struct {
	*passes.GooglePasses
	beforeSent      func()             // called once before RecordSent
	beforeClassSent func()             // called once before RecordClassSent
	fixedCard       *passes.GoogleCard // returned by Issue and Load; nil: the present card
}

func (o *hookedCases) Issue(ctx context.Context, qrID string) (passes.GoogleCard, error) {
	if o.fixedCard != nil {
		return *o.fixedCard, nil
	}
	return o.GooglePasses.Issue(ctx, qrID)
}

func (o *hookedCases) Load(ctx context.Context, serial string) (passes.GoogleCard, error) {
	if o.fixedCard != nil {
		return *o.fixedCard, nil
	}
	return o.GooglePasses.Load(ctx, serial)
}

func (o *hookedCases) RecordSent(ctx context.Context, card passes.GoogleCard, contentDigest string) error {
	if hook := o.beforeSent; hook != nil {
		o.beforeSent = nil
		hook()
	}
	return o.GooglePasses.RecordSent(ctx, card, contentDigest)
}

func (o *hookedCases) RecordClassSent(ctx context.Context, card passes.GoogleCard, contentDigest string) error {
	if hook := o.beforeClassSent; hook != nil {
		o.beforeClassSent = nil
		hook()
	}
	return o.GooglePasses.RecordClassSent(ctx, card, contentDigest)
}

func newWalletShop(t *testing.T) *walletShop {
	t.Helper()
	return newWalletShopAt(t, publicURL)
}

func newWalletShopAt(t *testing.T, address string) *walletShop {
	t.Helper()
	shop := servicetest.New(t)
	cases := &hookedCases{GooglePasses: shop.Cases.GooglePasses}
	google, issuer := issuerAt(t, address, cases, shop.Clock.Now)
	return &walletShop{Shop: shop, t: t, google: google, issuer: issuer, cases: cases}
}

func issuerFor(t *testing.T, cases googlewallet.Cases, clock func() time.Time) (*googletest.Google, *googlewallet.Issuer) {
	t.Helper()
	return issuerAt(t, publicURL, cases, clock)
}

func issuerAt(t *testing.T, address string, cases googlewallet.Cases, clock func() time.Time) (*googletest.Google, *googlewallet.Issuer) {
	t.Helper()
	google, err := googletest.New(clock)
	if err != nil {
		t.Fatal(err)
	}
	key, err := google.KeyFile(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	account, err := googlewallet.ReadAccount(googletest.Issuer, key)
	if err != nil {
		t.Fatal(err)
	}
	issuer, err := googlewallet.NewIssuer(account, googlewallet.Options{
		Cases: cases, PublicURL: address, Path: "/api/wallet/google", Portal: "/portal?bid=",
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Clock: clock, Transport: google,
		Addresses: googlewallet.Addresses{API: googletest.API, Save: googletest.Save, Keys: googletest.Keys},
	})
	if err != nil {
		t.Fatal(err)
	}
	return google, issuer
}

func (d *walletShop) savePass(customer loyalty.Customer) string {
	d.t.Helper()
	link, err := d.issuer.CreateLink(d.t.Context(), customer.QR())
	if err != nil {
		d.t.Fatal(err)
	}
	serials, err := d.google.OpenLink(link)
	if err != nil || len(serials) != 1 {
		d.t.Fatalf("the link has the passes %v: %v", serials, err)
	}
	return serials[0]
}

func (d *walletShop) sendPush(serial string) passes.PushTry {
	d.t.Helper()
	return d.issuer.Send(d.t.Context(), passes.ClaimedPush{Push: loyalty.Push{Serial: serial}})
}

func (d *walletShop) processEvents() {
	d.t.Helper()
	d.Clock.Advance(10 * time.Second)
	if _, err := d.Cases.PassUpdater.Step(d.t.Context()); err != nil {
		d.t.Fatal(err)
	}
	pushes, err := d.Cases.Pushes.Claim(d.t.Context(), loyalty.GoogleWallet, 100)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, push := range pushes {
		try := d.issuer.Send(d.t.Context(), push)
		if try.Result != passes.PushAccepted {
			d.t.Errorf("a push ended with %s: %s", try.Result, try.Error)
		}
		if err := d.Cases.Pushes.Finish(d.t.Context(), push, try); err != nil {
			d.t.Fatal(err)
		}
	}
}

func (d *walletShop) mustReceiveCalls(name string, calls ...string) {
	d.t.Helper()
	if got := d.google.Calls(); !slices.Equal(got, calls) {
		d.t.Errorf("%s: Google received the calls %q, want %q", name, got, calls)
	}
}

type pass struct {
	State, AccountName                    string
	LoyaltyPoints, SecondaryLoyaltyPoints struct {
		Label   string
		Balance struct{ String *string }
	}
	Barcode         *struct{ Type, Value, AlternateText string }
	HeroImage       *struct{ SourceURI struct{ URI string } }
	TextModulesData []struct{ ID, Body string }
	LinksModuleData struct{ URIs []struct{ URI string } }
	GroupingInfo    struct{ GroupingID string }
	Messages        []struct{ Header, Body, MessageType string }
}

func (d *walletShop) storedPass(serial string) pass {
	d.t.Helper()
	var p pass
	if err := json.Unmarshal([]byte(d.google.Object(serial)), &p); err != nil {
		d.t.Fatal(err)
	}
	return p
}

func (p pass) frontTexts() string {
	var words []string
	for _, points := range []struct {
		Label   string
		Balance struct{ String *string }
	}{p.LoyaltyPoints, p.SecondaryLoyaltyPoints} {
		words = append(words, points.Label)
		if points.Balance.String != nil {
			words = append(words, *points.Balance.String)
		}
	}
	return strings.Join(words, " ")
}
