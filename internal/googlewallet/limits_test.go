package googlewallet_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/googlewallet/googletest"
	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
)

type fakeCases struct{}

func (fakeCases) Issue(_ context.Context, customerID string) (passes.GoogleCard, error) {
	business := loyalty.Business{ID: "uno", Name: "Barbería Uno"}
	return passes.GoogleCard{
		IssuedPass: passes.IssuedPass{
			Pass: loyalty.Pass{BusinessID: "uno", CustomerID: customerID, Serial: "pass" + customerID},
			Face: loyalty.PassFace{Business: business.Name, FirstName: "Ana", Progress: loyalty.Progress{Terms: loyalty.Terms{Target: 10}}},
		},
		Business: business, SentClass: "",
	}, nil
}

func (a fakeCases) IssueTogether(context.Context, passes.PassTicket, int, func(passes.GoogleCard) error) error {
	return loyalty.ErrPassRefused
}

func (a fakeCases) Load(ctx context.Context, serial string) (passes.GoogleCard, error) {
	return a.Issue(ctx, serial)
}
func (fakeCases) RecordIntent(_ context.Context, card passes.GoogleCard) (passes.GoogleCard, error) {
	return card, nil
}
func (fakeCases) RecordSent(context.Context, passes.GoogleCard, string) error      { return nil }
func (fakeCases) RecordClassSent(context.Context, passes.GoogleCard, string) error { return nil }
func (fakeCases) ReserveNotification(context.Context, loyalty.Pass) (bool, error)  { return true, nil }
func (fakeCases) ReturnNotification(context.Context, loyalty.Pass) error           { return nil }
func (fakeCases) AddHolder(context.Context, loyalty.Pass) error                    { return nil }
func (fakeCases) RecordCallback(context.Context, string, bool, time.Time) error    { return nil }
func (fakeCases) Logo(context.Context, string, loyalty.LogoName) ([]byte, error)   { return nil, nil }
func (fakeCases) Seal(context.Context, string) (string, error)                     { return "seal", nil }
func (fakeCases) VerifySeal(context.Context, string, string) (bool, error)         { return true, nil }

func TestClient_ManyCalls_StayBelowTheRateLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		google, issuer := issuerFor(t, fakeCases{}, time.Now)
		faults := make(chan error)
		const customers = 50
		for i := range customers {
			go func() {
				_, err := issuer.CreateLink(t.Context(), fmt.Sprint(i))
				faults <- err
			}()
		}
		for range customers {
			if err := <-faults; err != nil {
				t.Error(err)
			}
		}
		if calls := google.Calls(); len(calls) < 2*customers {
			t.Errorf("only %d calls were made", len(calls))
		}
	})
}

func TestClient_CallWithoutTimeLeft_IsUnavailable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, issuer := issuerFor(t, fakeCases{}, time.Now)
		if _, err := issuer.CreateLink(t.Context(), "1"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := issuer.CreateLink(ctx, "2"); !errors.Is(err, loyalty.ErrGoogleUnavailable) {
			t.Errorf("the customer gets %v, want ErrGoogleUnavailable", err)
		}
	})
}

func TestClient_HangingTokenRequest_BlocksNoCancelledCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		google, issuer := issuerFor(t, fakeCases{}, time.Now)
		google.HangTokenEndpoint()
		first := make(chan error)
		go func() {
			_, err := issuer.CreateLink(t.Context(), "1")
			first <- err
		}()
		synctest.Wait()
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := issuer.CreateLink(ctx, "2"); !errors.Is(err, loyalty.ErrGoogleUnavailable) || time.Since(start) != time.Second {
			t.Errorf("after %s the customer gets %v, want ErrGoogleUnavailable after 1s", time.Since(start), err)
		}
		if err := <-first; !errors.Is(err, loyalty.ErrGoogleUnavailable) {
			t.Errorf("a caller that waits for the token gets %v, want ErrGoogleUnavailable", err)
		}
	})
}

func TestClient_Token_IsRenewedBeforeItExpires(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		google, issuer := issuerFor(t, fakeCases{}, time.Now)
		for _, step := range []struct {
			after time.Duration
			want  int
		}{{0, 1}, {54 * time.Minute, 1}, {2 * time.Minute, 2}} {
			time.Sleep(step.after)
			if _, err := issuer.CreateLink(t.Context(), "1"); err != nil {
				t.Fatal(err)
			}
			if got := google.TokenCount(); got != step.want {
				t.Errorf("%s later %d tokens were fetched", step.after, got)
			}
		}
	})
}

func TestStandIn_InvalidDocument_IsRefused(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	serial := d.savePass(d.Customer("Ana"))
	for name, wrong := range map[string]string{
		"an unknown field": `{"color":"red"}`, "an unknown word": `{"state":"ALIVE"}`, "a number for a text": `{"accountName":7}`,
		"another business": `{"classId":"` + googletest.Issuer + `.other"}`, "nothing": `{"barcode":null}`,
		"a link without a scheme": `{"linksModuleData":{"uris":[{"uri":"portal"}]}}`, "a link that runs": `{"linksModuleData":{"uris":[{"uri":"javascript:alert(1)"}]}}`,
		"a text without a body": `{"textModulesData":[{"id":"a"}]}`, "two texts of one id": `{"textModulesData":[{"id":"a","body":"1"},{"id":"a","body":"2"}]}`,
		"a code without a value": `{"barcode":{"type":"QR_CODE"}}`, "points without a balance": `{"loyaltyPoints":{"label":"Visitas","balance":{}}}`,
		"two balances": `{"loyaltyPoints":{"balance":{"string":"1","int":1}}}`, "no state": `{"state":""}`,
		"a message without a header": `{"messages":[{"body":"Hola"}]}`,
		"eleven messages":            `{"messages":[` + strings.Repeat(`{"header":"a","body":"b"},`, 10) + `{"header":"a","body":"b"}]}`,
		"a picture over http":        `{"heroImage":{"sourceUri":{"uri":"http://cards.example.com/a.png"}}}`,
		"a picture of this network":  `{"heroImage":{"sourceUri":{"uri":"https://192.168.1.7/a.png"}}}`,
	} {
		if status := d.google.Patch(serial, wrong); status != http.StatusBadRequest && status != http.StatusNotFound {
			t.Errorf("a document with %s has status %d", name, status)
		}
	}
	for name, wrong := range map[string]string{
		"a colour by name": `{"hexBackgroundColor":"green"}`, "a colour without its sign": `{"hexBackgroundColor":"004c35"}`, "a country in full": `{"countryCode":"España"}`,
		"a callback over http": `{"callbackOptions":{"url":"http://cards.example.com/"}}`, "a draft": `{"reviewStatus":"DRAFT"}`, "no logo": `{"programLogo":null}`,
		"a logo over http": `{"programLogo":{"sourceUri":{"uri":"http://cards.example.com/a.png"}}}`, "no name": `{"programName":""}`,
	} {
		if status := d.google.PatchClass(d.Business.ID, wrong); status != http.StatusBadRequest {
			t.Errorf("a class with %s has status %d, want 400", name, status)
		}
	}
	if status := d.google.Patch(serial, `{"accountName":"Eva"}`); status != http.StatusOK {
		t.Errorf("a valid document has status %d, want 200", status)
	}
	d.Clock.Advance(time.Hour)
	if status := d.google.Patch(serial, `{"accountName":"Ana"}`); status != http.StatusUnauthorized {
		t.Errorf("a token that has ended has status %d, want 401", status)
	}
}

func TestClass_BusinessOlderThanTheRules_IsAccepted(t *testing.T) {
	t.Parallel()
	for _, column := range []string{"name = ' '", "name = 'Barbería " + strings.Repeat("x", 500) + "'", "country = ''"} {
		d := newWalletShop(t)
		d.Database.Corrupt(t, "UPDATE businesses SET "+column)
		d.savePass(d.Customer("Ana"))
	}
}
