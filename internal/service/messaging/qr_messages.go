package messaging

import (
	"cmp"
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/act"
	"axioma/internal/store"
)

// WalletWay is the path at which a telephone puts a card into its wallet. The id of her QR
// follows at its end, where alone WhatsApp lets a button's address vary.
const WalletWay = "/api/public/wallet/"

// QRStanding reports whether a customer may be sent her QR, and whether one waits
// already.
func QRStanding(tx *store.Tx, customer loyalty.Customer) (accepts, waiting bool, err error) {
	said, err := tx.Consents().Accepts(customer.ID)
	if err != nil {
		return false, false, err
	}
	waiting, err = tx.Messages().Waits(customer.ID, loyalty.MessageQR)
	return said.Allows(loyalty.MessageQR), waiting, err
}

// SendQR queues a message with the customer's QR at the request of the staff,
// once for a key. When it cannot be sent it returns the reason, in Spanish. It
// refuses with loyalty.ErrCustomerNotFound.
func (m *Messages) SendQR(ctx context.Context, actor act.Actor, customerID string, key act.Key) (reason string, err error) {
	if err := key.Checked(); err != nil {
		return "", err
	}
	err = m.InBusinessOnce(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		reason, err = act.OnceNow(m.Base, tx, key, "send QR "+customerID, act.PlainForm[string](),
			func() (string, error) { return m.sendQR(tx, actor, customerID) },
			func(first string) (string, error) {
				_, err := tx.Customers().Get(customerID) // archived since: the message does not leave
				return first, err
			})
		return err
	})
	return reason, err
}

func (m *Messages) sendQR(tx *store.Tx, actor act.Actor, customerID string) (reason string, err error) {
	business, err := tx.Business().Get()
	if err != nil {
		return "", err
	}
	customer, err := tx.Customers().Lock(customerID)
	if err != nil {
		return "", err
	}
	accepts, waiting, err := QRStanding(tx, customer)
	if err != nil {
		return "", err
	}
	if customer, err = onGuardiansPhone(tx, customer); err != nil {
		return "", err
	}
	if reason = whyNoQR(business, customer, accepts, waiting); reason != "" {
		return reason, nil
	}
	if err := m.QueueQR(tx, business, customer); err != nil {
		return "", err
	}
	return "", m.Record(tx, actor.UserID, loyalty.ActionQRSent, customer.ID, "")
}

// QueueQRIfAccepted queues a customer's QR where it can be sent, and nothing where it cannot.
func (m *Messages) QueueQRIfAccepted(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) error {
	accepts, waiting, err := QRStanding(tx, customer)
	if err != nil || whyNoQR(business, customer, accepts, waiting) != "" {
		return err
	}
	return m.QueueQR(tx, business, customer)
}

// onGuardiansPhone is a customer, and of a child with the phone by which she is reached.
func onGuardiansPhone(tx *store.Tx, customer loyalty.Customer) (loyalty.Customer, error) {
	if !customer.Child() {
		return customer, nil
	}
	guardian, err := tx.Customers().Get(customer.GuardianID)
	customer.Phone = guardian.Phone
	return customer, err
}

func whyNoQR(business loyalty.Business, customer loyalty.Customer, accepts, waiting bool) string {
	switch {
	case !business.WhatsApp.Enabled:
		return "El envío por WhatsApp está desactivado."
	case customer.Phone == "":
		return "El cliente no tiene teléfono."
	case !accepts:
		return "El cliente no ha aceptado mensajes de WhatsApp. Enséñale su QR en la pantalla o imprímelo; " +
			"si quiere recibirlo, puede aceptarlos en «Mis datos»."
	case waiting:
		return "Ya hay un envío en cola para este cliente."
	}
	return ""
}

// QueueQR writes the message that brings a customer her QR, or a guardian that of a
// child, who comes with the guardian's phone.
func (m *Messages) QueueQR(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) error {
	unproved, err := tx.Phones().Unproved(cmp.Or(customer.GuardianID, customer.ID))
	if err != nil {
		return err
	}
	to := loyalty.Recipient{Name: customer.Name, Unproved: unproved}
	text := fmt.Sprintf("Hola, %s: este es tu QR de %s. Enséñalo en cada visita. %s",
		to.Greeting(), business.SenderName(), m.linksOf(business, customer))
	if customer.Child() {
		text = fmt.Sprintf("Este es el QR de %s en %s. Enséñalo en cada visita. %s",
			childNamed(to), business.SenderName(), m.linksOf(business, customer))
	}
	return m.Put(tx, customer, loyalty.Message{Kind: loyalty.MessageQR, Text: text})
}

// childNamed is what a message to a guardian calls her child: nothing that a stranger has
// typed.
func childNamed(child loyalty.Recipient) string {
	if child.Unproved {
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
	return m.Reply(tx, customer, in, text+" Este es tu QR: "+m.linksOf(business, customer))
}
