package messaging

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/url"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

//go:embed qr_mail.html
var qrMailHTML string

var qrMailPage = template.Must(template.New("mail").Parse(qrMailHTML))

// qrMail contains nothing that a stranger may have typed.
type qrMail struct {
	Sender   string
	Greeting string
	Intro    string
	Welcome  string
	Portal   string
	Wallet   string
	Legal    []string
	Picture  string
	Reason   string
}

func (m *Messages) canMail(p QRDelivery) bool {
	return m.mail && p.accepts.Email && p.email.CanSignIn()
}

// mailQR queues an e-mail with the QR. It returns false if e-mail is not allowed, or at the address's limit.
func (m *Messages) mailQR(tx *store.Tx, delivery QRDelivery) (bool, error) {
	if !m.canMail(delivery) || !delivery.business.IsActive() {
		return false, nil
	}
	if may, err := m.mailLimiter(tx, delivery.business.ID, delivery.email); err != nil || !may {
		return false, err
	}
	promise, err := tx.Rewards().WelcomePromise(delivery.customer.ID)
	if err != nil {
		return false, err
	}
	mail, err := m.qrMail(delivery, promise)
	if err != nil {
		return false, err
	}
	if mail.ID, err = m.base.IDs.Next(mail.CreatedAt); err != nil {
		return false, err
	}
	return true, tx.Mails().Insert(mail)
}

func (m *Messages) qrMail(delivery QRDelivery, promise string) (loyalty.Mail, error) {
	content := m.qrMailContent(delivery)
	if promise != "" {
		content.Welcome = welcomeSentence(promise)
	}
	var page strings.Builder
	if err := qrMailPage.Execute(&page, content); err != nil {
		return loyalty.Mail{}, fmt.Errorf("rendering a QR mail: %w", err)
	}
	now := m.base.Now()
	return loyalty.Mail{
		BusinessID: delivery.business.ID, CustomerID: delivery.customer.ID, Kind: loyalty.MailQR,
		Address: delivery.email.Address, Sender: content.Sender, Subject: "Tu QR de " + content.Sender,
		Text: content.text(m.qrPicture(delivery.customer)), HTML: page.String(),
		CreatedAt: now, ExpiresAt: now.Add(loyalty.MailQR.Lifetime()),
	}, nil
}

func welcomeSentence(promise string) string {
	return "Te espera tu descuento de bienvenida: " + strings.TrimRight(promise, ".") + "."
}

func (m *Messages) qrMailContent(delivery QRDelivery) qrMail {
	business, customer := delivery.business, delivery.customer
	to := loyalty.Recipient{Name: customer.Name, PhoneUnverified: delivery.email.Unverified}
	content := qrMail{
		Sender:   business.SenderName(),
		Greeting: "Hola, " + to.Greeting() + ":",
		Intro:    "Este es tu QR de " + business.SenderName() + ". Enséñalo en cada visita y te la sellan.",
		Portal:   m.portalOf(business),
		Legal:    legalLines(business),
		Picture:  loyalty.MailPictureID,
		Reason: "Te escribimos porque este correo está en una tarjeta de " + business.SenderName() +
			" y se aceptaron mensajes por correo. Es un mensaje de servicio, sin publicidad. " +
			"Para no recibir más, quita «Mensajes por correo» en «Mis datos» de tu portal o pídelo en el local. " +
			"¿No es tuya la tarjeta? No hagas nada: pide en el local que quiten este correo.",
	}
	if customer.IsChild() {
		content.Greeting = "Hola:"
		content.Intro = "Este es el QR de " + childName(to) + " en " + business.SenderName() + ". Enséñalo en cada visita y se la sellan."
	}
	if m.wallets {
		content.Wallet = m.publicURL + WalletPath + customer.QR()
	}
	return content
}

func (q qrMail) text(picture string) string {
	lines := []string{q.Greeting, "", q.Intro, ""}
	if q.Welcome != "" {
		lines = append(lines, q.Welcome, "")
	}
	lines = append(lines, "Tu QR: "+picture, "Tu tarjeta: "+q.Portal)
	if q.Wallet != "" {
		lines = append(lines, "Llévala en la cartera de tu móvil: "+q.Wallet)
	}
	lines = append(lines, "", "--", q.Reason)
	return strings.Join(append(lines, q.Legal...), "\n") + "\n"
}

func legalLines(business loyalty.Business) []string {
	legal := business.Legal
	if legal.Name == "" {
		return nil
	}
	responsible := "Responsable: " + legal.Name
	for _, part := range []string{legal.TaxID, legal.Address, legal.Email} {
		if part != "" {
			responsible += " · " + part
		}
	}
	return []string{responsible}
}

func (m *Messages) portalOf(business loyalty.Business) string {
	return m.publicURL + "/portal?bid=" + url.QueryEscape(business.ID)
}

func (m *Messages) qrPicture(customer loyalty.Customer) string {
	return m.publicURL + "/api/public/customers/" + url.PathEscape(customer.QR()) + "/qr.png"
}
