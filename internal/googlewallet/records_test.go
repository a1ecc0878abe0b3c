package googlewallet_test

import (
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

func TestPass_MergedRecord_ShowsTheKeptRecord(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana, anita := d.Customer("Ana"), d.Customer("Anita")
	d.Visits(ana, 3)
	d.Visits(anita, 1)
	serial := d.savePass(anita)
	d.processEvents()
	if _, err := d.Cases.Merges.Merge(t.Context(), d.Owner, ana.ID, anita.ID); err != nil {
		t.Fatal(err)
	}
	d.processEvents()
	if pass := d.storedPass(serial); pass.State != "ACTIVE" || pass.AccountName != "Ana" || pass.frontTexts() != "Visitas 4/10 Faltan 1" || !strings.Contains(pass.Barcode.Value, ana.QR()) {
		t.Errorf("the pass of the merged record shows %s of %s with %s, want an active pass of Ana with 4 of 10 visits", pass.frontTexts(), pass.AccountName, pass.Barcode.Value)
	}
	d.FurtherVisit(ana)
	d.processEvents()
	if front := d.storedPass(serial).frontTexts(); front != "Visitas 5/10 Te espera 50 %" {
		t.Errorf("after a visit on the kept record the pass shows %s, want %q", front, "Visitas 5/10 Te espera 50 %")
	}
	d.Archive(ana)
	d.processEvents()
	if remaining := d.google.Object(serial); d.storedPass(serial).State != "EXPIRED" || strings.Contains(remaining, "Ana") {
		t.Errorf("after the kept record ended, Google has %s, want an expired pass without the name", remaining)
	}
}

func TestPass_MergeUndone_ShowsRecordOfThePassAgain(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana, anita := d.Customer("Ana"), d.Customer("Anita")
	d.Visits(ana, 3)
	d.Visits(anita, 1)
	serial := d.savePass(anita)
	d.processEvents()
	merge, err := d.Cases.Merges.Merge(t.Context(), d.Owner, ana.ID, anita.ID)
	if err != nil {
		t.Fatal(err)
	}
	d.processEvents()
	if err := d.Cases.Merges.Undo(t.Context(), d.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	d.processEvents()
	if pass := d.storedPass(serial); pass.AccountName != "Anita" || pass.frontTexts() != "Visitas 1/10 Faltan 4" || !strings.Contains(pass.Barcode.Value, anita.QR()) {
		t.Errorf("the pass shows %s of %s with %s, want Anita's pass with 1 of 10 visits", pass.frontTexts(), pass.AccountName, pass.Barcode.Value)
	}
}

func TestPass_QREnded_EndsToo(t *testing.T) {
	t.Parallel()
	for _, adds := range []string{"at once", "later"} {
		d := newWalletShop(t)
		ana := d.Customer("Ana")
		former := d.savePass(ana)
		d.processEvents()
		changedCustomer, err := d.Cases.QRChanges.Change(t.Context(), d.Owner, ana.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		if adds == "later" {
			d.processEvents()
		}
		fresh := d.savePass(changedCustomer)
		d.processEvents()
		remaining := d.google.Object(former)
		if pass := d.storedPass(former); pass.State != "EXPIRED" || pass.Barcode != nil || strings.Contains(remaining, "Ana") || d.google.NotificationCount(former) != 0 {
			t.Errorf("%s: Google has the former pass as %s", adds, remaining)
		}
		d.FurtherVisit(ana)
		d.processEvents()
		storedPass := d.storedPass(fresh)
		if fresh == former || storedPass.frontTexts() != "Visitas 1/10 Faltan 4" || !strings.Contains(storedPass.Barcode.Value, changedCustomer.QR()) || d.google.NotificationCount(fresh) != 1 {
			t.Errorf("%s: the new pass shows %s with %s, want another serial with 1 of 10 visits and the new QR", adds, storedPass.frontTexts(), storedPass.Barcode.Value)
		}
		if again := d.google.Object(former); again != remaining {
			t.Errorf("%s: the former pass has changed to %s", adds, again)
		}
	}
}

func TestPassUpdate_Correction_SendsNoNotification(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		correct func(t *testing.T, d *walletShop, ana loyalty.Customer)
		front   string
	}{
		"a redemption that is taken back": {func(t *testing.T, d *walletShop, ana loyalty.Customer) {
			redemption, err := d.Redeem(ana, loyalty.RewardHalf)
			if err != nil {
				t.Fatal(err)
			}
			d.processEvents()
			if _, err := d.Cases.Rewards.TakeBack(t.Context(), d.Barber, service.TakeBackRequest{CustomerID: ana.ID, RewardID: redemption.Reward.ID}); err != nil {
				t.Fatal(err)
			}
		}, "Visitas 5/10 Te espera 50 %"},
		"a merge": {func(t *testing.T, d *walletShop, ana loyalty.Customer) {
			anita := d.Customer("Anita")
			d.Visits(anita, 3)
			if _, err := d.Cases.Merges.Merge(t.Context(), d.Owner, ana.ID, anita.ID); err != nil {
				t.Fatal(err)
			}
		}, "Visitas 8/10 Te espera 50 %"},
		"a family": {func(_ *testing.T, d *walletShop, ana loyalty.Customer) {
			eva := d.Customer("Eva")
			family := d.Family(loyalty.PolicyPool, eva)
			d.Visits(eva, 7)
			d.processEvents()
			if err := d.Join(family, ana, loyalty.RoleAdult); err != nil {
				t.Fatal(err)
			}
		}, "Visitas 7/10 Te espera 50 %"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newWalletShop(t)
			ana := d.Customer("Ana")
			d.Visits(ana, 5)
			serial := d.savePass(ana)
			d.processEvents()
			c.correct(t, d, ana)
			d.processEvents()
			if front := d.storedPass(serial).frontTexts(); front != c.front || d.google.NotificationCount(serial) != 0 {
				t.Errorf("the pass shows %s with %d notifications, want none", front, d.google.NotificationCount(serial))
			}
			d.FurtherVisit(ana)
			d.processEvents()
			if d.google.NotificationCount(serial) != 1 {
				t.Errorf("after another visit there are %d notifications, want 1", d.google.NotificationCount(serial))
			}
		})
	}
}

func TestClass_Premises_AreShown(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	ana := d.Customer("Ana")
	d.savePass(ana)
	objectWith := func(booking string) string {
		changes := loyalty.SettingChanges{Premises: loyalty.PremisesChanges{
			Address: loyalty.Change{Sent: true, Value: "Calle Mayor 3, Madrid"}, Phone: loyalty.Change{Sent: true, Value: "910 000 111"},
			BookingURL: loyalty.Change{Sent: true, Value: booking}, Hours: &[]loyalty.Opening{{Weekday: 1, From: "09:30", To: "14:00"}},
		}}
		if _, err := d.Cases.Businesses.ChangeSettings(t.Context(), d.Owner, changes, false); err != nil {
			t.Fatal(err)
		}
		d.processEvents()
		return d.google.Class(d.Business.ID)
	}
	class := objectWith("https://citas.example")
	for _, want := range []string{"Calle Mayor 3, Madrid", `"uri":"tel:+34910000111"`, `"uri":"https://citas.example"`, "Horario", "9:30"} {
		if !strings.Contains(class, want) {
			t.Errorf("%q is missing from the class %s", want, class)
		}
	}
	d.google.Calls()
	if class := objectWith(""); strings.Contains(class, "citas.example") {
		t.Errorf("the removed text is still in the class %s", class)
	}
	d.mustReceiveCalls("of what all passes say", "PATCH loyaltyClass")
}
