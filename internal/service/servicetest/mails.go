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

// CustomerWithEmail is a customer of the shop with an e-mail.
func (shop *Shop) CustomerWithEmail(name, email string) loyalty.Customer {
	shop.T.Helper()
	return shop.Change(shop.Customer(name), loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: email}})
}

// RegisterWithEmail registers a customer, who types an e-mail, through the public form. Her QR has
// been mailed to it.
func (shop *Shop) RegisterWithEmail(name, email string) loyalty.Customer {
	shop.T.Helper()
	form := shop.Form(name)
	form.Email = email
	registered, err := shop.Cases.Registrations.Register(WithBrowser(context.Background()), shop.Business.ID, form, "")
	if err != nil {
		shop.T.Fatalf("registering %s: %v", name, err)
	}
	for _, mail := range shop.ClaimMails() {
		shop.FinishMail(mail, service.MailAccepted)
	}
	return registered.Customer
}

// MailedCode asks for a code by e-mail, has all mails that wait leave, and returns the code
// of the last one: empty when there was none.
func (shop *Shop) MailedCode(phone string) string {
	shop.T.Helper()
	shop.Clock.Advance(time.Millisecond)
	request := access.CodeRequest{BusinessID: shop.Business.ID, Phone: phone, Way: string(loyalty.CodeByEmail), Asker: Requester}
	if err := shop.Cases.Portal.RequestCode(context.Background(), request); err != nil {
		shop.T.Fatalf("asking for a code by e-mail: %v", err)
	}
	code := ""
	for _, mail := range shop.ClaimMails() {
		code = mail.Text[:loyalty.CodeDigits]
		shop.FinishMail(mail, service.MailAccepted)
	}
	return code
}

// MailedToken signs a customer in to her portal by a code that goes to her e-mail.
func (shop *Shop) MailedToken(customer loyalty.Customer) string {
	shop.T.Helper()
	session, err := shop.Cases.Portal.CheckCode(WithBrowser(context.Background()), Requester, shop.Business.ID, customer.Phone, shop.MailedCode(customer.Phone))
	if err != nil {
		shop.T.Fatalf("signing %s in by e-mail: %v", customer.Name, err)
	}
	return session.Token
}

// QueueMail has a mail with a code wait for a customer, and returns it.
func (shop *Shop) QueueMail(to loyalty.Customer) loyalty.Mail {
	shop.T.Helper()
	now := shop.Clock.Now()
	mail := loyalty.Mail{
		BusinessID: shop.Business.ID, ID: fmt.Sprintf("mail%d", shop.names.Add(1)), CustomerID: to.ID, Kind: loyalty.MailCode, Address: to.Email, Sender: shop.Business.SenderName(),
		Subject: "Tu código de " + shop.Business.SenderName(), Text: "123456 es tu código.", CreatedAt: now, ExpiresAt: now.Add(loyalty.CodeLifetime),
	}
	err := shop.Store.InBusiness(context.Background(), shop.Business.ID, func(tx *store.Tx) error { return tx.Mails().Put(mail) })
	if err != nil {
		shop.T.Fatalf("%v", err)
	}
	return mail
}

// ClaimMails takes all mails that may be sent now.
func (shop *Shop) ClaimMails() []service.ClaimedMail {
	shop.T.Helper()
	mails, err := shop.Cases.Mails.Claim(context.Background(), 1000)
	if err != nil {
		shop.T.Fatalf("%v", err)
	}
	return mails
}

// FinishMail records how a mail went.
func (shop *Shop) FinishMail(mail service.ClaimedMail, result service.MailResult) {
	shop.T.Helper()
	if err := shop.Cases.Mails.Finish(context.Background(), mail, result); err != nil {
		shop.T.Fatalf("%v", err)
	}
}
