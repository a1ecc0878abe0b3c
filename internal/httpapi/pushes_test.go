package httpapi

import (
	"net/http"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/pushing"
	"axioma/internal/service/usecase"
	"axioma/internal/wallet/wallettest"
)

const pushToken = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

type pushSite struct {
	*site
	apple  *wallettest.PushService
	sender *pushing.AppleSender
}

func withPushes(t *testing.T) pushSite {
	t.Helper()
	s := newSite(t)
	now := s.Clock.Now()
	authority, err := wallettest.NewAuthority(now)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := authority.Issue(now.AddDate(0, 5, 0))
	if err != nil {
		t.Fatal(err)
	}
	files, err := certificate.Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	maker := makerOf(t, files, now)
	s.usePassMaker(maker)
	apple := wallettest.NewPushService(authority)
	t.Cleanup(apple.Close)
	identity := maker.Identity()
	s.UpdatePasses()
	return pushSite{s, apple, pushing.NewAppleSender(pushing.AppleAccount{
		Address: apple.URL, PassType: identity.PassType(), Certificate: identity.TLS(), Roots: apple.Roots(),
	})}
}

func (p pushSite) pushes() int {
	p.t.Helper()
	p.Clock.Advance(time.Minute)
	before := len(p.apple.ReceivedTokens())
	p.UpdatePasses()
	for _, push := range p.ClaimPushes() {
		p.FinishPush(push, p.sender.Send(p.t.Context(), push))
	}
	return len(p.apple.ReceivedTokens()) - before
}

func TestPassPush_Visit_NotifiesTheDevice(t *testing.T) {
	t.Parallel()
	p := withPushes(t)
	ana := p.Customer("Ana Gómez")
	phone := p.addPass(ana)
	phone.register().has(http.StatusCreated)
	phone.listChanges().has(http.StatusOK, phone.pass.SerialNumber)
	phone.getPass().has(http.StatusNotModified)
	if pushCount := p.pushes(); pushCount != 0 {
		t.Errorf("before any change the phone got %d pushes, want 0", pushCount)
	}
	p.Visit(ana)
	if pushCount := p.pushes(); pushCount != 1 || p.apple.ReceivedTokens()[0] != pushToken {
		t.Fatalf("after a stamp the phone got %d pushes, want 1, at %q", pushCount, p.apple.ReceivedTokens())
	}
	phone.listChanges().has(http.StatusOK, phone.pass.SerialNumber)
	phone.getPass().has(http.StatusOK)
	if phone.pass.Visits() != "1/10" {
		t.Errorf("the pass says %q, want 1/10", phone.pass.Visits())
	}
	phone.listChanges().has(http.StatusNoContent)
	if pushCount := p.pushes(); pushCount != 0 {
		t.Errorf("after the phone fetched the pass, it got %d more pushes, want 0", pushCount)
	}
	phone.callService(http.MethodDelete, phone.registration(), "", phone.authorization()...).has(http.StatusOK)
	p.FurtherVisit(ana)
	if pushCount := p.pushes(); pushCount != 0 {
		t.Errorf("a phone that removed the pass got %d pushes, want 0", pushCount)
	}
}

func TestPassPush_VoidedPass_NotifiesOnce(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, pushSite, loyalty.Customer){
		"archived": func(_ *testing.T, p pushSite, ana loyalty.Customer) { p.Archive(ana) },
		"suspended": func(t *testing.T, p pushSite, _ loyalty.Customer) {
			t.Helper()
			operator := usecase.Actor{UserID: p.Operator(t).ID, Role: loyalty.Superadmin}
			if _, err := p.Cases.ControlPanel.Suspend(t.Context(), operator, p.Business.ID); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := withPushes(t)
			ana := p.Customer("Ana")
			phone := p.addPass(ana)
			phone.register().has(http.StatusCreated)
			end(t, p, ana)
			if pushCount := p.pushes(); pushCount != 1 {
				t.Errorf("the phone got %d pushes, want 1", pushCount)
			}
			phone.listChanges().has(http.StatusOK, phone.pass.SerialNumber)
			phone.getPass().has(http.StatusOK)
			if !phone.pass.Voided || len(phone.pass.Barcodes) > 0 {
				t.Errorf("the void pass has %+v; want Voided true and no Barcodes", phone.pass)
			}
			if pushCount := p.pushes(); pushCount != 0 {
				t.Errorf("after the phone fetched the void pass, it got %d more pushes, want 0", pushCount)
			}
		})
	}
}

// The archived customer's devices were notified long before.
func TestPassPush_Erasure_IsPrecededByANotice(t *testing.T) {
	t.Parallel()
	p := withPushes(t)
	ana := p.Customer("Ana")
	phone := p.addPass(ana)
	phone.register().has(http.StatusCreated)
	p.Clock.Advance(7 * 365 * 24 * time.Hour)
	p.tokens = map[caller]string{}
	if err := p.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if pushCount := p.pushes(); pushCount != 1 {
		t.Errorf("the archive sent %d notifications, want 1", pushCount)
	}
	p.erase(ana)
	if pushCount := p.pushes(); pushCount != 0 {
		t.Errorf("the erasure sent %d notifications, want none", pushCount)
	}
	phone.getPass().has(http.StatusUnauthorized)
}

func TestPassPush_UnreachableDevice_IsDeleted(t *testing.T) {
	t.Parallel()
	for _, refusal := range []wallettest.Refusal{{Status: 410, Reason: "Unregistered"}, {Status: 400, Reason: "BadDeviceToken"}} {
		p := withPushes(t)
		ana := p.Customer("Ana")
		phone := p.addPass(ana)
		phone.register().has(http.StatusCreated)
		p.apple.Refuse(pushToken, refusal)
		p.Visit(ana)
		p.pushes()
		if remaining := p.Database.Rows(t, "SELECT holder FROM pass_holders"); len(remaining) > 0 {
			t.Errorf("after %d %s the phone is still registered: %q", refusal.Status, refusal.Reason, remaining)
		}
		phone.register().has(http.StatusCreated)
	}
}
