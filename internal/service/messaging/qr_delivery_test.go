package messaging_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
)

func shopSendingBy(t *testing.T, provider string, mail bool) *servicetest.Shop {
	t.Helper()
	shop := servicetest.New(t)
	cases, err := service.New(shop.Store, service.Options{
		Clock: shop.Clock.Now, PublicURL: "https://axioma.test", MailEnabled: mail, Sender: messaging.Sender{Provider: provider, NumberID: servicetest.NumberID},
	})
	if err != nil {
		t.Fatal(err)
	}
	shop.Cases = cases
	return shop
}

func register(t *testing.T, shop *servicetest.Shop, name, email string, consents func(*loyalty.Registration)) service.RegistrationResult {
	t.Helper()
	form := shop.Form(name)
	form.Email, form.EmailOptIn, form.WhatsAppOptIn = email, true, true
	if consents != nil {
		consents(&form)
	}
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, shop.Key())
	if err != nil {
		t.Fatal(err)
	}
	return registration
}

func qrMails(shop *servicetest.Shop) (mails []service.ClaimedMail) {
	for _, mail := range shop.ClaimMails() {
		if mail.Kind == loyalty.MailQR {
			mails = append(mails, mail)
		}
		shop.FinishMail(mail, service.MailAccepted)
	}
	return mails
}

func disable(t *testing.T, shop *servicetest.Shop) {
	shop.Database.Corrupt(t, "UPDATE businesses SET wa_enabled = FALSE")
}

func TestFirstQR_UsesOnlyOpenChannels(t *testing.T) {
	t.Parallel()
	refuses := func(f *loyalty.Registration) { f.WhatsAppOptIn = false }
	for name, c := range map[string]struct {
		provider string
		mail     bool
		disabled bool
		consents func(*loyalty.Registration)
		by       loyalty.QRChannel
		mails    int
	}{
		"WhatsApp is accepted and on":                {provider: "cloud", mail: true, by: loyalty.QRByWhatsApp},
		"WhatsApp is refused":                        {provider: "cloud", mail: true, consents: refuses, by: loyalty.QRByEmail, mails: 1},
		"WhatsApp is off":                            {provider: "cloud", mail: true, disabled: true, by: loyalty.QRByEmail, mails: 1},
		"WhatsApp is on trial":                       {provider: "log", mail: true, by: loyalty.QRByEmail, mails: 1},
		"WhatsApp is on trial without a mail server": {provider: "log"},
		"WhatsApp is off without a mail server":      {provider: "cloud", disabled: true},
		"both channels are refused":                  {provider: "cloud", mail: true, consents: func(f *loyalty.Registration) { refuses(f); f.EmailOptIn = false }},
		"e-mails are accepted without an address":    {provider: "cloud", mail: true, consents: func(f *loyalty.Registration) { refuses(f); f.Email = "" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := shopSendingBy(t, c.provider, c.mail)
			if c.disabled {
				disable(t, shop)
			}
			registration := register(t, shop, "Ana", "ana@correo.test", c.consents)
			if registration.SentBy != c.by {
				t.Errorf("the QR was sent by %q, want %q", registration.SentBy, c.by)
			}
			if mails := qrMails(shop); len(mails) != c.mails {
				t.Errorf("%d mails have the QR, want %d", len(mails), c.mails)
			}
		})
	}
}

func TestFirstQR_SameKey_AnswersTheSameWay(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "log", true)
	form := shop.Form("Ana")
	form.Email, form.EmailOptIn = "ana@correo.test", true
	for range 2 {
		registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "one")
		if err != nil || registration.SentBy != loyalty.QRByEmail {
			t.Errorf("the registration returns %q, %v; want by e-mail", registration.SentBy, err)
		}
	}
}

func TestQRMail_ShowsTheQRAndSaysWhoWrites(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "log", true)
	shop.Database.Corrupt(t, "UPDATE businesses SET legal_name = 'Barbas SL', tax_id = 'B12345674'")
	registration := register(t, shop, "Premio", "ana@correo.test", nil)
	mails := qrMails(shop)
	if len(mails) != 1 {
		t.Fatalf("%d mails wait, want 1", len(mails))
	}
	mail, id := mails[0], registration.Customer.QR()
	if mail.QR.ID != id || mail.QR.BusinessID != shop.Business.ID || mail.QR.Signature == "" {
		t.Errorf("the mail has the QR %+v; want ID %v, BusinessID %v and some Signature", mail.QR, id, shop.Business.ID)
	}
	for _, want := range []string{"/api/public/customers/" + id + "/qr.png", "/portal?bid=" + shop.Business.ID, "sin publicidad", "«Mis datos»", "Barbas SL", "B12345674"} {
		if !strings.Contains(mail.Text, want) {
			t.Errorf("the text lacks %q: %s", want, mail.Text)
		}
	}
	for _, want := range []string{"cid:" + loyalty.MailPictureID, shop.Business.SenderName(), "Barbas SL", "«Mis datos»"} {
		if !strings.Contains(mail.HTML, want) {
			t.Errorf("the HTML lacks %q: %s", want, mail.HTML)
		}
	}
	if strings.Contains(mail.Subject+mail.Text+mail.HTML, "Premio") {
		t.Error("the mail contains a name that a stranger may have typed")
	}
}

func TestQRMail_StrangersAddress_GetsFew(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "log", true)
	sentCount := 0
	for i := range 6 {
		registration := register(t, shop, fmt.Sprintf("Ana %c", 'A'+i), "victima@correo.test", nil)
		if registration.SentBy == loyalty.QRByEmail {
			sentCount++
		}
	}
	if limit := int(access.AttemptUnverifiedQR.Limit().Max); sentCount != limit || len(qrMails(shop)) != limit {
		t.Errorf("%d mails were sent to one address, want %d", sentCount, limit)
	}
}

func TestQRMail_ConsentWithdrawnWhileItWaits_IsDropped(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "log", true)
	ana := register(t, shop, "Ana", "ana@correo.test", nil).Customer
	shop.Clock.Advance(time.Millisecond)
	if err := shop.Cases.Consents.Unsubscribe(t.Context(), ana.QR()); err != nil {
		t.Fatal(err)
	}
	if mails := qrMails(shop); len(mails) != 0 {
		t.Errorf("%d mails are sent, want none", len(mails))
	}
}

func TestSendQR_WithoutWhatsApp_GoesByEmail(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "cloud", true)
	disable(t, shop)
	ana := register(t, shop, "Ana", "ana@correo.test", nil).Customer
	if result, err := shop.Cases.Messages.SendQRBy(t.Context(), shop.Admin, ana.ID, ""); err != nil || result.Reason != "Ya hay un envío en cola para este cliente." {
		t.Errorf("sending while a mail waits gives %+v, %v; want Reason Ya hay un envío en cola para este cliente.", result, err)
	}
	qrMails(shop)
	for range 2 {
		result, err := shop.Cases.Messages.SendQRBy(t.Context(), shop.Admin, ana.ID, "again")
		if err != nil || result != (messaging.SentQR{By: loyalty.QRByEmail}) {
			t.Errorf("sending again gives %+v, %v; want a QR by e-mail", result, err)
		}
	}
	if mails := qrMails(shop); len(mails) != 1 {
		t.Errorf("%d mails have the QR, want 1", len(mails))
	}
}

func TestSendQR_OnTrial_SaysThatNothingIsSent(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "log", false)
	ana := register(t, shop, "Ana", "", nil).Customer
	shop.Database.Corrupt(t, "DELETE FROM messages")
	result, err := shop.Cases.Messages.SendQRBy(t.Context(), shop.Admin, ana.ID, "")
	if err != nil || result != (messaging.SentQR{}) {
		t.Errorf("the response is %+v, %v; want no channel and no reason", result, err)
	}
}

func TestSendQR_UnverifiedEmailWithVerifiedPhone_IsNotMailed(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "cloud", true)
	disable(t, shop)
	ana := register(t, shop, "Ana", "extrano@correo.test", nil).Customer
	qrMails(shop)
	shop.Database.Corrupt(t, "UPDATE customers SET phone_unverified = FALSE")
	result, err := shop.Cases.Messages.SendQRBy(t.Context(), shop.Admin, ana.ID, "")
	if err != nil || !strings.Contains(result.Reason, "sin confirmar") || len(qrMails(shop)) != 0 {
		t.Errorf("the response is %+v, %v; want an unconfirmed e-mail, and no mail", result, err)
	}
	if _, err := shop.Cases.QRChanges.Change(t.Context(), shop.Owner, ana.ID, ""); err != nil {
		t.Fatal(err)
	}
	if mails := qrMails(shop); len(mails) != 0 {
		t.Error("the new QR must not be sent to an e-mail that a stranger may have typed")
	}
}

func TestQRChange_WithoutWhatsApp_MailsTheNewQR(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "log", true)
	ana := register(t, shop, "Ana", "ana@correo.test", nil).Customer
	changedCustomer, err := shop.Cases.QRChanges.ChangeOwn(t.Context(), access.PortalUser{CustomerID: ana.ID, BusinessID: shop.Business.ID}, "")
	if err != nil {
		t.Fatal(err)
	}
	mails := qrMails(shop)
	if len(mails) != 1 || mails[0].QR.ID != changedCustomer.QR() || strings.Contains(mails[0].Text, ana.QR()) {
		t.Errorf("%d mails have a QR, want one with the new QR: %+v", len(mails), mails)
	}
}

func TestRegistration_KnownPhone_MailsTheQROnceADay(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "cloud", true)
	disable(t, shop)
	ana := register(t, shop, "Ana", "ana@correo.test", nil).Customer
	qrMails(shop)
	again := shop.Form("Otra")
	again.Phone = ana.Phone
	tryAgain := func() int {
		_, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, again, "")
		servicetest.MustRefuse(t, "a known phone", err, loyalty.ErrAlreadyRegistered)
		return len(qrMails(shop))
	}
	_, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, again, "")
	if err == nil || !strings.Contains(err.Error(), "por correo") || strings.Contains(err.Error(), "WhatsApp") {
		t.Errorf("the refusal must name the e-mail only: %v", err)
	}
	if tryAgain() != 0 {
		t.Error("with an unverified phone and e-mail no mail must be sent")
	}
	shop.Database.Corrupt(t, "UPDATE customers SET phone_unverified = FALSE, email_unverified = FALSE")
	if first, second := tryAgain(), tryAgain(); first != 1 || second != 0 {
		t.Errorf("two tries on one day send %d and %d mails, want 1 and 0", first, second)
	}
	shop.Clock.Advance(loyalty.QRResendInterval + time.Minute)
	if tryAgain() != 1 {
		t.Error("a day later a mail must be sent")
	}
}

func TestSendQR_Child_GoesToTheGuardiansEmail(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "log", true)
	eva := register(t, shop, "Eva", "eva@correo.test", nil).Customer
	qrMails(shop)
	shop.Database.Corrupt(t, "UPDATE customers SET phone_unverified = FALSE, email_unverified = FALSE")
	leo := servicetest.ChildOf(t, shop, eva, "Leo")
	result, err := shop.Cases.Messages.SendQRBy(t.Context(), shop.Admin, leo.ID, "")
	mails := qrMails(shop)
	if err != nil || result.By != loyalty.QRByEmail || len(mails) != 1 || mails[0].Address != "eva@correo.test" || mails[0].QR.ID != leo.QR() {
		t.Errorf("the response is %+v, %v with %d mails; want one to the guardian", result, err, len(mails))
	}
}

func TestChannels_WhatsAppAndMail_ReportWhatIsSent(t *testing.T) {
	t.Parallel()
	shop := shopSendingBy(t, "cloud", true)
	channels := func() messaging.DeliveryChannels {
		business, err := shop.Cases.Businesses.ByID(t.Context(), shop.Business.ID)
		if err != nil {
			t.Fatal(err)
		}
		channels, err := shop.Cases.Messages.Channels(t.Context(), business)
		if err != nil {
			t.Fatal(err)
		}
		return channels
	}
	if got := channels(); got != (messaging.DeliveryChannels{WhatsApp: loyalty.WhatsAppOn, Emails: true}) {
		t.Errorf("with a sender the channels are %+v, want WhatsApp on and e-mail", got)
	}
	register(t, shop, "Ana", "", nil)
	shop.Database.Corrupt(t, "UPDATE messages SET held_by = 'SETUP'")
	if got := channels(); got.WhatsApp != loyalty.WhatsAppOff {
		t.Errorf("with a sender that the provider refuses the channels are %+v, want WhatsApp %v", got, loyalty.WhatsAppOff)
	}
	off := shopSendingBy(t, "cloud", true)
	off.Business.WhatsApp.Enabled = false
	if got, err := off.Cases.Messages.Channels(t.Context(), off.Business); err != nil || got.WhatsApp != loyalty.WhatsAppOff {
		t.Errorf("with WhatsApp switched off the channels are %+v, %v; want WhatsApp %v", got, err, loyalty.WhatsAppOff)
	}
	trial := shopSendingBy(t, "log", false)
	if got, err := trial.Cases.Messages.Channels(t.Context(), loyalty.Business{}); err != nil || got != (messaging.DeliveryChannels{WhatsApp: loyalty.WhatsAppTrial}) {
		t.Errorf("on trial the channels are %+v, %v; want WhatsApp on trial", got, err)
	}
}
