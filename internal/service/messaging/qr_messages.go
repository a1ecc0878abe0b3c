package messaging

import (
	"cmp"
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// WalletWay is the path at which a telephone puts a card into its wallet. The id of her QR
// follows at its end, where alone WhatsApp lets a button's address vary.
const WalletWay = "/api/public/wallet/"

// SendQR is SendQRBy for callers that need no more than the reason: empty, the QR is queued.
func (m *Messages) SendQR(ctx context.Context, actor usecase.Actor, customerID string, key usecase.IdempotencyKey) (reason string, err error) {
	sent, err := m.SendQRBy(ctx, actor, customerID, key)
	return sent.Reason, err
}

// SendQRBy queues the customer's QR at the request of the staff, once for a key: by WhatsApp
// or, where that does not carry it, by e-mail. It refuses with loyalty.ErrCustomerNotFound.
func (m *Messages) SendQRBy(ctx context.Context, actor usecase.Actor, customerID string, key usecase.IdempotencyKey) (SentQR, error) {
	var sent SentQR
	if err := key.Validate(); err != nil {
		return sent, err
	}
	err := m.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		sent, err = usecase.RunOnceAndRefresh(m.base, tx, key, "send QR "+customerID, sentQRForm(),
			func() (SentQR, error) { return m.sendQR(tx, actor, customerID) },
			func(first SentQR) (SentQR, error) {
				_, err := tx.Customers().Get(customerID) // archived since: the message does not leave
				return first, err
			})
		return err
	})
	return sent, err
}

func (m *Messages) sendQR(tx *store.Tx, actor usecase.Actor, customerID string) (SentQR, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return SentQR{}, err
	}
	customer, err := tx.Customers().Lock(customerID)
	if err != nil {
		return SentQR{}, err
	}
	if customer, err = onGuardiansPhone(tx, customer); err != nil {
		return SentQR{}, err
	}
	parcel, err := m.parcelOf(tx, business, customer)
	if err != nil {
		return SentQR{}, err
	}
	if reason := m.whyNoQR(parcel); reason != "" {
		return SentQR{Reason: reason}, nil
	}
	by, queued, err := m.deliver(tx, parcel)
	if err != nil {
		return SentQR{}, err
	}
	if !queued {
		return SentQR{Reason: "Hoy ya se han enviado demasiados correos a esa dirección. Enséñale su QR en la pantalla o imprímelo."}, nil
	}
	return SentQR{By: by}, m.base.Record(tx, actor.UserID, loyalty.ActionQRSent, customer.ID, string(by))
}

// onGuardiansPhone is a customer, and of a child with the phone by which she is reached.
func onGuardiansPhone(tx *store.Tx, customer loyalty.Customer) (loyalty.Customer, error) {
	if !customer.IsChild() {
		return customer, nil
	}
	guardian, err := tx.Customers().Get(customer.GuardianID)
	customer.Phone = guardian.Phone
	return customer, err
}

// whyNoQR is why the staff cannot send a QR, in Spanish; empty: they can.
func (m *Messages) whyNoQR(p QRParcel) string {
	byMessage := p.business.WhatsApp.Enabled && p.customer.Phone != "" && p.accepts.Allows(loyalty.MessageQR)
	switch {
	case p.messageWaits && byMessage, p.mailWaits:
		return "Ya hay un envío en cola para este cliente."
	case byMessage, m.mailable(p):
		return ""
	case !p.business.WhatsApp.Enabled:
		return "El envío por WhatsApp está desactivado." + m.whyNoMail(p)
	case p.customer.Phone == "":
		return "El cliente no tiene teléfono." + m.whyNoMail(p)
	}
	return "El cliente no ha aceptado mensajes de WhatsApp. Enséñale su QR en la pantalla o imprímelo; " +
		"si quiere recibirlo, puede aceptarlos en «Mis datos»." + m.whyNoMail(p)
}

// whyNoMail adds why the QR does not go by e-mail either, where the customer has one.
func (m *Messages) whyNoMail(p QRParcel) string {
	switch {
	case !m.mail || p.email.Address == "":
		return ""
	case !p.accepts.Email:
		return " Tampoco ha aceptado mensajes por correo."
	}
	return " Su correo está sin confirmar."
}

// QueueQR writes the message that brings a customer her QR, or a guardian that of a
// child, who comes with the guardian's phone.
func (m *Messages) QueueQR(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) error {
	unproved, err := tx.Phones().Unproved(cmp.Or(customer.GuardianID, customer.ID))
	if err != nil {
		return err
	}
	to := loyalty.Recipient{Name: customer.Name, PhoneUnverified: unproved}
	text := fmt.Sprintf("Hola, %s: este es tu QR de %s. Enséñalo en cada visita. %s",
		to.Greeting(), business.SenderName(), m.linksOf(business, customer))
	if customer.IsChild() {
		text = fmt.Sprintf("Este es el QR de %s en %s. Enséñalo en cada visita. %s",
			childNamed(to), business.SenderName(), m.linksOf(business, customer))
	}
	return m.Put(tx, customer, loyalty.Message{Kind: loyalty.MessageQR, Text: text})
}

// childNamed is what a message to a guardian calls her child: nothing that a stranger has
// typed.
func childNamed(child loyalty.Recipient) string {
	if child.PhoneUnverified {
		return "tu hijo o hija"
	}
	return loyalty.GreetingName(child.Name)
}

// linksOf is where anybody who has the link finds a customer's QR, where she finds her
// card once she has signed in, and where a telephone puts it into its wallet.
func (m *Messages) linksOf(business loyalty.Business, customer loyalty.Customer) string {
	links := fmt.Sprintf("%s/api/public/customers/%s/qr.png Tu tarjeta: %s/portal?bid=%s",
		m.publicURL, customer.QR(), m.publicURL, business.ID)
	if m.wallets {
		links += fmt.Sprintf(" Llévala en la cartera de tu móvil: %s%s%s", m.publicURL, WalletWay, customer.QR())
	}
	return links
}

// ReplyWithQR queues an answer to what a customer wrote, and behind it her QR and
// the way to her card.
func (m *Messages) ReplyWithQR(tx *store.Tx, business loyalty.Business, customer loyalty.Customer, in Inbound, text string) error {
	promise, err := tx.Rewards().WelcomePromise(customer.ID)
	if err != nil {
		return err
	}
	if promise != "" {
		text += " " + welcomeSentence(promise)
	}
	return m.Reply(tx, customer, in, text+" Este es tu QR: "+m.linksOf(business, customer))
}
