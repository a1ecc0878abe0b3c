package messaging

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Messages holds what waits to be sent and what was sent: it takes messages in and
// lists them.
type Messages struct {
	base      *usecase.Base
	sender    Sender
	publicURL string
	wallets   bool // cards can be put into a telephone's wallet
	mail      bool // e-mails leave
	mailRoom  MailRoom
	looks     looks
}

// FirstOfCodes returns the place of a code that is asked for now, before any penalty.
func (m *Messages) FirstOfCodes() time.Time { return m.base.Now().Add(-clockSlip) }

// clockSlip is how far a clock may be put back without a code waiting until it shows
// again when it was asked for.
const clockSlip = 24 * time.Hour

// Put puts a message to a customer into the queue: for as long as messages of its
// kind may go, where it does not say until when.
func (m *Messages) Put(tx *store.Tx, to loyalty.Customer, message loyalty.Message) (err error) {
	message.CustomerID, message.Phone, message.CreatedAt = to.ID, to.Phone, m.base.Now()
	if message.Kind.BringsCode() && message.NextTryAt.IsZero() {
		message.NextTryAt = message.CreatedAt.Add(-clockSlip)
	}
	if message.ExpiresAt.IsZero() {
		message.ExpiresAt = message.CreatedAt.Add(message.Kind.Lifetime())
	}
	if message.ID == "" {
		message.ID, err = m.base.IDs.Next(message.CreatedAt)
	}
	if err != nil {
		return err
	}
	return tx.Messages().Insert(message)
}

// MessageFilter says which messages are listed; what is empty lets all pass.
type MessageFilter = store.MessageFilter

// lookedEvery is how often it is recorded that an operator reads the messages of a
// business: her page asks again by itself.
const lookedEvery = 10 * time.Minute

// look is what an operator reads: the messages of a business, or of all.
type look struct{ operator, business string }

// looks remembers when each was recorded last.
type looks struct {
	mu   sync.Mutex
	last map[look]time.Time
}

// isNew reports whether a look is to be recorded, and takes it as recorded.
func (l *looks) isNew(look look, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, known := l.last[look]; known && now.Sub(at).Abs() < lookedEvery {
		return false
	}
	l.last[look] = now
	return true
}

// Read is Messages for an operator, whose reading is recorded. Codes that
// leave through a provider are hers to send, not to read.
func (m *Messages) Read(ctx context.Context, actor usecase.Actor, filter MessageFilter, list usecase.ListRequest) (usecase.Listed[usecase.ListedMessage], error) {
	if m.looks.isNew(look{actor.UserID, filter.BusinessID}, m.base.Now()) {
		err := m.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
			business, err := tx.Businesses().Get(filter.BusinessID)
			if err != nil && !errors.Is(err, loyalty.ErrBusinessNotFound) {
				return err
			}
			return m.base.Record(tx.In(business.ID), actor.UserID, loyalty.ActionMessagesRead, actor.UserID, "")
		})
		if err != nil {
			return usecase.Listed[usecase.ListedMessage]{}, fmt.Errorf("recording who reads messages: %w", err)
		}
	}
	return m.List(ctx, filter, list)
}

// masked is a message without its code, where codes are not read.
func (m *Messages) masked(message usecase.ListedMessage) usecase.ListedMessage {
	if message.Kind.BringsCode() && m.HidesCodes() {
		message.Text = loyalty.MaskCodes(message.Text)
	}
	return message
}

// List returns a page of the messages of all businesses, newest first, that
// pass the filter.
func (m *Messages) List(ctx context.Context, filter MessageFilter, list usecase.ListRequest) (usecase.Listed[usecase.ListedMessage], error) {
	var messages usecase.Listed[usecase.ListedMessage]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return messages, err
	}
	filter.WithoutCodes = m.HidesCodes()
	err = m.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		messages, err = tx.Messages().List(filter, list.Search, page)
		return err
	})
	for i := range messages.Items {
		messages.Items[i] = m.masked(messages.Items[i])
	}
	return messages, err
}

// Reply answers what a customer wrote, from the number that she wrote to.
// Whoever is no customer has only a phone.
func (m *Messages) Reply(tx *store.Tx, to loyalty.Customer, in Inbound, text string) error {
	return m.reply(tx, to, in, loyalty.Message{Text: text})
}

// reply is Reply with an occasion, of which there is one message only.
func (m *Messages) reply(tx *store.Tx, to loyalty.Customer, in Inbound, reply loyalty.Message) error {
	reply.Kind, reply.ExpiresAt = loyalty.MessageReply, in.At.Add(loyalty.MessageReply.Lifetime())
	if in.Number != m.sender.NumberID {
		reply.Sender = in.Number
	}
	return m.Put(tx, to, reply)
}

// HidesCodes reports whether codes are removed from the texts of messages once
// they do not hold any more. Those of the log are read there anyway.
func (m *Messages) HidesCodes() bool { return m.sender.Provider != ProviderLog }
