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
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.processEvents()
	d.Visit(ana)
	older, err := d.cases.Load(t.Context(), serial)
	if err != nil {
		t.Fatal(err)
	}
	d.FurtherVisit(ana)
	d.cases.beforeSent = func() {
		d.cases.fixedCard = &older
		if try := d.sendPush(serial); try.Result != passes.PushAccepted {
			t.Errorf("sending an older state: %+v, want Result %v", try, passes.PushAccepted)
		}
		d.cases.fixedCard = nil
	}
	if try := d.sendPush(serial); try.Result != passes.PushAccepted {
		t.Errorf("sending a newer state: %+v, want Result %v", try, passes.PushAccepted)
	}
	if front := d.storedPass(serial).frontTexts(); front != "Visitas 1/10 Faltan 4" {
		t.Errorf("after the older state arrived last, the pass shows %s, want Visitas 1/10 Faltan 4", front)
	}
	d.processEvents()
	if front := d.storedPass(serial).frontTexts(); front != "Visitas 2/10 Faltan 3" {
		t.Errorf("in the end the pass shows %s, want 2 visits", front)
	}
}

func TestSync_ConcurrentChanges_EndInTheLatestClass(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	serial := d.savePass(d.Customer("Ana"))
	d.processEvents()
	d.renameBusiness("Older")
	older, err := d.cases.Load(t.Context(), serial)
	if err != nil {
		t.Fatal(err)
	}
	d.renameBusiness("Newer")
	d.cases.beforeClassSent = func() {
		d.cases.fixedCard = &older
		if try := d.sendPush(serial); try.Result != passes.PushAccepted {
			t.Errorf("sending an older state: %+v, want Result %v", try, passes.PushAccepted)
		}
		d.cases.fixedCard = nil
	}
	if try := d.sendPush(serial); try.Result != passes.PushAccepted {
		t.Errorf("sending a newer state: %+v, want Result %v", try, passes.PushAccepted)
	}
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, "Older") {
		t.Errorf("after the older state arrived last, the class is %s, want %q in it", class, "Older")
	}
	d.processEvents()
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, "Newer") {
		t.Errorf("in the end the class is %s, want the newer one", class)
	}
}

func TestLink_ConcurrentFirstTaps_EndInTheLatestPass(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana, eva := d.Customer("Ana"), d.Customer("Eva")
	older, err := d.cases.Issue(t.Context(), eva.QR())
	if err != nil {
		t.Fatal(err)
	}
	d.renameBusiness("Newer")
	d.cases.beforeClassSent = func() {
		d.cases.fixedCard = &older
		d.savePass(eva)
		d.cases.fixedCard = nil
	}
	d.savePass(ana)
	if class := d.google.Class(d.Business.ID); strings.Contains(class, "Newer") {
		t.Errorf("after the older state arrived last, the class is %s", class)
	}
	d.processEvents()
	if class := d.google.Class(d.Business.ID); !strings.Contains(class, "Newer") {
		t.Errorf("in the end the class is %s, want the newer one", class)
	}
}

func TestLink_InterruptedFirstTap_PassEndsWithTheCard(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	d.interruptLink(ana)
	serial := d.Pass(ana).Serial
	if d.storedPass(serial).State != "ACTIVE" {
		t.Fatalf("Google has %q, want an active pass", d.google.Object(serial))
	}
	d.Archive(ana)
	d.processEvents()
	if remaining := d.google.Object(serial); d.storedPass(serial).State != "EXPIRED" || strings.Contains(remaining, "Ana") {
		t.Errorf("Google still has data of the customer: %s", remaining)
	}
}

func TestLink_InterruptedFirstTap_PassIsCorrected(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana, eva := d.Customer("Ana"), d.Customer("Eva")
	d.interruptLink(ana)
	d.interruptLink(eva)
	d.Visit(ana)
	d.Visit(eva)
	d.savePass(ana)
	d.processEvents()
	for _, customer := range []loyalty.Customer{ana, eva} {
		if front := d.storedPass(d.Pass(customer).Serial).frontTexts(); front != "Visitas 1/10 Faltan 4" {
			t.Errorf("%s: the pass shows %s, want 1 of 10 visits", customer.Name, front)
		}
	}
}

// Nothing would ever end a pass that is created after its customer was erased.
func TestLink_CustomerErasedMeanwhile_CreatesNoPass(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	d.cases.beforeClassSent = func() {
		d.Database.Corrupt(t, "DELETE FROM passes WHERE customer_id = '"+ana.ID+"'")
	}
	if link, err := d.issuer.CreateLink(t.Context(), ana.QR()); !errors.Is(err, loyalty.ErrPassRefused) {
		t.Errorf("the link is %s, want a refusal: %v", link, err)
	}
	d.mustReceiveCalls("of her", "POST loyaltyClass")
}

func TestSync_RestoredBackup_IsSentToGoogle(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	serial := d.savePass(ana)
	d.processEvents()
	d.google.Patch(serial, `{"accountName":"Later"}`) // as a change after the backup
	d.google.Calls()
	if err := d.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Passes().ReviewAll() }); err != nil {
		t.Fatal(err)
	}
	d.Cases = d.SecondServer(t)
	d.processEvents()
	d.processEvents()
	if pass := d.storedPass(serial); pass.AccountName != "Ana" || d.google.NotificationCount(serial) != 0 {
		t.Errorf("Google has %+v, with %d notifications, want the first name and none", pass, d.google.NotificationCount(serial))
	}
	d.mustReceiveCalls("of what the copy says", "PATCH loyaltyClass", "PATCH loyaltyObject")
}

func (d *walletShop) interruptLink(customer loyalty.Customer) {
	d.t.Helper()
	ctx, end := context.WithCancel(d.t.Context())
	d.cases.beforeSent = end
	if link, err := d.issuer.CreateLink(ctx, customer.QR()); err == nil {
		d.t.Fatalf("the interrupted call returned the link %s", link)
	}
}

func (d *walletShop) renameBusiness(name string) {
	d.t.Helper()
	if _, err := d.Cases.Businesses.ChangeSettings(d.t.Context(), d.Owner, loyalty.SettingChanges{Name: &name}, true); err != nil {
		d.t.Fatal(err)
	}
}
