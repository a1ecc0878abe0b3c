package messaging

import (
	"cmp"
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// WalletPath is the path of wallet links. The QR id follows it, because WhatsApp's buttons vary only at the end.
const WalletPath = "/api/public/wallet/"

// SendQR queues a QR like SendQRBy, but returns only the reason; "" means queued.
func (m *Messages) SendQR(ctx context.Context, actor usecase.Actor, customerID string, key usecase.IdempotencyKey) (reason string, err error) {
	result, err := m.SendQRBy(ctx, actor, customerID, key)
	return result.Reason, err
}

// SendQRBy queues a QR, once per key, for WhatsApp or else e-mail. Error: loyalty.ErrCustomerNotFound.
func (m *Messages) SendQRBy(ctx context.Context, actor usecase.Actor, customerID string, key usecase.IdempotencyKey) (SentQR, error) {
	var result SentQR
	if err := key.Validate(); err != nil {
		return result, err
	}
	err := m.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		result, err = usecase.RunOnceAndRefresh(m.base, tx, key, "send QR "+customerID, sentQRCodec(),
			func() (SentQR, error) { return m.sendQR(tx, actor, customerID) },
			func(first SentQR) (SentQR, error) {
				_, err := tx.Customers().Get(customerID) // may have been archived since the first request
				return first, err
			})
		return err
	})
	return result, err
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
	if customer, err = withGuardianPhone(tx, customer); err != nil {
		return SentQR{}, err
	}
	delivery, err := m.newQRDelivery(tx, business, customer)
	if err != nil {
		return SentQR{}, err
	}
	if reason := m.qrRefusal(delivery); reason != "" {
		return SentQR{Reason: reason}, nil
	}
	by, queued, err := m.deliver(tx, delivery)
	if err != nil {
		return SentQR{}, err
	}
	if !queued {
		return SentQR{Reason: "Hoy ya se han enviado demasiados correos a esa dirección. Enséñale su QR en la pantalla o imprímelo."}, nil
	}
	return SentQR{By: by}, m.base.Record(tx, actor.UserID, loyalty.ActionQRSent, customer.ID, string(by))
}

func withGuardianPhone(tx *store.Tx, customer loyalty.Customer) (loyalty.Customer, error) {
	if !customer.IsChild() {
		return customer, nil
	}
	guardian, err := tx.Customers().Get(customer.GuardianID)
	customer.Phone = guardian.Phone
	return customer, err
}

func (m *Messages) qrRefusal(p QRDelivery) string {
	byMessage := p.business.WhatsApp.Enabled && p.customer.Phone != "" && p.accepts.Allows(loyalty.MessageQR)
	switch {
	case p.messageWaits && byMessage, p.mailWaits:
		return "Ya hay un envío en cola para este cliente."
	case byMessage, m.canMail(p):
		return ""
	case !p.business.WhatsApp.Enabled:
		return "El envío por WhatsApp está desactivado." + m.mailRefusal(p)
	case p.customer.Phone == "":
		return "El cliente no tiene teléfono." + m.mailRefusal(p)
	}
	return "El cliente no ha aceptado mensajes de WhatsApp. Enséñale su QR en la pantalla o imprímelo; " +
		"si quiere recibirlo, puede aceptarlos en «Mis datos»." + m.mailRefusal(p)
}

func (m *Messages) mailRefusal(p QRDelivery) string {
	switch {
	case !m.mail || p.email.Address == "":
		return ""
	case !p.accepts.Email:
		return " Tampoco ha aceptado mensajes por correo."
	}
	return " Su correo está sin confirmar."
}

// QueueQR queues a QR; a child's goes to the guardian.
func (m *Messages) QueueQR(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) error {
	unproved, err := tx.Phones().IsUnverified(cmp.Or(customer.GuardianID, customer.ID))
	if err != nil {
		return err
	}
	to := loyalty.Recipient{Name: customer.Name, PhoneUnverified: unproved}
	text := fmt.Sprintf("Hola, %s: este es tu QR de %s. Enséñalo en cada visita. %s",
		to.Greeting(), business.SenderName(), m.linksOf(business, customer))
	if customer.IsChild() {
		text = fmt.Sprintf("Este es el QR de %s en %s. Enséñalo en cada visita. %s",
			childName(to), business.SenderName(), m.linksOf(business, customer))
	}
	return m.Enqueue(tx, customer, loyalty.Message{Kind: loyalty.MessageQR, Text: text})
}

func childName(child loyalty.Recipient) string {
	if child.PhoneUnverified {
		return "tu hijo o hija"
	}
	return loyalty.GreetingName(child.Name)
}

func (m *Messages) linksOf(business loyalty.Business, customer loyalty.Customer) string {
	links := fmt.Sprintf("%s/api/public/customers/%s/qr.png Tu tarjeta: %s/portal?bid=%s",
		m.publicURL, customer.QR(), m.publicURL, business.ID)
	if m.wallets {
		links += fmt.Sprintf(" Llévala en la cartera de tu móvil: %s%s%s", m.publicURL, WalletPath, customer.QR())
	}
	return links
}

// ReplyWithQR replies with QR and card links.
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
