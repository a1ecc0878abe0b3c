package messaging

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Messages queues and lists messages.
type Messages struct {
	base        *usecase.Base
	sender      Sender
	publicURL   string
	wallets     bool
	mail        bool
	mailLimiter MailLimiter
	readAudit   readAudit
}

// FirstCodePosition returns the position in the queue of a new code without penalty.
func (m *Messages) FirstCodePosition() time.Time { return m.base.Now().Add(-maxClockStep) }

// maxClockStep is how far the clock may be set back without delaying codes.
const maxClockStep = 24 * time.Hour

// Enqueue queues a message. By default it expires after its kind's lifetime.
func (m *Messages) Enqueue(tx *store.Tx, to loyalty.Customer, message loyalty.Message) (err error) {
	message.CustomerID, message.Phone, message.CreatedAt = to.ID, to.Phone, m.base.Now()
	if message.Kind.BringsCode() && message.NextTryAt.IsZero() {
		message.NextTryAt = message.CreatedAt.Add(-maxClockStep)
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

// MessageFilter selects messages; empty fields match all.
type MessageFilter = store.MessageFilter

const readAuditInterval = 10 * time.Minute

type readScope struct{ operator, business string }

type readAudit struct {
	mu   sync.Mutex
	last map[readScope]time.Time
}

func (l *readAudit) isRecent(scope readScope, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, known := l.last[scope]
	return known && now.Sub(at).Abs() < readAuditInterval
}

func (l *readAudit) set(scope readScope, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.last, func(_ readScope, at time.Time) bool { return now.Sub(at).Abs() >= readAuditInterval })
	l.last[scope] = now
}

// ListForOperator returns messages like List, and adds an audit entry at most once per readAuditInterval.
func (m *Messages) ListForOperator(ctx context.Context, actor usecase.Actor, filter MessageFilter, list usecase.ListRequest) (usecase.List[usecase.ListedMessage], error) {
	scope, now := readScope{actor.UserID, filter.BusinessID}, m.base.Now()
	if !m.readAudit.isRecent(scope, now) {
		err := m.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
			business, err := tx.Businesses().Get(filter.BusinessID)
			if err != nil && !errors.Is(err, loyalty.ErrBusinessNotFound) {
				return err
			}
			return m.base.Record(tx.In(business.ID), actor.UserID, loyalty.ActionMessagesRead, actor.UserID, "")
		})
		if err != nil {
			return usecase.List[usecase.ListedMessage]{}, fmt.Errorf("auditing a read of messages: %w", err)
		}
		m.readAudit.set(scope, now)
	}
	return m.List(ctx, filter, list)
}

func (m *Messages) maskCodes(message usecase.ListedMessage) usecase.ListedMessage {
	if message.Kind.BringsCode() && m.HidesCodes() {
		message.Text = loyalty.MaskCodes(message.Text)
	}
	return message
}

// List returns messages of all businesses, newest first.
func (m *Messages) List(ctx context.Context, filter MessageFilter, list usecase.ListRequest) (usecase.List[usecase.ListedMessage], error) {
	var messages usecase.List[usecase.ListedMessage]
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
		messages.Items[i] = m.maskCodes(messages.Items[i])
	}
	return messages, err
}

// SendsWeek reports whether the week can be queued: with a template, or for ProviderLog.
func (m *Messages) SendsWeek() bool { return m.sender.SendsWeek || m.sender.Provider == ProviderLog }

// WeekRecipient returns the owner who gets the week. Phone is "" if none was typed, or its user is no longer an owner.
func WeekRecipient(tx *store.Tx, business loyalty.Business) (loyalty.Recipient, error) {
	if business.WeekPhone == "" {
		return loyalty.Recipient{}, nil
	}
	isOwner, err := tx.Users().IsOwner(business.WeekUserID)
	if err != nil || !isOwner {
		return loyalty.Recipient{}, err
	}
	return loyalty.Recipient{Phone: business.WeekPhone}, nil
}

// QueueWeek queues the week, once per Monday.
func (m *Messages) QueueWeek(tx *store.Tx, business loyalty.Business, monday loyalty.Day, week loyalty.WeekSummary) error {
	return m.Enqueue(tx, loyalty.Customer{Phone: business.WeekPhone}, loyalty.Message{
		Kind: loyalty.MessageWeek, Occasion: "week:" + string(monday), Text: week.Text(business.SenderName()), ExpiresAt: business.WeekMailEnd(monday),
	})
}

// Reply replies from the number that received the message.
func (m *Messages) Reply(tx *store.Tx, to loyalty.Customer, in Inbound, text string) error {
	return m.reply(tx, to, in, loyalty.Message{Text: text})
}

func (m *Messages) reply(tx *store.Tx, to loyalty.Customer, in Inbound, reply loyalty.Message) error {
	reply.Kind, reply.ExpiresAt = loyalty.MessageReply, in.At.Add(loyalty.MessageReply.Lifetime())
	if in.Number != m.sender.NumberID {
		reply.Sender = in.Number
	}
	return m.Enqueue(tx, to, reply)
}

// HidesCodes reports whether expired codes are removed. ProviderLog keeps them.
func (m *Messages) HidesCodes() bool { return m.sender.Provider != ProviderLog }
