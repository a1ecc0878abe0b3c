package messaging

import (
	"context"
	"encoding/json"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// MailRoom counts an e-mail with a QR and reports whether neither its address nor, where
// nobody has proved that, its business gets one too many.
type MailRoom func(tx *store.Tx, businessID string, to loyalty.SignInEmail) (bool, error)

// Ways says which messages to a business's customers leave.
type Ways struct {
	WhatsApp loyalty.WhatsAppSending
	Emails   bool
}

// Ways returns which messages to the customers of a business leave now. The zero business
// stands for any.
func (m *Messages) Ways(ctx context.Context, business loyalty.Business) (Ways, error) {
	ways := Ways{Emails: m.mail, WhatsApp: loyalty.WhatsAppOn}
	if m.sender.Provider == ProviderLog {
		ways.WhatsApp = loyalty.WhatsAppTrial
	}
	switch {
	case business.ID == "":
		return ways, nil
	case business.MessageHold() != "":
		return Ways{WhatsApp: loyalty.WhatsAppOff, Emails: m.mail && business.IsActive()}, nil
	case ways.WhatsApp == loyalty.WhatsAppTrial:
		return ways, nil
	}
	err := m.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) (err error) {
		ways, err = m.WaysIn(tx, business)
		return err
	})
	return ways, err
}

// WaysIn is Ways within a transaction of the business.
func (m *Messages) WaysIn(tx *store.Tx, business loyalty.Business) (Ways, error) {
	sending, err := m.sending(tx, business)
	return Ways{WhatsApp: sending, Emails: m.mail && business.IsActive()}, err
}

// sending says whether WhatsApp messages to a business's customers leave now.
func (m *Messages) sending(tx *store.Tx, business loyalty.Business) (loyalty.WhatsAppSending, error) {
	switch {
	case business.MessageHold() != "":
		return loyalty.WhatsAppOff, nil
	case m.sender.Provider == ProviderLog:
		return loyalty.WhatsAppTrial, nil
	}
	refused, err := tx.Messages().SenderRefused()
	if refused {
		return loyalty.WhatsAppOff, err
	}
	return loyalty.WhatsAppOn, err
}

// SentQR is what came of sending a QR: the reason, in Spanish, why it was not queued, or else
// how it leaves. It was queued and does not leave where both are empty.
type SentQR struct {
	By     loyalty.QRChannel
	Reason string
}

// keptSentQR is a SentQR under a key. Earlier programs have kept the reason alone.
type keptSentQR struct {
	By     string `json:"By"`
	Reason string `json:"Reason"`
}

// UnmarshalJSON reads both forms.
func (k *keptSentQR) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &k.Reason) == nil {
		return nil
	}
	type plain keptSentQR
	if err := json.Unmarshal(text, (*plain)(k)); err != nil {
		return fmt.Errorf("reading how a QR was sent: %w", err)
	}
	return nil
}

func sentQRForm() usecase.ResponseCodec[SentQR, keptSentQR] {
	return usecase.ResponseCodec[SentQR, keptSentQR]{
		Encode: func(s SentQR) keptSentQR { return keptSentQR{By: string(s.By), Reason: s.Reason} },
		Decode: func(k keptSentQR) SentQR { return SentQR{By: loyalty.QRChannel(k.By), Reason: k.Reason} },
	}
}

// QRParcel is a QR and all that decides how it travels to its customer.
type QRParcel struct {
	business     loyalty.Business
	customer     loyalty.Customer // of a child with the phone of the guardian
	accepts      loyalty.MessagingConsents
	email        loyalty.SignInEmail
	messageWaits bool
	mailWaits    bool
	mayMessage   func() (bool, error) // counts a message where there is a limit
}

// parcelOf is the QR of a customer by what the records say.
func (m *Messages) parcelOf(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (QRParcel, error) {
	parcel := QRParcel{business: business, customer: customer}
	var err error
	if parcel.accepts, err = tx.Consents().Accepts(customer.ID); err != nil {
		return parcel, err
	}
	if parcel.messageWaits, err = tx.Messages().Waits(customer.ID, loyalty.MessageQR); err != nil {
		return parcel, err
	}
	if parcel.mailWaits, err = tx.Mails().WaitsQR(customer.ID); err != nil {
		return parcel, err
	}
	parcel.email, err = tx.Phones().EmailStanding(customer.ID)
	return parcel, err
}

// SendFirstQR sends the QR of a customer who has just given phone and consents. mayMessage
// counts a WhatsApp message and reports whether it is not one too many; nil: there is no
// limit. It returns how the QR leaves.
func (m *Messages) SendFirstQR(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, mayMessage func() (bool, error),
) (loyalty.QRChannel, error) {
	parcel, err := m.parcelOf(tx, business, customer)
	if err != nil {
		return "", err
	}
	parcel.mayMessage = mayMessage
	by, _, err := m.deliver(tx, parcel)
	return by, err
}

// SendQRAgain sends the QR of a customer whose phone somebody has typed into the form once
// more, once a day. A mail goes to a proved e-mail alone; mayMail counts the times where there
// is one.
func (m *Messages) SendQRAgain(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, mayMail func() (bool, error),
) error {
	parcel, err := m.parcelOf(tx, business, customer)
	if err != nil || parcel.messageWaits || parcel.mailWaits {
		return err
	}
	lately, err := tx.Messages().SentSince(customer.ID, loyalty.MessageQR, m.base.Now().Add(-loyalty.QRResendInterval))
	if err != nil {
		return err
	}
	parcel.mayMessage = func() (bool, error) { return !lately, nil }
	if parcel.email.Unverified {
		parcel.email = loyalty.SignInEmail{}
	}
	if m.mailable(parcel) {
		if may, err := mayMail(); err != nil || !may {
			return err
		}
	}
	_, _, err = m.deliver(tx, parcel)
	return err
}

// MailNewQR sends the QR that has taken the place of another, by e-mail where WhatsApp does
// not reach the customer. What waits with the former one is not sent.
func (m *Messages) MailNewQR(tx *store.Tx, customer loyalty.Customer) error {
	if err := tx.Mails().DropQRs(customer.ID); err != nil {
		return err
	}
	business, err := tx.Business().Get()
	if err != nil {
		return err
	}
	parcel, err := m.parcelOf(tx, business, customer)
	if err != nil {
		return err
	}
	sending, err := m.sending(tx, business)
	if err != nil || sending == loyalty.WhatsAppOn && parcel.accepts.Allows(loyalty.MessageQR) {
		return err
	}
	_, err = m.mailQR(tx, parcel)
	return err
}

// deliver queues a QR: by WhatsApp where messages leave and the customer accepts them, else by
// e-mail. On trial the message is recorded too, and where neither way is open it waits until
// WhatsApp is. It returns how the QR leaves, and whether anything was queued.
func (m *Messages) deliver(tx *store.Tx, parcel QRParcel) (by loyalty.QRChannel, queued bool, err error) {
	sending, err := m.sending(tx, parcel.business)
	if err != nil {
		return "", false, err
	}
	if sending == loyalty.WhatsAppOn {
		if queued, err := m.message(tx, parcel); err != nil || queued {
			return loyalty.QRByWhatsApp, queued, err
		}
	}
	mailed, err := m.mailQR(tx, parcel)
	if err != nil {
		return "", false, err
	}
	if sending == loyalty.WhatsAppTrial || sending == loyalty.WhatsAppOff && !mailed {
		if queued, err = m.message(tx, parcel); err != nil {
			return "", false, err
		}
	}
	if mailed {
		by = loyalty.QRByEmail
	}
	return by, queued || mailed, nil
}

// message queues the WhatsApp message with a QR, where the customer may be sent it.
func (m *Messages) message(tx *store.Tx, parcel QRParcel) (bool, error) {
	if parcel.customer.Phone == "" || !parcel.accepts.Allows(loyalty.MessageQR) {
		return false, nil
	}
	if parcel.mayMessage != nil {
		if may, err := parcel.mayMessage(); err != nil || !may {
			return false, err
		}
	}
	return true, m.QueueQR(tx, parcel.business, parcel.customer)
}
