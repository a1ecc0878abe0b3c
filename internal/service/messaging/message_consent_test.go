package messaging_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// possibleRecipients has customers by their answer about WhatsApp, and whether others may cause a QR to be sent.
func possibleRecipients(t *testing.T, shop *servicetest.Shop) map[string]struct {
	customer loyalty.Customer
	gets     bool
} {
	t.Helper()
	accepts, refuses, optedOut := shop.Customer("Acepta"), shop.Customer("Rechaza"), shop.Register("Baja")
	servicetest.RecordConsent(t, shop, accepts, true, loyalty.ConsentWhatsApp)
	servicetest.RecordConsent(t, shop, refuses, false, loyalty.ConsentWhatsApp)
	servicetest.RecordConsent(t, shop, refuses, true, loyalty.ConsentEmail, loyalty.ConsentPromotions)
	shop.SendMessages() // the QR of the registration
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, optedOut.Phone, "baja"))
	shop.SendMessages()
	return map[string]struct {
		customer loyalty.Customer
		gets     bool
	}{
		"accepts WhatsApp":   {accepts, true},
		"refuses WhatsApp":   {refuses, false},
		"was never asked":    {shop.Customer("Nunca"), false},
		"has written 'baja'": {optedOut, false},
	}
}

// Spec: registration-11, calls-28
func TestQRMessage_RequestedByOthers_NeedsWhatsAppConsent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for name, recipients := range possibleRecipients(t, shop) {
		form := shop.Form("Quien sea")
		form.Phone = recipients.customer.Phone
		if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); !errors.Is(err, loyalty.ErrAlreadyRegistered) {
			t.Errorf("a customer who %s and registers again returns %v, want ErrAlreadyRegistered", name, err)
		}
		if sent := len(shop.SendMessages()) == 1; sent != recipients.gets {
			t.Errorf("after a second registration the QR is sent to a customer who %s = %t, want %t", name, sent, recipients.gets)
		}
		reason, err := shop.Cases.Messages.SendQR(t.Context(), shop.Admin, recipients.customer.ID, "")
		if err != nil || (reason == "") != recipients.gets || !recipients.gets && !strings.Contains(reason, "no ha aceptado mensajes de WhatsApp") {
			t.Errorf("sending by the staff to a customer who %s gives %q, %v; want no reason, or the missing consent", name, reason, err)
		}
		if sent := len(shop.SendMessages()) == 1; sent != recipients.gets {
			t.Errorf("by the staff the QR is sent to a customer who %s = %t, want %t", name, sent, recipients.gets)
		}
	}
	form := shop.Form("Nueva")
	form.WhatsAppOptIn = false
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); err != nil {
		t.Fatal(err)
	}
	// It must not be queued and dropped later either.
	if shop.SendMessages(); len(shop.Database.Rows(t, "SELECT id FROM messages WHERE status = 'DROPPED'")) != 0 {
		t.Errorf("no message must be dropped: %s", servicetest.MessageStates(t, shop))
	}
}

func TestMessages_RequestedByTheCustomer_NeedNoConsent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for name, recipients := range possibleRecipients(t, shop) {
		shop.Code(recipients.customer.Phone)
		servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, recipients.customer.Phone, servicetest.ProofMessage(t, servicetest.RequestProof(t, shop, recipients.customer))))
		var kinds []loyalty.MessageKind
		for _, message := range shop.SendMessages() {
			kinds = append(kinds, message.Kind)
		}
		if want := []loyalty.MessageKind{loyalty.MessageOTP, loyalty.MessageReply}; !slices.Equal(kinds, want) {
			t.Errorf("a customer who %s gets the messages %v, want %v", name, kinds, want)
		}
	}
}

func TestQRMessage_CustomerArchived_IsDropped(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(shop *servicetest.Shop, ana loyalty.Customer) error{
		"on the page of the customer's QR": func(shop *servicetest.Shop, ana loyalty.Customer) error {
			return shop.Cases.Consents.Unsubscribe(t.Context(), ana.QR())
		},
		"at the counter": func(shop *servicetest.Shop, ana loyalty.Customer) error {
			return shop.Cases.Consents.UnsubscribeFor(t.Context(), shop.Admin, ana.ID)
		},
	} {
		shop := servicetest.New(t)
		ana := shop.Register("Ana")
		shop.Clock.Advance(time.Second)
		if err := leave(shop, ana); err != nil {
			t.Fatal(err)
		}
		if messages := shop.SendMessages(); len(messages) != 0 {
			t.Errorf("%s: the messages sent are %+v, want none", name, messages)
		}
		if got := servicetest.MessageStates(t, shop); got != "DROPPED:NO_CONSENT" {
			t.Errorf("%s: the message is %s, want DROPPED:NO_CONSENT", name, got)
		}
	}
}

func TestQRMessage_MergedRecord_FollowsBothConsents(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, again := shop.Customer("Ana"), shop.Register("Ana")
	servicetest.RecordConsent(t, shop, ana, false, loyalty.ConsentWhatsApp)
	shop.Clock.Advance(time.Second)
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, again.ID, ana.ID); err != nil {
		t.Fatal(err)
	}
	if messages := shop.SendMessages(); len(messages) != 0 {
		t.Errorf("the messages sent are %+v, want none", messages)
	}
}
