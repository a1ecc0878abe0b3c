package googlewallet_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
	"axioma/internal/store"
)

func TestSync_ConcurrentChanges_EndInTheLatestPass(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.Customer("Ana")
	serial := d.adds(ana)
	d.follows()
	d.Visit(ana)
	older, err := d.cases.Load(t.Context(), serial)
	if err != nil {
		t.Fatal(err)
	}
	d.FurtherVisit(ana)
	d.cases.by = func() {
		d.cases.shown = &older
		if try := d.renews(serial); try.Result != passes.PushAccepted {
			t.Errorf("sending an older state: %+v", try)
		}
		d.cases.shown = nil
	}
	if try := d.renews(serial); try.Result != passes.PushAccepted {
		t.Errorf("sending a newer state: %+v", try)
	}
	if front := d.shows(serial).front(); front != "Visitas 1/10 Faltan 4" {
		t.Errorf("after the older state arrived last, the pass shows %s", front)
	}
	d.follows()
	if front := d.shows(serial).front(); front != "Visitas 2/10 Faltan 3" {
		t.Errorf("in the end the pass shows %s, want 2 visits", front)
	}
}

func TestSync_ConcurrentChanges_EndInTheLatestClass(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	serial := d.adds(d.Customer("Ana"))
	d.follows()
	d.renames("Older")
	older, err := d.cases.Load(t.Context(), serial)
	if err != nil {
		t.Fatal(err)
	}
	d.renames("Newer")
	d.cases.byClass = func() {
		d.cases.shown = &older
		if try := d.renews(serial); try.Result != passes.PushAccepted {
			t.Errorf("sending an older state: %+v", try)
		}
		d.cases.shown = nil
	}
	if try := d.renews(serial); try.Result != passes.PushAccepted {
		t.Errorf("sending a newer state: %+v", try)
	}
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, "Older") {
		t.Errorf("after the older state arrived last, the class is %s", class)
	}
	d.follows()
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, "Newer") {
		t.Errorf("in the end the class is %s, want the newer one", class)
	}
}

func TestLink_ConcurrentFirstTaps_EndInTheLatestPass(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana, eva := d.Customer("Ana"), d.Customer("Eva")
	older, err := d.cases.Issue(t.Context(), eva.QR())
	if err != nil {
		t.Fatal(err)
	}
	d.renames("Newer")
	d.cases.byClass = func() {
		d.cases.shown = &older
		d.adds(eva)
		d.cases.shown = nil
	}
	d.adds(ana)
	if class := d.google.Class(d.Business.ID); strings.Contains(class, "Newer") {
		t.Errorf("after the older state arrived last, the class is %s", class)
	}
	d.follows()
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, "Newer") {
		t.Errorf("in the end the class is %s, want the newer one", class)
	}
}

func TestLink_InterruptedFirstTap_PassEndsWithTheCard(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.Customer("Ana")
	d.interruptLink(ana)
	serial := d.Pass(ana).Serial
	if d.shows(serial).State != "ACTIVE" {
		t.Fatalf("Google has %q, want an active pass", d.google.Object(serial))
	}
	d.Archive(ana)
	d.follows()
	if remaining := d.google.Object(serial); d.shows(serial).State != "EXPIRED" || strings.Contains(remaining, "Ana") {
		t.Errorf("Google still has data of the customer: %s", remaining)
	}
}

func TestLink_InterruptedFirstTap_PassIsCorrected(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana, eva := d.Customer("Ana"), d.Customer("Eva")
	d.interruptLink(ana)
	d.interruptLink(eva)
	d.Visit(ana)
	d.Visit(eva)
	d.adds(ana)
	d.follows()
	for _, customer := range []loyalty.Customer{ana, eva} {
		if front := d.shows(d.Pass(customer).Serial).front(); front != "Visitas 1/10 Faltan 4" {
			t.Errorf("%s: the pass shows %s", customer.Name, front)
		}
	}
}

// Nothing would ever end a pass that is created after its customer was erased.
func TestLink_CustomerErasedMeanwhile_CreatesNoPass(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.Customer("Ana")
	d.cases.byClass = func() {
		d.Database.Corrupt(t, "DELETE FROM passes WHERE customer_id = '"+ana.ID+"'")
	}
	if link, err := d.issuer.CreateLink(t.Context(), ana.QR()); !errors.Is(err, loyalty.ErrPassRefused) {
		t.Errorf("the link is %s, want a refusal: %v", link, err)
	}
	d.called("of her", "POST loyaltyClass")
}

func TestSync_RestoredBackup_IsSentToGoogle(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana := d.Customer("Ana")
	serial := d.adds(ana)
	d.follows()
	d.google.Patch(serial, `{"accountName":"Later"}`) // as a change after the backup
	d.google.Calls()
	if err := d.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Passes().ReviewAll() }); err != nil {
		t.Fatal(err)
	}
	d.Cases = d.SecondServer(t)
	d.follows()
	d.follows()
	if shown := d.shows(serial); shown.AccountName != "Ana" || d.google.NotificationCount(serial) != 0 {
		t.Errorf("Google has %+v, with %d notifications, want the first name and none", shown, d.google.NotificationCount(serial))
	}
	d.called("of what the copy says", "PATCH loyaltyClass", "PATCH loyaltyObject")
}

func (d *desk) interruptLink(customer loyalty.Customer) {
	d.t.Helper()
	ctx, end := context.WithCancel(d.t.Context())
	d.cases.by = end
	if link, err := d.issuer.CreateLink(ctx, customer.QR()); err == nil {
		d.t.Fatalf("the interrupted call returned the link %s", link)
	}
}

func (d *desk) renames(name string) {
	d.t.Helper()
	if _, err := d.Cases.Businesses.ChangeSettings(d.t.Context(), d.Owner, loyalty.SettingChanges{Name: &name}, true); err != nil {
		d.t.Fatal(err)
	}
}
