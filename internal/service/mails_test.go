package service_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func oneMail(t *testing.T) (*servicetest.Shop, loyalty.Customer, service.ClaimedMail) {
	t.Helper()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", "ana@correo.test")
	want := shop.QueueMail(ana)
	mails := shop.ClaimMails()
	if len(mails) != 1 {
		t.Fatalf("there are %d mails, want 1", len(mails))
	}
	want.Tries = 1
	if got := mails[0].Mail; got != want {
		t.Fatalf("the mail is %+v, want %+v", got, want)
	}
	return shop, ana, mails[0]
}

func mustHaveNoMail(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	if remaining := shop.Database.Rows(t, "SELECT id FROM mails"); len(remaining) != 0 {
		t.Errorf("the mails left are %q, want none", remaining)
	}
}

func mailsAfter(shop *servicetest.Shop, pause time.Duration) int {
	shop.Clock.Advance(pause)
	return len(shop.ClaimMails())
}

func TestMails_AcceptedOrRejected_IsRemoved(t *testing.T) {
	t.Parallel()
	for _, result := range []service.MailResult{service.MailAccepted, service.MailRejected} {
		shop, _, mail := oneMail(t)
		shop.FinishMail(mail, result)
		mustHaveNoMail(t, shop)
	}
}

func TestMails_LeaseExpired_IsClaimedAgain(t *testing.T) {
	t.Parallel()
	shop, _, mail := oneMail(t)
	if early := mailsAfter(shop, queueing.Lease-time.Second); early != 0 {
		t.Error("another worker must not claim the mail during the lease")
	}
	shop.Clock.Advance(time.Second)
	again := shop.ClaimMails()
	if len(again) != 1 {
		t.Fatalf("there are %d mails, want 1", len(again))
	}
	shop.FinishMail(mail, service.MailRejected)
	shop.FinishMail(again[0], service.MailRetryLater)
	if third := mailsAfter(shop, time.Minute); third != 1 {
		t.Error("the late result of the first worker must not be stored")
	}
}

func TestMails_RetryLater_BacksOff(t *testing.T) {
	t.Parallel()
	shop, _, mail := oneMail(t)
	for tries := int64(1); tries < 6; tries++ {
		shop.FinishMail(mail, service.MailRetryLater)
		if early := mailsAfter(shop, queueing.RetryBackoff(tries, 0)-time.Millisecond); early != 0 {
			t.Fatalf("after %d tries the mail is sent again too early", tries)
		}
		shop.Clock.Advance(queueing.RetryBackoff(tries, 0) + time.Millisecond)
		again := shop.ClaimMails()
		if len(again) != 1 || again[0].Tries != tries+1 {
			t.Fatalf("after %d tries the mails are %+v, want one more try", tries, again)
		}
		mail = again[0]
	}
}

func TestMails_QueueHeld_CostsNoTries(t *testing.T) {
	t.Parallel()
	shop, _, mail := oneMail(t)
	for range 12 {
		shop.FinishMail(mail, service.MailQueueHeld)
		if early := mailsAfter(shop, 4*time.Second); early != 0 {
			t.Fatal("the mail must not be tried again at once")
		}
		shop.Clock.Advance(2 * time.Second)
		again := shop.ClaimMails()
		if len(again) != 1 || again[0].Tries != 1 {
			t.Fatalf("the mails are %+v, want one first try", again)
		}
		mail = again[0]
	}
}

func TestMails_LastTryFails_IsRemoved(t *testing.T) {
	t.Parallel()
	shop, _, mail := oneMail(t)
	mail.Tries = queueing.MaxTries
	shop.FinishMail(mail, service.MailRetryLater)
	mustHaveNoMail(t, shop)
}

func TestMails_ExpiredCode_IsNotSent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.QueueMail(shop.CustomerWithEmail("Ana", "ana@correo.test"))
	shop.Clock.Advance(loyalty.CodeLifetime - time.Millisecond)
	mails := shop.ClaimMails()
	if len(mails) != 1 {
		t.Fatal("just before its end the mail must be sent")
	}
	shop.FinishMail(mails[0], service.MailRetryLater)
	if late := mailsAfter(shop, time.Millisecond); late != 0 {
		t.Error("after its end the mail must not be sent")
	}
	mustHaveNoMail(t, shop)
}

// No worker may run, because the mail server was removed from the settings.
func TestMaintenance_ExpiredMails_AreRemoved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.QueueMail(shop.CustomerWithEmail("Ana", "ana@correo.test"))
	shop.Clock.Advance(loyalty.CodeLifetime)
	servicetest.Must(t, 0, shop.Cases.Maintenance.Run(t.Context()))
	if remaining := shop.Database.Rows(t, "SELECT id FROM mails"); len(remaining) != 1 {
		t.Errorf("at the last moment the mails are %q, want one", remaining)
	}
	shop.Clock.Advance(time.Millisecond)
	servicetest.Must(t, 0, shop.Cases.Maintenance.Run(t.Context()))
	mustHaveNoMail(t, shop)
}

// The expired mail stays until maintenance removes it.
func TestMailState_ExpiredMail_IsNotCounted(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.QueueMail(shop.CustomerWithEmail("Ana", "ana@correo.test"))
	shop.Clock.Advance(loyalty.CodeLifetime - time.Millisecond)
	if state, err := shop.Cases.Mails.State(t.Context()); err != nil || state.Waiting != 1 || !state.Stuck {
		t.Errorf("just before the end the state of the mails is %+v: %v; want Waiting 1 and Stuck true", state, err)
	}
	shop.Clock.Advance(time.Millisecond)
	if state, err := shop.Cases.Mails.State(t.Context()); err != nil || state != (service.MailState{}) {
		t.Errorf("after the end the state of the mails is %+v: %v; want none", state, err)
	}
}

// A stranger may read the mails to a former address.
func TestMails_RecipientChanged_IsNotSent(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(*servicetest.Shop, loyalty.Customer) error{
		"archived": func(shop *servicetest.Shop, ana loyalty.Customer) error {
			return shop.Cases.Customers.Archive(t.Context(), shop.Owner, ana.ID)
		},
		"another address": func(shop *servicetest.Shop, ana loyalty.Customer) error {
			shop.Change(ana, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: "otra@correo.test"}})
			return nil
		},
		"no address": func(shop *servicetest.Shop, ana loyalty.Customer) error {
			shop.Change(ana, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true}})
			return nil
		},
		"merged": func(shop *servicetest.Shop, ana loyalty.Customer) error {
			_, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, shop.Customer("Eva").ID, ana.ID)
			return err
		},
		"suspended": func(shop *servicetest.Shop, _ loyalty.Customer) error {
			shop.Suspend()
			return nil
		},
	} {
		shop := servicetest.New(t)
		ana := shop.CustomerWithEmail("Ana", "ana@correo.test")
		shop.QueueMail(ana)
		servicetest.Must(t, 0, meanwhile(shop, ana))
		if claimedCount := len(shop.ClaimMails()); claimedCount != 0 {
			t.Errorf("%s: the mail must not be sent", name)
		}
		mustHaveNoMail(t, shop)
	}
}

func TestMails_DropInOtherBusiness_ChangesNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	mail := shop.QueueMail(shop.CustomerWithEmail("Ana", "ana@correo.test"))
	other := shop.Town.Shop(t)
	servicetest.Must(t, 0, shop.Store.InBusiness(t.Context(), other.Business.ID, func(tx *store.Tx) error { return tx.Mails().Drop(mail.ID) }))
	if mails := shop.ClaimMails(); len(mails) != 1 {
		t.Error("another business must not drop the mail")
	}
	servicetest.Must(t, 0, shop.Store.InBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
		return errors.Join(tx.Mails().Drop(mail.ID), tx.Mails().Drop("never there was one"))
	}))
	mustHaveNoMail(t, shop)
}

func TestMails_ConcurrentClaims_AreDisjoint(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", "ana@correo.test")
	for range 60 {
		shop.QueueMail(ana)
	}
	claims := make(chan []service.ClaimedMail)
	for range 4 {
		go func() {
			var mine []service.ClaimedMail
			for {
				mails, err := shop.Cases.Mails.Claim(t.Context(), 3)
				if err != nil {
					t.Error(err)
				}
				if len(mails) == 0 {
					break
				}
				mine = append(mine, mails...)
			}
			claims <- mine
		}()
	}
	claimCounts := map[string]int{}
	for range 4 {
		for _, mail := range <-claims {
			claimCounts[mail.ID]++
		}
	}
	for id, times := range claimCounts {
		if times != 1 {
			t.Errorf("mail %s is claimed %d times, want once", id, times)
		}
	}
	// A worker finds nothing while another one has locked the remaining mails.
	if rest := len(shop.ClaimMails()); len(claimCounts)+rest != 60 {
		t.Errorf("%d of 60 mails are claimed, want all", len(claimCounts)+rest)
	}
}

func TestMails_QRCannotBeSigned_IsNotSentEmptyAndHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", "ana@correo.test")
	queueQRMail(t, shop, ana)
	shop.Clock.Advance(time.Millisecond)
	other := shop.Town.Shop(t)
	eva := other.CustomerWithEmail("Eva", "eva@correo.test")
	queueQRMail(t, other, eva)
	damageSQL := `UPDATE businesses SET qr_key = 'damaged' WHERE id = '` + shop.Business.ID + `'`
	servicetest.Must(t, 0, shop.Database.Try(t, damageSQL))

	mails, err := shop.Cases.Mails.Claim(t.Context(), 10)
	if err == nil || len(mails) != 1 || mails[0].CustomerID != eva.ID || mails[0].QR.ID != eva.QR() {
		t.Fatalf("the claimed mails are %+v: %v; want that of the other business with its QR, and an error", mails, err)
	}
	servicetest.Must(t, 0, shop.Database.Try(t, `UPDATE businesses SET qr_key = NULL WHERE id = '`+shop.Business.ID+`'`))
	shop.FinishMail(mails[0], service.MailAccepted)
	shop.Clock.Advance(queueing.Lease)
	again := shop.ClaimMails()
	if len(again) != 1 || again[0].QR.ID != ana.QR() || again[0].QR.Signature == "" {
		t.Errorf("after the lease the mails are %+v, want the one that could not be signed", again)
	}
}

func queueQRMail(t *testing.T, shop *servicetest.Shop, to loyalty.Customer) {
	t.Helper()
	servicetest.RecordConsent(t, shop, to, true, loyalty.ConsentEmail)
	now := shop.Clock.Now()
	mail := loyalty.Mail{
		ID: "qr" + to.ID, CustomerID: to.ID, Kind: loyalty.MailQR, Address: to.Email, Sender: "Axioma",
		Subject: "Tu QR", Text: "Tu QR", CreatedAt: now, ExpiresAt: now.Add(loyalty.MailQR.Lifetime()),
	}
	servicetest.Must(t, 0, shop.Store.InBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error { return tx.Mails().Insert(mail) }))
}

func TestMails_BusinessMoves_WaitForTheEndOfTheMove(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.QueueMail(shop.CustomerWithEmail("Ana", "ana@correo.test"))
	inStaffMails := func(tx *store.PlatformTx) error {
		now := shop.Clock.Now()
		owner, err := tx.Users().Get(shop.Owner.UserID)
		if err != nil {
			return err
		}
		mail := loyalty.Mail{ID: "staff", Kind: loyalty.MailPasswordReset, Address: owner.Email, Text: "enlace", CreatedAt: now, ExpiresAt: now.Add(loyalty.PasswordResetLifetime)}
		return tx.StaffMails().Insert(mail, owner.ID)
	}
	servicetest.Must(t, 0, shop.Store.InPlatform(t.Context(), inStaffMails))
	for _, state := range []store.MoveState{store.MoveDraining, store.MovePaused, store.MoveArriving} {
		servicetest.Must(t, 0, shop.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
			moves := store.MovesIn(tx.In(shop.Business.ID))
			currentMove, _, err := moves.Get()
			if err != nil {
				return err
			}
			return moves.Set(currentMove, store.BusinessMove{State: state, Place: "x", Status: loyalty.BusinessActive, ChangedAt: shop.Clock.Now()})
		}))
		if mails := shop.ClaimMails(); len(mails) != 0 {
			t.Errorf("%s: the mails %+v must wait", state, mails)
		}
	}
	servicetest.Must(t, 0, shop.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
		return store.MovesIn(tx.In(shop.Business.ID)).End(loyalty.BusinessActive, shop.Clock.Now())
	}))
	if mails := shop.ClaimMails(); len(mails) != 2 {
		t.Errorf("after the move the mails are %+v, want that to the customer and that to the owner", mails)
	}
}
