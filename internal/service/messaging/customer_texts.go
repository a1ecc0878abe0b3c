package messaging

import (
	"context"
	"fmt"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// receiveOther keeps the text of a known customer, and answers it once a day.
func (i *Inbox) receiveOther(ctx context.Context, message InboundMessage) error {
	known := false
	err := i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		_, known, err = addressee(tx, message)
		return err
	})
	if err != nil {
		return fmt.Errorf("looking for the customer who wrote: %w", err)
	}
	if !known { // strangers cause no write
		return nil
	}
	err = i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		isNew, err := tx.Notices().RememberInbound(message.ID, i.base.Now())
		if err != nil || !isNew {
			return err
		}
		if err := i.keepText(tx, message); err != nil {
			return err
		}
		return i.explainStop(tx, message)
	})
	if err != nil {
		return fmt.Errorf("receiving a customer's message: %w", err)
	}
	return nil
}

// addressee returns the customer who wrote, at the business that the message is for: the
// one whose message it quotes, else the only one whose customer has the phone, else the one
// that wrote to the phone last, else the one that the customer visited last. No business
// sees what is meant for another.
func addressee(tx *store.PlatformTx, message InboundMessage) (store.CustomerOf, bool, error) {
	customers, err := writtenBy(tx, message.Inbound, message.Quoted)
	if err != nil || len(customers) == 0 {
		return store.CustomerOf{}, false, err
	}
	if len(customers) == 1 {
		return customers[0], true, nil
	}
	at := func(businessID string) int {
		return slices.IndexFunc(customers, func(of store.CustomerOf) bool { return of.BusinessID == businessID })
	}
	if message.Quoted != "" {
		quoted, found, err := tx.Deliveries().Message(message.Quoted)
		if err != nil {
			return store.CustomerOf{}, false, err
		}
		if found && at(quoted.BusinessID) >= 0 {
			return customers[at(quoted.BusinessID)], true, nil
		}
	}
	last, found, err := lastWrittenTo(tx, customers)
	if err != nil || found {
		return last, found, err
	}
	visited, _, err := tx.Businesses().ByPhone(message.Phone)
	if err != nil {
		return store.CustomerOf{}, false, err
	}
	return customers[max(0, at(visited))], true, nil
}

// lastWrittenTo returns the customer to whom the newest message went, and false where none
// did.
func lastWrittenTo(tx *store.PlatformTx, customers []store.CustomerOf) (store.CustomerOf, bool, error) {
	var newest time.Time
	var last store.CustomerOf
	for _, of := range customers {
		at, err := tx.In(of.BusinessID).Messages().LastTo(of.ID)
		if err != nil {
			return store.CustomerOf{}, false, err
		}
		if at.After(newest) {
			newest, last = at, of
		}
	}
	return last, !newest.IsZero(), nil
}

// keepText puts a text on the record of the customer who wrote it.
func (i *Inbox) keepText(tx *store.PlatformTx, message InboundMessage) error {
	text := loyalty.CleanCustomerText(message.Text)
	if text == "" {
		return nil
	}
	of, known, err := addressee(tx, message)
	if err != nil || !known {
		return err
	}
	received := message.At
	if now := i.base.Now(); received.After(now) { // kept no longer by a wrong clock
		received = now
	}
	id, err := i.base.IDs.Next(i.base.Now())
	if err != nil {
		return err
	}
	return tx.In(of.BusinessID).Messages().InsertText(loyalty.CustomerText{ID: id, CustomerID: of.ID, Text: text, ReceivedAt: received})
}

// explainStop answers a message that nobody reads at once: how to stop marketing, and whom
// to call. A customer gets it from a business once a day.
func (i *Inbox) explainStop(tx *store.PlatformTx, message InboundMessage) error {
	of, known, err := addressee(tx, message)
	if err != nil || !known || i.base.Now().Sub(message.At) >= loyalty.MessageReply.Lifetime() {
		return err
	}
	replies, err := tx.Messages().RepliesSince(message.Phone, i.base.Now().Add(-time.Hour))
	if err != nil || replies >= RepliesAnHour {
		return err
	}
	bound := tx.In(of.BusinessID)
	business, err := bound.Business().Get()
	if err != nil || business.MessageHold() != "" {
		return err
	}
	customer, err := bound.Customers().Get(of.ID)
	if err != nil {
		return err
	}
	occasion := fmt.Sprintf("stop-help:%s:%s", customer.ID, business.DayOf(i.base.Now()))
	return i.messages.reply(bound, customer, message.Inbound, loyalty.Message{Text: business.AutoReplyText(), Occasion: occasion})
}

// CustomerTexts returns what a customer wrote by WhatsApp and is still kept, newest first.
func (m *Messages) CustomerTexts(ctx context.Context, actor usecase.Actor, customerID string) ([]loyalty.CustomerText, error) {
	var texts []loyalty.CustomerText
	err := m.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		texts, err = tx.Messages().TextsOf(customer.ID, loyalty.NewRetention(m.base.Now()).Texts)
		return err
	})
	return texts, err
}
