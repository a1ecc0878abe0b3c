package messaging

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Inbox takes what the provider tells: what customers write and switch off, and how
// far messages have come.
type Inbox struct {
	base        *usecase.Base
	messages    *Messages
	marketing   *Marketing
	takeProof   ProofTaker
	noticesKept chan struct{} // holds a value while notices were kept that nobody has looked for
}

// ProofTaker deals with a message that has the code of a proof. Who may sign in by it is
// for package access, which stands on this one.
type ProofTaker func(tx *store.PlatformTx, in Inbound, code string) error

// RepliesAnHour bounds how often a phone is answered, whatever it writes. The
// confirmation that somebody has opted out is always sent.
const RepliesAnHour = 5

// Inbound is what somebody did with WhatsApp on her phone.
type Inbound struct {
	Phone string // E.164, canonical; empty when WhatsApp hides it, or where it is no phone that we know
	// WhatsAppID are the digits of the phone as WhatsApp writes them; empty when it hides them.
	WhatsAppID string
	Hidden     string    // what the provider calls whoever hides her phone; empty: it says nothing
	Number     string    // the provider's id of the number that she did it to
	At         time.Time // to the second
}

// InboundMessage is what somebody wrote.
type InboundMessage struct {
	Inbound
	ID      string // the provider's
	Text    string // empty: a picture or a voice message
	Payload string // what the button says that the customer pressed, for programs; empty: none was pressed
	Quoted  string // the provider's id of the message that it answers, or empty
}

// Receive deals with a message from a phone, once, however often the provider delivers it.
// A message that opts out withdraws the marketing consents, one with a code proves the
// phone. Any other message of a known customer gets an answer that says how to stop, once a
// day. Texts of known customers are kept, but for codes. Messages of strangers are neither
// answered nor kept.
func (i *Inbox) Receive(ctx context.Context, message InboundMessage) error {
	code, proves := loyalty.FindProofCode(message.Text)
	optsOut := loyalty.OptsOut(message.Text) || loyalty.OptsOut(message.Payload)
	if !proves && !optsOut {
		return i.receiveOther(ctx, message)
	}
	err := i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		fresh, err := tx.Notices().RememberInbound(message.ID, i.base.Now())
		if err != nil || !fresh {
			return err
		}
		if optsOut {
			if err := i.keepText(tx, message); err != nil {
				return err
			}
			return i.optOut(tx, message.Inbound, message.Quoted, loyalty.FormWhatsAppReply)
		}
		in, err := knownPhone(tx, message.Inbound)
		if err != nil {
			return err
		}
		return i.takeProof(tx, in, code)
	})
	if err != nil {
		return fmt.Errorf("receiving a message: %w", err)
	}
	return nil
}

// StopMarketing deals with the switch for marketing messages that a telephone
// has. That it is switched on again gives no consent: that is for the customer
// to say, purpose by purpose, in her portal.
func (i *Inbox) StopMarketing(ctx context.Context, stop Inbound) error {
	err := i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return i.optOut(tx, stop, "", loyalty.FormWhatsAppStop)
	})
	if err != nil {
		return fmt.Errorf("stopping marketing messages: %w", err)
	}
	return nil
}

// optOut withdraws the marketing consents of whoever has a phone: at the
// business whose own number she wrote to, and by the platform's number at every
// business, since she sees one number and cannot know them apart.
func (i *Inbox) optOut(tx *store.PlatformTx, in Inbound, quoted string, form loyalty.ConsentForm) error {
	customers, err := writtenBy(tx, in, quoted)
	if err != nil {
		return err
	}
	var left []optedOut
	for _, of := range customers {
		bound := tx.In(of.BusinessID)
		withdrawn, err := i.marketing.withdraw(bound, of.ID, form, in.At)
		if err != nil {
			return err
		}
		if !withdrawn {
			continue
		}
		business, err := bound.Business().Get()
		if err != nil {
			return err
		}
		left = append(left, optedOut{business, of.ID})
	}
	if len(left) == 0 {
		return nil
	}
	return i.confirmOptOut(tx, in, left)
}

// optedOut is a business of which a customer has just opted out.
type optedOut struct {
	business   loyalty.Business
	customerID string
}

// writtenBy returns the customers who have a phone. Where WhatsApp hides the
// phone it is whoever was sent the message that is answered.
func writtenBy(tx *store.PlatformTx, in Inbound, quoted string) ([]store.CustomerOf, error) {
	if in.Phone != "" || in.WhatsAppID != "" {
		return tx.Customers().WritingTo(in.Number, in.Phone, in.WhatsAppID)
	}
	if quoted == "" {
		return nil, nil
	}
	message, found, err := tx.Deliveries().Message(quoted)
	if err != nil || !found || message.CustomerID == "" {
		return nil, err
	}
	return []store.CustomerOf{{BusinessID: message.BusinessID, ID: message.CustomerID}}, nil
}

// confirmOptOut answers once, in the name of a business that sends messages. The
// answer is that business's message, so it names no other: whose customer she is
// besides is none of its business.
func (i *Inbox) confirmOptOut(tx *store.PlatformTx, in Inbound, left []optedOut) error {
	from := left[0]
	for _, o := range left {
		if o.business.MessageHold() == "" && from.business.MessageHold() != "" {
			from = o
		}
	}
	whose := from.business.SenderName()
	if len(left) > 1 {
		whose = "los negocios que te escriben desde este número"
	}
	bound := tx.In(from.business.ID)
	customer, err := bound.Customers().Get(from.customerID)
	if err != nil {
		return err
	}
	return i.messages.Reply(bound, customer, in, fmt.Sprintf(
		"Hecho: no te enviaremos más mensajes promocionales de %s. Tu tarjeta sigue funcionando igual. "+
			"Si cambias de idea, puedes volver a aceptarlos en Mis datos.", whose))
}
