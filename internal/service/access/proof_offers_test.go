package access_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
)

func TestSignInMethods_WithoutInbound_OfferNoMessage(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	for name, sender := range map[string]messaging.Sender{
		"no number":  {ReceivesReplies: true},
		"no webhook": {Number: servicetest.Number},
	} {
		withoutSender, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, Sender: sender})
		if err != nil {
			t.Fatal(err)
		}
		if state, err := withoutSender.Proofs.State(t.Context(), ana.QR()); err != nil || state.Offered {
			t.Errorf("%s: the state is %+v, %v; want no offer", name, state, err)
		}
		if methods, err := withoutSender.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || methods != (access.SignInMethods{Code: true}) {
			t.Errorf("%s: the sign-in methods are %+v, %v; want only the code", name, methods, err)
		}
		if _, err := withoutSender.Proofs.Request(t.Context(), ana.QR()); !errors.Is(err, loyalty.ErrProofsUnavailable) {
			t.Errorf("%s, after a registration: %v, want ErrProofsUnavailable", name, err)
		}
		if _, err := withoutSender.Proofs.RequestSignIn(t.Context(), shop.Business.ID); !errors.Is(err, loyalty.ErrProofsUnavailable) {
			t.Errorf("%s, to sign in: %v, want ErrProofsUnavailable", name, err)
		}
	}
}

func TestSignInMethods_SendingOff_OfferNoCode(t *testing.T) {
	t.Parallel()
	shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { l.Enabled = false })
	if methods, err := shop.Cases.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || methods != (access.SignInMethods{Email: true, Message: true}) {
		t.Errorf("the sign-in methods are %+v, %v; want e-mail and message", methods, err)
	}
	withoutSender, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	if methods, err := withoutSender.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || methods != (access.SignInMethods{Code: true}) {
		t.Errorf("without another method the sign-in methods are %+v, %v; want only the code", methods, err)
	}
}

func TestSignInMethods_LimitReached_OfferNoCode(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*loyalty.WhatsAppLimits){
		"of the day":   func(l *loyalty.WhatsAppLimits) { l.DailyCap = 2 },
		"of the month": func(l *loyalty.WhatsAppLimits) { l.MonthlyCap = 2 },
	} {
		shop := servicetest.ShopWithLimits(t, change)
		ana := shop.Customer("Ana")
		for _, want := range []access.SignInMethods{{Code: true, Email: true, Message: true}, {Code: true, Email: true, Message: true}, {Email: true, Message: true}} {
			if methods, err := shop.Cases.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || methods != want {
				t.Errorf("at the limit %s the sign-in methods are %+v, %v, want %+v", name, methods, err, want)
			}
			servicetest.QueueMessages(t, shop, ana, loyalty.MessageQR)
			shop.SendMessages()
		}
		shop.Clock.Advance(31 * 24 * time.Hour)
		if methods, err := shop.Cases.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || !methods.Code {
			t.Errorf("after the limit %s has passed the sign-in methods are %+v, %v; want the code", name, methods, err)
		}
	}
}

func TestSignInMethods_OwnNumber_ReceivesTheMessages(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := town.Shop(t, func(b *loyalty.Business) {
		b.WhatsApp.PhoneNumberID, b.WhatsApp.From, b.WhatsApp.CodesAllowed = "2020", "+34911222333", false
	})
	for _, request := range []access.ProofRequest{servicetest.RequestProof(t, shop, shop.Customer("Ana")), servicetest.RequestSignIn(t, town.Cases, shop.Business.ID)} {
		if !strings.HasPrefix(request.Link, "https://wa.me/34911222333?text=") {
			t.Errorf("the link is %s, want %q at the start of it", request.Link, "https://wa.me/34911222333?text=")
		}
	}
	if methods, err := town.Cases.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || methods != (access.SignInMethods{Email: true, Message: true}) {
		t.Errorf("while the business may not send codes, the sign-in methods are %+v, %v; want e-mail and message", methods, err)
	}
	if methods, err := town.Cases.Proofs.SignInMethods(t.Context(), ""); err != nil || methods != (access.SignInMethods{Code: true, Email: true, Message: true}) {
		t.Errorf("without a business the sign-in methods are %+v, %v; want code, e-mail and message", methods, err)
	}
}
