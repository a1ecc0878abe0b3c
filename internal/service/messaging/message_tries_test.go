package messaging_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func TestTry_Result_DecidesTheMessageStatus(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		try    messaging.Try
		states string
	}{
		"accepted":              {messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid.1"}, "SENT"},
		"to be retried later":   {messaging.Try{Result: messaging.TryRetryLater, Error: "131000"}, "QUEUED:131000"},
		"held by the provider":  {messaging.Try{Result: messaging.TryRetryLater, Error: "131048", Hold: loyalty.HeldByProvider, RetryAfter: time.Hour}, "QUEUED:PROVIDER:131048"},
		"rejected":              {messaging.Try{Result: messaging.TryRejected, Error: "131026"}, "FAILED:131026"},
		"the result is unknown": {messaging.Try{Result: messaging.TryUnknown, Error: "TIMEOUT"}, "UNKNOWN:TIMEOUT"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageQR)
			claimedMessages := shop.ClaimMessages(1)
			if got := servicetest.MessageStates(t, shop); got != "SENDING" {
				t.Errorf("during the try the message is %s, want SENDING", got)
			}
			shop.FinishMessage(claimedMessages[0], want.try)
			shop.FinishMessage(claimedMessages[0], want.try) // as if the response of the database were lost
			if got := servicetest.MessageStates(t, shop); got != want.states {
				t.Errorf("after the try the message is %s, want %s", got, want.states)
			}
			if again := shop.ClaimMessages(1); len(again) != 0 {
				t.Errorf("the message must not be claimed again at once: %+v", again)
			}
			shop.Clock.Advance(max(want.try.RetryAfter*11/10, 2*time.Second))
			again := shop.ClaimMessages(1)
			if (len(again) == 1) != (want.try.Result == messaging.TryRetryLater) {
				t.Errorf("%d messages were claimed again later, want one only if the try is to be repeated", len(again))
			}
		})
	}
}

func TestTry_TooManyFailures_FailTheMessage(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageQR)
	tries := 0
	for range 3 * queueing.MaxTries {
		for _, message := range shop.ClaimMessages(1) {
			tries++
			shop.FinishMessage(message, messaging.Try{Result: messaging.TryRetryLater, Error: "131000"})
		}
		shop.Clock.Advance(time.Hour)
	}
	if got := servicetest.MessageStates(t, shop); tries != queueing.MaxTries || got != "FAILED:131000" {
		t.Errorf("after %d tries the message is %s, want FAILED:131000", tries, got)
	}
}

func TestTry_AfterALongHold_RetriesSoon(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageQR)
	for round := range 3 * queueing.MaxTries {
		claimedMessages := shop.ClaimMessages(1)
		if len(claimedMessages) != 1 || claimedMessages[0].Tries != 1 {
			t.Fatalf("after %d minutes the claim took %+v, the messages are %s; want one and Tries 1", round, claimedMessages, servicetest.MessageStates(t, shop))
		}
		shop.FinishMessage(claimedMessages[0], messaging.Try{Result: messaging.TryRetryLater, Error: "190", Hold: loyalty.HeldBySetup, RetryAfter: time.Minute})
		shop.Clock.Advance(time.Minute - time.Millisecond)
		if early := shop.ClaimMessages(1); len(early) != 0 {
			t.Fatalf("the message was claimed early: %+v, want none", early)
		}
		shop.Clock.Advance(6*time.Second + time.Millisecond)
	}
}

func TestTry_LostWorker_LeavesUnknown(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageQR, loyalty.MessageQR)
	claimedMessages := shop.ClaimMessages(2)
	shop.Clock.Advance(queueing.Lease - time.Second)
	tidy := func() string {
		t.Helper()
		if err := shop.Cases.Queue.CleanUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		return servicetest.MessageStates(t, shop)
	}
	if got := tidy(); got != "SENDING SENDING" {
		t.Errorf("within the lease the messages are %s, want SENDING SENDING", got)
	}
	shop.Clock.Advance(time.Second)
	if got := tidy(); got != "UNKNOWN:WORKER_GONE UNKNOWN:WORKER_GONE" {
		t.Errorf("after the lease the messages are %s, want UNKNOWN:WORKER_GONE UNKNOWN:WORKER_GONE", got)
	}
	if again := shop.ClaimMessages(2); len(again) != 0 {
		t.Errorf("the messages must not be claimed again: %+v", again)
	}
	// A slow worker still knows the outcome of its try.
	shop.FinishMessage(claimedMessages[0], messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid.1"})
	if got := servicetest.MessageStates(t, shop); got != "SENT UNKNOWN:WORKER_GONE" {
		t.Errorf("after the slow worker's answer the messages are %s, want SENT UNKNOWN:WORKER_GONE", got)
	}
}

func TestTry_DeliveryCameFirst_KeepsItsStatus(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageQR)
	claimedMessages := shop.ClaimMessages(1)
	shop.Database.Corrupt(t, "UPDATE messages SET status = 'DELIVERED'") // the webhook was faster
	shop.FinishMessage(claimedMessages[0], messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid.1"})
	if got := shop.Database.Rows(t, "SELECT status, provider_id FROM messages"); !slices.Equal(got, []string{"DELIVERED wamid.1"}) {
		t.Errorf("the message is %v, want DELIVERED wamid.1", got)
	}
}

func TestTry_OptedOutAtTheProvider_WithdrawsConsent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	servicetest.RecordConsent(t, shop, ana, true, loyalty.MarketingConsents()...)
	servicetest.QueueMessages(t, shop, ana, loyalty.MessageBirthday)
	claimedMessages := shop.ClaimMessages(1)
	shop.Clock.Advance(time.Second)
	shop.FinishMessage(claimedMessages[0], messaging.Try{Result: messaging.TryRejected, Error: "131050", OptedOut: true})
	err := shop.Store.ViewBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
		accepts, err := tx.Consents().Accepts(ana.ID)
		if accepts.Marketing || accepts.WhatsApp {
			t.Error("the customer still accepts marketing")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := shop.Database.Rows(t, "SELECT count(*) FROM consents WHERE form = 'WHATSAPP_STOP'"); !slices.Equal(got, []string{"4"}) {
		t.Errorf("the number of withdrawn consents is %v, want 4", got)
	}
}

func TestQueue_ExpiredCodes_AreBlanked(t *testing.T) {
	t.Parallel()
	for provider, want := range map[string]string{messaging.ProviderLog: "2", "cloud": "0"} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			cases, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, Sender: messaging.Sender{Provider: provider}})
			if err != nil {
				t.Fatal(err)
			}
			ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
			used := shop.Code(ana.Phone)
			shop.Code(berta.Phone)
			shop.SendMessages()
			if _, err := cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, used); err != nil {
				t.Fatal(err)
			}
			legible := func(phone string) []string {
				return shop.Database.Rows(t, "SELECT count(*) FROM messages WHERE text <> '' AND phone LIKE '"+phone+"'")
			}
			if got := legible(ana.Phone); (got[0] == "0") != (provider == "cloud") {
				t.Errorf("at provider %s %v of the used codes are legible, want none = %t", provider, got, provider == "cloud")
			}
			if got := legible(berta.Phone); got[0] != "1" {
				t.Errorf("of the unused codes %v are legible, want 1", got)
			}
			shop.Clock.Advance(loyalty.CodeLifetime)
			if err := cases.Queue.CleanUp(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := legible("%"); got[0] != want {
				t.Errorf("of the expired codes %v are legible, want %s", got, want)
			}
		})
	}
}
