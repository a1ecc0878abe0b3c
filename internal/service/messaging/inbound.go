package messaging

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Inbox processes WhatsApp's notices: messages, marketing switches and deliveries.
type Inbox struct {
	base         *usecase.Base
	messages     *Messages
	marketing    *Marketing
	handleProof  ProofHandler
	noticeStored chan struct{}
}

// ProofHandler processes a proof code. Package access implements it.
type ProofHandler func(tx *store.PlatformTx, in Inbound, code string) error

// MaxRepliesPerHour is the limit per phone. Opt-outs are confirmed beyond it.
const MaxRepliesPerHour = 5

// Inbound has sender, receiver and time of an act in WhatsApp.
type Inbound struct {
	Phone string // E.164, canonical; empty: hidden or unknown
	// WhatsAppID is the phone as WhatsApp writes it; empty: hidden.
	WhatsAppID string
	HiddenID   string    // provider's id of a hidden phone; empty: unknown
	Number     string    // provider's id of the receiver
	At         time.Time // to the second
}

// InboundMessage is a received message.
type InboundMessage struct {
	Inbound
	ID       string
	Text     string // empty: a picture or voice message
	Payload  string // of a button
	QuotedID string
}

// Receive processes a message once. Opt-outs withdraw marketing consents and stop the owner's week; proof codes verify
// the phone. Texts of known customers are stored without codes and get one reply a day; others are ignored.
func (i *Inbox) Receive(ctx context.Context, message InboundMessage) error {
	code, proves := loyalty.FindProofCode(message.Text)
	optsOut := loyalty.OptsOut(message.Text) || loyalty.OptsOut(message.Payload)
	if !proves && !optsOut {
		return i.receiveOther(ctx, message)
	}
	err := i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		fresh, err := tx.Notices().InsertInbound(message.ID, i.base.Now())
		if err != nil || !fresh {
			return err
		}
		if optsOut {
			if err := i.storeText(tx, message); err != nil {
				return err
			}
			if err := i.stopWeek(tx, message.Inbound, message.QuotedID); err != nil {
				return err
			}
			return i.optOut(tx, message.Inbound, message.QuotedID, loyalty.FormWhatsAppReply)
		}
		in, err := resolvePhone(tx, message.Inbound)
		if err != nil {
			return err
		}
		return i.handleProof(tx, in, code)
	})
	if err != nil {
		return fmt.Errorf("receiving a message: %w", err)
	}
	return nil
}

// StopMarketing processes WhatsApp's switch. Switching back gives no consent.
func (i *Inbox) StopMarketing(ctx context.Context, stop Inbound) error {
	err := i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return i.optOut(tx, stop, "", loyalty.FormWhatsAppStop)
	})
	if err != nil {
		return fmt.Errorf("stopping marketing messages: %w", err)
	}
	return nil
}

// optOut withdraws marketing consents: those of the receiving number's business, or of all businesses for the
// platform's number.
func (i *Inbox) optOut(tx *store.PlatformTx, in Inbound, quotedID string, form loyalty.ConsentForm) error {
	customers, err := customersOf(tx, in, quotedID)
	if err != nil {
		return err
	}
	var optOuts []optedOut
	for _, customer := range customers {
		businessTx := tx.In(customer.BusinessID)
		withdrawn, err := i.marketing.withdrawConsents(businessTx, customer.ID, form, in.At)
		if err != nil {
			return err
		}
		if !withdrawn {
			continue
		}
		business, err := businessTx.Business().Get()
		if err != nil {
			return err
		}
		optOuts = append(optOuts, optedOut{business, customer.ID})
	}
	if len(optOuts) == 0 {
		return nil
	}
	return i.confirmOptOut(tx, in, optOuts)
}

type optedOut struct {
	business   loyalty.Business
	customerID string
}

// customersOf finds a hidden phone's customer by the quoted message.
func customersOf(tx *store.PlatformTx, in Inbound, quotedID string) ([]store.CustomerRef, error) {
	if in.Phone != "" || in.WhatsAppID != "" {
		return tx.Customers().BySender(in.Number, in.Phone, in.WhatsAppID)
	}
	if quotedID == "" {
		return nil, nil
	}
	message, found, err := tx.Deliveries().Message(quotedID)
	if err != nil || !found || message.CustomerID == "" {
		return nil, err
	}
	return []store.CustomerRef{{BusinessID: message.BusinessID, ID: message.CustomerID}}, nil
}

// confirmOptOut queues the confirmation of an opt-out. For privacy it names no business if several stop.
func (i *Inbox) confirmOptOut(tx *store.PlatformTx, in Inbound, optOuts []optedOut) error {
	from := optOuts[0]
	for _, o := range optOuts {
		if o.business.MessageHold() == "" && from.business.MessageHold() != "" {
			from = o
		}
	}
	sender := from.business.SenderName()
	if len(optOuts) > 1 {
		sender = "los negocios que te escriben desde este número"
	}
	businessTx := tx.In(from.business.ID)
	customer, err := businessTx.Customers().Get(from.customerID)
	if err != nil {
		return err
	}
	return i.messages.Reply(businessTx, customer, in, fmt.Sprintf(
		"Hecho: no te enviaremos más mensajes promocionales de %s. Tu tarjeta sigue funcionando igual. "+
			"Si cambias de idea, puedes volver a aceptarlos en Mis datos.", sender))
}
