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

func (i *Inbox) receiveOther(ctx context.Context, message InboundMessage) error {
	known := false
	err := i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		_, known, err = addressee(tx, message)
		return err
	})
	if err != nil {
		return fmt.Errorf("finding the sender of a message: %w", err)
	}
	if !known { // unknown phones cause no write
		return nil
	}
	err = i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		isNew, err := tx.Notices().InsertInbound(message.ID, i.base.Now())
		if err != nil || !isNew {
			return err
		}
		if err := i.storeText(tx, message); err != nil {
			return err
		}
		return i.sendAutoReply(tx, message)
	})
	if err != nil {
		return fmt.Errorf("processing a customer's text: %w", err)
	}
	return nil
}

// addressee returns the only customer with the phone, else the quoted message's, else the last one written to, else the
// one with the latest visit. Only their business sees the text.
func addressee(tx *store.PlatformTx, message InboundMessage) (store.CustomerRef, bool, error) {
	customers, err := customersOf(tx, message.Inbound, message.QuotedID)
	if err != nil || len(customers) == 0 {
		return store.CustomerRef{}, false, err
	}
	if len(customers) == 1 {
		return customers[0], true, nil
	}
	at := func(businessID string) int {
		return slices.IndexFunc(customers, func(customer store.CustomerRef) bool { return customer.BusinessID == businessID })
	}
	if message.QuotedID != "" {
		quotedMessage, found, err := tx.Deliveries().Message(message.QuotedID)
		if err != nil {
			return store.CustomerRef{}, false, err
		}
		if found && at(quotedMessage.BusinessID) >= 0 {
			return customers[at(quotedMessage.BusinessID)], true, nil
		}
	}
	last, found, err := lastWrittenTo(tx, customers)
	if err != nil || found {
		return last, found, err
	}
	lastBusinessID, _, err := tx.Businesses().ByPhone(message.Phone)
	if err != nil {
		return store.CustomerRef{}, false, err
	}
	return customers[max(0, at(lastBusinessID))], true, nil
}

func lastWrittenTo(tx *store.PlatformTx, customers []store.CustomerRef) (store.CustomerRef, bool, error) {
	var newest time.Time
	var last store.CustomerRef
	for _, customer := range customers {
		at, err := tx.In(customer.BusinessID).Messages().LastTo(customer.ID)
		if err != nil {
			return store.CustomerRef{}, false, err
		}
		if at.After(newest) {
			newest, last = at, customer
		}
	}
	return last, !newest.IsZero(), nil
}

func (i *Inbox) storeText(tx *store.PlatformTx, message InboundMessage) error {
	text := loyalty.CleanCustomerText(message.Text)
	if text == "" {
		return nil
	}
	customer, known, err := addressee(tx, message)
	if err != nil || !known {
		return err
	}
	receivedAt := message.At
	if now := i.base.Now(); receivedAt.After(now) { // a wrong clock must not extend retention
		receivedAt = now
	}
	id, err := i.base.IDs.Next(i.base.Now())
	if err != nil {
		return err
	}
	return tx.In(customer.BusinessID).Messages().InsertText(loyalty.CustomerText{ID: id, CustomerID: customer.ID, Text: text, ReceivedAt: receivedAt})
}

func (i *Inbox) sendAutoReply(tx *store.PlatformTx, message InboundMessage) error {
	owner, known, err := addressee(tx, message)
	if err != nil || !known || i.base.Now().Sub(message.At) >= loyalty.MessageReply.Lifetime() {
		return err
	}
	replies, err := tx.Messages().RepliesSince(message.Phone, i.base.Now().Add(-time.Hour))
	if err != nil || replies >= MaxRepliesPerHour {
		return err
	}
	businessTx := tx.In(owner.BusinessID)
	business, err := businessTx.Business().Get()
	if err != nil || business.MessageHold() != "" {
		return err
	}
	customer, err := businessTx.Customers().Get(owner.ID)
	if err != nil {
		return err
	}
	occasion := fmt.Sprintf("stop-help:%s:%s", customer.ID, business.DayOf(i.base.Now()))
	return i.messages.reply(businessTx, customer, message.Inbound, loyalty.Message{Text: business.AutoReplyText(), Occasion: occasion})
}

// CustomerTexts returns a customer's texts, newest first.
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
