package messaging

import (
	"context"
	"encoding/json"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// MailLimiter counts a mail with a QR and reports whether it is allowed.
type MailLimiter func(tx *store.Tx, businessID string, to loyalty.SignInEmail) (bool, error)

// DeliveryChannels are the channels of a business for QRs.
type DeliveryChannels struct {
	WhatsApp loyalty.WhatsAppSending
	Emails   bool
}

// Channels returns the channels usable now; for a zero business the installation's.
func (m *Messages) Channels(ctx context.Context, business loyalty.Business) (DeliveryChannels, error) {
	channels := DeliveryChannels{Emails: m.mail, WhatsApp: loyalty.WhatsAppOn}
	if m.sender.Provider == ProviderLog {
		channels.WhatsApp = loyalty.WhatsAppTrial
	}
	switch {
	case business.ID == "":
		return channels, nil
	case business.MessageHold() != "":
		return DeliveryChannels{WhatsApp: loyalty.WhatsAppOff, Emails: m.mail && business.IsActive()}, nil
	case channels.WhatsApp == loyalty.WhatsAppTrial:
		return channels, nil
	}
	err := m.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) (err error) {
		channels, err = m.ChannelsIn(tx, business)
		return err
	})
	return channels, err
}

// ChannelsIn returns the channels of a business that are usable now.
func (m *Messages) ChannelsIn(tx *store.Tx, business loyalty.Business) (DeliveryChannels, error) {
	sending, err := m.whatsAppSending(tx, business)
	return DeliveryChannels{WhatsApp: sending, Emails: m.mail && business.IsActive()}, err
}

func (m *Messages) whatsAppSending(tx *store.Tx, business loyalty.Business) (loyalty.WhatsAppSending, error) {
	switch {
	case business.MessageHold() != "":
		return loyalty.WhatsAppOff, nil
	case m.sender.Provider == ProviderLog:
		return loyalty.WhatsAppTrial, nil
	}
	refused, err := tx.Messages().IsSenderRefused()
	if refused {
		return loyalty.WhatsAppOff, err
	}
	return loyalty.WhatsAppOn, err
}

// SentQR has the channel, or the Spanish reason for none. Both empty: queued, but messages are not being sent.
type SentQR struct {
	By     loyalty.QRChannel
	Reason string
}

// storedSentQR is stored. Older versions stored only the reason, as a string.
type storedSentQR struct {
	By     string `json:"By"`
	Reason string `json:"Reason"`
}

// UnmarshalJSON reads both forms.
func (k *storedSentQR) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &k.Reason) == nil {
		return nil
	}
	type plain storedSentQR
	if err := json.Unmarshal(text, (*plain)(k)); err != nil {
		return fmt.Errorf("decoding a stored QR result: %w", err)
	}
	return nil
}

func sentQRCodec() usecase.ResponseCodec[SentQR, storedSentQR] {
	return usecase.ResponseCodec[SentQR, storedSentQR]{
		Encode: func(s SentQR) storedSentQR { return storedSentQR{By: string(s.By), Reason: s.Reason} },
		Decode: func(k storedSentQR) SentQR { return SentQR{By: loyalty.QRChannel(k.By), Reason: k.Reason} },
	}
}

// QRDelivery has what deliver needs to choose the channel of a QR.
type QRDelivery struct {
	business     loyalty.Business
	customer     loyalty.Customer
	accepts      loyalty.MessagingConsents
	email        loyalty.SignInEmail
	messageWaits bool
	mailWaits    bool
	mayMessage   func() (bool, error)
}

func (m *Messages) newQRDelivery(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (QRDelivery, error) {
	delivery := QRDelivery{business: business, customer: customer}
	var err error
	if delivery.accepts, err = tx.Consents().Accepts(customer.ID); err != nil {
		return delivery, err
	}
	if delivery.messageWaits, err = tx.Messages().HasWaiting(customer.ID, loyalty.MessageQR); err != nil {
		return delivery, err
	}
	if delivery.mailWaits, err = tx.Mails().HasWaitingQR(customer.ID); err != nil {
		return delivery, err
	}
	delivery.email, err = tx.Phones().SignInEmail(customer.ID)
	return delivery, err
}

// SendFirstQR sends the QR to a new customer. mayMessage counts a WhatsApp message and reports whether it is allowed;
// nil: always.
func (m *Messages) SendFirstQR(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, mayMessage func() (bool, error),
) (loyalty.QRChannel, error) {
	delivery, err := m.newQRDelivery(tx, business, customer)
	if err != nil {
		return "", err
	}
	delivery.mayMessage = mayMessage
	by, _, err := m.deliver(tx, delivery)
	return by, err
}

// ResendQR sends a QR again, once a day. Mails go only to verified addresses, counted by mayMail.
func (m *Messages) ResendQR(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, mayMail func() (bool, error),
) error {
	delivery, err := m.newQRDelivery(tx, business, customer)
	if err != nil || delivery.messageWaits || delivery.mailWaits {
		return err
	}
	lately, err := tx.Messages().SentSince(customer.ID, loyalty.MessageQR, m.base.Now().Add(-loyalty.QRResendInterval))
	if err != nil {
		return err
	}
	delivery.mayMessage = func() (bool, error) { return !lately, nil }
	if delivery.email.Unverified {
		delivery.email = loyalty.SignInEmail{}
	}
	if m.canMail(delivery) {
		if may, err := mayMail(); err != nil || !may {
			return err
		}
	}
	_, _, err = m.deliver(tx, delivery)
	return err
}

// MailReplacementQR deletes queued mails with the former QR. It mails the new one if WhatsApp cannot send it.
func (m *Messages) MailReplacementQR(tx *store.Tx, customer loyalty.Customer) error {
	if err := tx.Mails().DropQRs(customer.ID); err != nil {
		return err
	}
	business, err := tx.Business().Get()
	if err != nil {
		return err
	}
	delivery, err := m.newQRDelivery(tx, business, customer)
	if err != nil {
		return err
	}
	sending, err := m.whatsAppSending(tx, business)
	if err != nil || sending == loyalty.WhatsAppOn && delivery.accepts.Allows(loyalty.MessageQR) {
		return err
	}
	_, err = m.mailQR(tx, delivery)
	return err
}

// deliver uses WhatsApp, or else e-mail. In trial mode it also records the message. Without a channel the message
// waits.
func (m *Messages) deliver(tx *store.Tx, delivery QRDelivery) (by loyalty.QRChannel, queued bool, err error) {
	sending, err := m.whatsAppSending(tx, delivery.business)
	if err != nil {
		return "", false, err
	}
	if sending == loyalty.WhatsAppOn {
		if queued, err := m.queueMessage(tx, delivery); err != nil || queued {
			return loyalty.QRByWhatsApp, queued, err
		}
	}
	mailed, err := m.mailQR(tx, delivery)
	if err != nil {
		return "", false, err
	}
	if sending == loyalty.WhatsAppTrial || sending == loyalty.WhatsAppOff && !mailed {
		if queued, err = m.queueMessage(tx, delivery); err != nil {
			return "", false, err
		}
	}
	if mailed {
		by = loyalty.QRByEmail
	}
	return by, queued || mailed, nil
}

func (m *Messages) queueMessage(tx *store.Tx, delivery QRDelivery) (bool, error) {
	if delivery.customer.Phone == "" || !delivery.accepts.Allows(loyalty.MessageQR) {
		return false, nil
	}
	if delivery.mayMessage != nil {
		if may, err := delivery.mayMessage(); err != nil || !may {
			return false, err
		}
	}
	return true, m.QueueQR(tx, delivery.business, delivery.customer)
}
