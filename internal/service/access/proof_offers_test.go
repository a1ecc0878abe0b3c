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
		mute, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, Sender: sender})
		if err != nil {
			t.Fatal(err)
		}
		if state, err := mute.Proofs.State(t.Context(), ana.QR()); err != nil || state.Offered {
			t.Errorf("%s: %+v, %v", name, state, err)
		}
		if ways, err := mute.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || ways != (access.SignInMethods{Code: true}) {
			t.Errorf("%s: %+v, %v", name, ways, err)
		}
		if _, err := mute.Proofs.Request(t.Context(), ana.QR()); !errors.Is(err, loyalty.ErrProofsUnavailable) {
			t.Errorf("%s, after a registration: %v", name, err)
		}
		if _, err := mute.Proofs.RequestSignIn(t.Context(), shop.Business.ID); !errors.Is(err, loyalty.ErrProofsUnavailable) {
			t.Errorf("%s, to sign in: %v", name, err)
		}
	}
}

func TestSignInMethods_SendingOff_OfferNoCode(t *testing.T) {
	t.Parallel()
	shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { l.Enabled = false })
	if ways, err := shop.Cases.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || ways != (access.SignInMethods{Email: true, Message: true}) {
		t.Errorf("the ways in are %+v, %v", ways, err)
	}
	mute, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	if ways, err := mute.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || ways != (access.SignInMethods{Code: true}) {
		t.Errorf("where there is no other way, the ways in are %+v, %v", ways, err)
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
			if ways, err := shop.Cases.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || ways != want {
				t.Errorf("at the limit %s: %+v, %v, want %+v", name, ways, err, want)
			}
			servicetest.QueueMessages(t, shop, ana, loyalty.MessageQR)
			shop.SendMessages()
		}
		shop.Clock.Advance(31 * 24 * time.Hour)
		if ways, err := shop.Cases.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || !ways.Code {
			t.Errorf("when the limit %s has passed: %+v, %v", name, ways, err)
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
			t.Errorf("the link is %s", request.Link)
		}
	}
	if ways, err := town.Cases.Proofs.SignInMethods(t.Context(), shop.Business.ID); err != nil || ways != (access.SignInMethods{Email: true, Message: true}) {
		t.Errorf("its account may not send codes, and the ways in are %+v, %v", ways, err)
	}
	if ways, err := town.Cases.Proofs.SignInMethods(t.Context(), ""); err != nil || ways != (access.SignInMethods{Code: true, Email: true, Message: true}) {
		t.Errorf("without a business the sign-in methods are %+v, %v", ways, err)
	}
}
