package messaging

import (
	"cmp"
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Sending is the state of messages that the owner sees.
type Sending struct {
	Provider      string
	Limits        loyalty.WhatsAppLimits
	From          string
	UsedToday     int64
	UsedThisMonth int64
	Waiting       int64
	HeldBy        loyalty.MessageHold // the most frequent hold, or that of the last failure
}

// FreeCreditsLeft returns the month's remaining free messages.
func (s Sending) FreeCreditsLeft() int64 { return max(0, s.Limits.FreeCredits-s.UsedThisMonth) }

// Sending describes the actor's business.
func (m *Messages) Sending(ctx context.Context, actor usecase.Actor) (Sending, error) {
	var sending Sending
	err := m.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		usage, _, err := tx.Usage().Of([]loyalty.Day{business.DayOf(m.base.Now())}, m.base.Now())
		if err != nil {
			return err
		}
		sending = Sending{
			Provider: m.sender.Provider, Limits: business.WhatsApp, From: cmp.Or(business.WhatsApp.From, m.sender.Number),
			UsedToday: usage.Days[0].Used, UsedThisMonth: usage.Days[0].InMonth,
		}
		if sending.Waiting, sending.HeldBy, err = tx.Messages().CountWaiting(); err != nil || sending.HeldBy != "" {
			return err
		}
		refused, err := tx.Messages().IsLastRefused()
		if refused {
			sending.HeldBy = loyalty.HeldBySetup
		}
		return err
	})
	return sending, err
}

// CustomerMessages returns a customer's messages, newest first.
func (m *Messages) CustomerMessages(ctx context.Context, actor usecase.Actor, customerID string, list usecase.ListRequest) (usecase.List[loyalty.Message], error) {
	var messages usecase.List[loyalty.Message]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return messages, err
	}
	err = m.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		messages, err = tx.Messages().ToCustomer(customer.ID, page)
		return err
	})
	return messages, err
}

// NumberOf returns the number to which customers write, or "" if we receive no messages. The zero business is the
// platform.
func (m *Messages) NumberOf(b loyalty.Business) string {
	switch {
	case !m.sender.ReceivesReplies:
		return ""
	case b.WhatsApp.PhoneNumberID != "" && b.WhatsApp.From != "":
		return b.WhatsApp.From
	}
	return m.sender.Number
}
