package servicetest

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/store"
)

// CustomerWithEmail adds a customer with an e-mail.
func (shop *Shop) CustomerWithEmail(name, email string) loyalty.Customer {
	shop.T.Helper()
	return shop.Change(shop.Customer(name), loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: email}})
}

// RegisterWithEmail registers a customer by the public form and sends the QR mail.
func (shop *Shop) RegisterWithEmail(name, email string) loyalty.Customer {
	shop.T.Helper()
	form := shop.Form(name)
	form.Email = email
	registration, err := shop.Cases.Registrations.Register(WithBrowser(context.Background()), shop.Business.ID, form, "")
	if err != nil {
		shop.T.Fatalf("registering %s: %v", name, err)
	}
	for _, mail := range shop.ClaimMails() {
		shop.FinishMail(mail, service.MailAccepted)
	}
	return registration.Customer
}

// MailedCode requests a code, sends mails and returns the last code, or "".
func (shop *Shop) MailedCode(phone string) string {
	shop.T.Helper()
	shop.Clock.Advance(time.Millisecond)
	request := access.CodeRequest{BusinessID: shop.Business.ID, Phone: phone, Channel: string(loyalty.CodeByEmail), Requester: Requester}
	if err := shop.Cases.Portal.RequestCode(context.Background(), request); err != nil {
		shop.T.Fatalf("asking for a code by e-mail: %v", err)
	}
	code := ""
	for _, mail := range shop.ClaimMails() {
		if mail.Kind == loyalty.MailCode {
			code = mail.Text[:loyalty.CodeDigits]
		}
		shop.FinishMail(mail, service.MailAccepted)
	}
	return code
}

// MailedToken signs in by a mailed code.
func (shop *Shop) MailedToken(customer loyalty.Customer) string {
	shop.T.Helper()
	session, err := shop.Cases.Portal.SignInWithCode(WithBrowser(context.Background()), Requester, shop.Business.ID, customer.Phone, shop.MailedCode(customer.Phone))
	if err != nil {
		shop.T.Fatalf("signing %s in by e-mail: %v", customer.Name, err)
	}
	return session.Token
}

// QueueMail queues a code.
func (shop *Shop) QueueMail(to loyalty.Customer) loyalty.Mail {
	shop.T.Helper()
	now := shop.Clock.Now()
	mail := loyalty.Mail{
		BusinessID: shop.Business.ID, ID: fmt.Sprintf("mail%d", shop.names.Add(1)), CustomerID: to.ID, Kind: loyalty.MailCode, Address: to.Email, Sender: shop.Business.SenderName(),
		Subject: "Tu código de " + shop.Business.SenderName(), Text: "123456 es tu código.", CreatedAt: now, ExpiresAt: now.Add(loyalty.CodeLifetime),
	}
	err := shop.Store.InBusiness(context.Background(), shop.Business.ID, func(tx *store.Tx) error { return tx.Mails().Insert(mail) })
	if err != nil {
		shop.T.Fatalf("%v", err)
	}
	return mail
}

// ClaimMails claims all due mails.
func (shop *Shop) ClaimMails() []service.ClaimedMail {
	shop.T.Helper()
	mails, err := shop.Cases.Mails.Claim(context.Background(), 1000)
	if err != nil {
		shop.T.Fatalf("%v", err)
	}
	return mails
}

// FinishMail records a try.
func (shop *Shop) FinishMail(mail service.ClaimedMail, result service.MailResult) {
	shop.T.Helper()
	if err := shop.Cases.Mails.Finish(context.Background(), mail, result); err != nil {
		shop.T.Fatalf("%v", err)
	}
}
