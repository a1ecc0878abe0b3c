package messaging

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Queue gives messages to workers and records their tries.
type Queue struct {
	base      *usecase.Base
	messages  *Messages
	marketing *Marketing
	qrCodes   *usecase.QRCodes
}

const (
	holdBatchSize    = 500
	holdInterval     = time.Minute // until the worker looks at a held business again
	holdNoteInterval = time.Second // until more messages of a held business are marked
	minNotedHold     = 20 * time.Second
)

// QueueLane is a part of the queue that does not wait for the other.
type QueueLane bool

// The lanes: codes, and other messages.
const (
	LaneCodes QueueLane = true
	LaneRest  QueueLane = false
)

func (l QueueLane) urgencies() store.Urgencies {
	if l == LaneCodes {
		return store.Urgencies{First: loyalty.UrgencyKnownCode, Last: loyalty.UrgencyCode}
	}
	return store.Urgencies{First: loyalty.UrgencyService, Last: loyalty.UrgencyMarketing}
}

func (l QueueLane) sender(b loyalty.Business) string {
	if l == LaneCodes {
		return b.SenderOfCodes()
	}
	return b.WhatsApp.PhoneNumberID
}

// MessagesQueued signals newly queued messages of this process.
func (q *Queue) MessagesQueued() <-chan struct{} { return q.base.Store.QueueSignal() }

// Businesses returns the ids of businesses with due messages.
func (q *Queue) Businesses(ctx context.Context, lane QueueLane) ([]string, error) {
	var due []string
	err := q.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		due, err = tx.Queue().Businesses(lane.urgencies(), q.base.Now())
		return err
	})
	return due, err
}

// ClaimRequest asks for messages to send.
type ClaimRequest struct {
	BusinessID string
	Lane       QueueLane
	Max        int64
	// HoldOfSender returns why, and how long, a number must not send. Nil: all may.
	HoldOfSender func(sender string) (loyalty.MessageHold, time.Duration)
}

func (r ClaimRequest) holdOf(sender string) (loyalty.MessageHold, time.Duration) {
	if r.HoldOfSender == nil {
		return "", 0
	}
	return r.HoldOfSender(sender)
}

// Claim holds one worker's messages.
type Claim struct {
	Messages []ClaimedMessage
	// HasMore reports that more messages may be due now.
	HasMore bool
	// Idle is the wait before the next claim.
	Idle time.Duration

	notedCount int64
	limit      loyalty.MessageHold // empty: no limit holds messages
}

func limitName(hold loyalty.MessageHold) string { return "messages " + strings.ToLower(string(hold)) }

// ClaimedMessage is a message that this worker sends.
type ClaimedMessage struct {
	loyalty.Message
	Business  loyalty.Business
	To        loyalty.Recipient
	ClaimedAt time.Time
	QR        usecase.CustomerQR

	claim string
}

// Claim claims due messages within the limits, codes first. It drops messages that must not be sent, and marks held
// ones.
func (q *Queue) Claim(ctx context.Context, request ClaimRequest) (Claim, error) {
	token, err := q.base.IDs.Next(q.base.Now())
	if err != nil {
		return Claim{}, err
	}
	key, err := q.qrCodes.Key(ctx, request.BusinessID)
	if err != nil {
		return Claim{}, err
	}
	var claim Claim
	err = q.base.Store.InBusiness(ctx, request.BusinessID, func(tx *store.Tx) error {
		claim = Claim{}
		business, err := tx.Queue().Lock()
		if err != nil {
			return err
		}
		c := claimTx{tx: tx, business: business, now: q.base.Now(), token: token, request: request}
		claim, err = c.run()
		return err
	})
	for i, m := range claim.Messages {
		if err == nil && m.Kind.BringsQR() {
			claim.Messages[i].QR, err = usecase.SignQR(key, m.BusinessID, m.To.QRID)
		}
	}
	if err != nil {
		return Claim{}, fmt.Errorf("claiming messages: %w", err)
	}
	if claim.limit != "" {
		q.base.LimitHits.Add(limitName(claim.limit), uint64(claim.notedCount))
	}
	return claim, nil
}

type claimTx struct {
	tx       *store.Tx
	business loyalty.Business
	now      time.Time
	token    string
	request  ClaimRequest

	unverifiedRoom int64 // left for codes to unverified phones
	unverifiedHold loyalty.MessageHold
}

func (c *claimTx) run() (Claim, error) {
	senderHold, heldOn := c.request.holdOf(c.request.Lane.sender(c.business))
	if senderHold != "" && heldOn < minNotedHold {
		return Claim{Idle: heldOn}, nil
	}
	if senderHold != "" {
		return c.hold(senderHold, heldOn)
	}
	if hold := c.business.MessageHold(); hold != "" {
		return c.hold(hold, holdInterval)
	}
	days := queueing.Days(c.business, c.now)
	usage, free, err := c.tx.Usage().Of(days, c.now)
	if err != nil {
		return Claim{}, err
	}
	room, limit := queueing.Remaining(c.limits(), usage)
	c.unverifiedRoom, c.unverifiedHold = queueing.Remaining(queueing.ReserveForCodes(c.business.WhatsApp), usage)
	forCodes, err := c.countWaitingCodes(room)
	if err != nil {
		return Claim{}, err
	}
	room -= forCodes
	claim, err := c.take(min(c.request.Max, room))
	if err != nil {
		return Claim{}, err
	}
	if err := c.tx.Usage().Use(days, len(claim.Messages)); err != nil {
		return Claim{}, err
	}
	if int64(len(claim.Messages)) < room {
		return claim, nil
	}
	full, err := c.hold(limit, c.idleFor(limit, free))
	return Claim{Messages: claim.Messages, Idle: full.Idle, notedCount: full.notedCount, limit: limit}, err
}

func (c *claimTx) limits() loyalty.WhatsAppLimits {
	if c.request.Lane == LaneCodes {
		return c.business.WhatsApp
	}
	return queueing.ReserveForCodes(c.business.WhatsApp)
}

func (c *claimTx) idleFor(limit loyalty.MessageHold, rateFree time.Time) time.Duration {
	if limit != loyalty.HeldByRate {
		return holdInterval
	}
	return min(max(rateFree.Sub(c.now), holdNoteInterval), holdInterval)
}

func (c *claimTx) countWaitingCodes(room int64) (int64, error) {
	if c.request.Lane == LaneCodes {
		return 0, nil
	}
	return c.tx.Queue().CountDue(LaneCodes.urgencies(), c.now, room)
}

func (c *claimTx) take(room int64) (Claim, error) {
	var claim Claim
	if room <= 0 {
		return claim, nil
	}
	due, err := c.tx.Queue().Due(c.request.Lane.urgencies(), c.now, room)
	if err != nil {
		return claim, err
	}
	claim.HasMore = int64(len(due)) == room
	for _, message := range due {
		if message.Kind.IsForOwner() {
			if message.To, err = WeekRecipient(c.tx, c.business); err != nil {
				return claim, err
			}
		}
		isAllowed, err := c.isSendable(message)
		if err != nil {
			return claim, err
		}
		if !isAllowed {
			continue
		}
		if err := c.tx.Queue().Claim(message.ID, c.token, c.now, c.now.Add(queueing.Lease)); err != nil {
			return claim, err
		}
		message.Tries, message.HeldBy = message.Tries+1, ""
		claim.Messages = append(claim.Messages, ClaimedMessage{
			Message: message.Message, Business: c.business, To: message.To, ClaimedAt: c.now, claim: c.token,
		})
	}
	return claim, nil
}

// isSendable reports whether a message can be sent now. It drops messages that must not be sent, and postpones held
// ones and marketing in quiet hours.
func (c *claimTx) isSendable(m store.DueMessage) (bool, error) {
	if reason := m.DropReason(m.To, c.now.Add(queueing.Lease)); reason != "" {
		return false, c.tx.Queue().Drop(m.ID, reason)
	}
	// A reply is sent from the number to which the customer wrote.
	if senderHold, heldOn := c.request.holdOf(c.business.SenderOf(m.Message)); senderHold != "" {
		return false, c.tx.Queue().Postpone(m.ID, senderHold, c.now.Add(heldOn))
	}
	// Any stranger can request these codes, so they may not use the reserve.
	if m.Kind.BringsCode() && m.To.PhoneUnverified {
		if c.unverifiedRoom--; c.unverifiedRoom < 0 {
			return false, c.tx.Queue().Postpone(m.ID, c.unverifiedHold, c.now.Add(holdInterval))
		}
	}
	if !m.Kind.IsMarketing() {
		return true, nil
	}
	// Even a slow try must arrive before quiet hours.
	for _, moment := range []time.Time{c.now, c.now.Add(queueing.Lease)} {
		if allowedAt := c.business.NextMarketingTime(moment); allowedAt.After(moment) {
			return false, c.tx.Queue().Postpone(m.ID, loyalty.HeldByQuiet, allowedAt)
		}
	}
	return true, nil
}

func (c *claimTx) hold(hold loyalty.MessageHold, rest time.Duration) (Claim, error) {
	notedCount, err := c.tx.Queue().Hold(c.request.Lane.urgencies(), hold, c.now, holdBatchSize)
	if notedCount == holdBatchSize {
		rest = holdNoteInterval
	}
	return Claim{Idle: rest, notedCount: notedCount}, err
}

// TryResult is a try's result.
type TryResult int

// The results.
const (
	TryAccepted   TryResult = iota + 1
	TryRetryLater           // not accepted; a retry may be
	TryRejected             // not accepted; retries are useless
	TryUnknown              // the provider may have it
)

// TryResults returns all results.
func TryResults() []TryResult {
	return []TryResult{TryAccepted, TryRetryLater, TryRejected, TryUnknown}
}

// String is the name in metrics and traces.
func (r TryResult) String() string {
	switch r {
	case TryAccepted:
		return "accepted"
	case TryRetryLater:
		return "later"
	case TryRejected:
		return "never"
	}
	return "unknown"
}

// Try is the outcome of a try.
type Try struct {
	Result      TryResult
	ProviderID  string
	WhatsAppID  string // with TryAccepted; may be empty
	Error       string
	Hold        loyalty.MessageHold // with TryRetryLater: holds the sender
	MessageOnly bool                // with Hold: only this message
	RetryAfter  time.Duration       // with TryRetryLater: minimum wait
	OptedOut    bool                // with TryRejected: the customer has stopped marketing
}

// Finish records a try, idempotently. It changes nothing if another worker has the message.
func (q *Queue) Finish(ctx context.Context, m ClaimedMessage, try Try) error {
	err := q.base.Store.InBusiness(ctx, m.BusinessID, func(tx *store.Tx) error {
		status, found, err := tx.Queue().LockClaim(m.ID, m.claim)
		if err != nil || !found {
			return err
		}
		// A late worker knows the result of a message that may already be UNKNOWN.
		if status != loyalty.MessageSending && status != loyalty.MessageUnknown {
			return tx.Queue().SetProviderIDIfAbsent(m.ID, try.ProviderID)
		}
		return q.finish(tx, m, try)
	})
	if err != nil {
		return fmt.Errorf("recording a message's outcome: %w", err)
	}
	return nil
}

func (q *Queue) finish(tx *store.Tx, m ClaimedMessage, try Try) error {
	now := q.base.Now()
	message := m.Message
	message.Error, message.ProviderID = try.Error, try.ProviderID
	var counts time.Time
	switch try.Result {
	case TryAccepted:
		message.Status, message.SentAt, counts = loyalty.MessageSent, now, now
	case TryUnknown:
		message.Status, counts = loyalty.MessageUnknown, m.ClaimedAt.Add(queueing.Lease)
	case TryRetryLater:
		message = retry(message, try, now)
	case TryRejected:
		message.Status = loyalty.MessageFailed
	}
	if err := tx.Queue().EndTry(message, counts); err != nil {
		return err
	}
	if err := returnUsage(tx, m, m.unusedDays(try.Result, now)); err != nil {
		return err
	}
	if err := noteWhatsAppID(tx, m.Phone, try.WhatsAppID); err != nil {
		return err
	}
	if try.OptedOut && m.CustomerID != "" {
		_, err := q.marketing.withdrawConsents(tx, m.CustomerID, loyalty.FormWhatsAppStop, now)
		return err
	}
	return nil
}

// retry fails a message after queueing.MaxTries. A try with a Hold does not count.
func retry(m loyalty.Message, try Try, now time.Time) loyalty.Message {
	pause := max(try.RetryAfter, queueing.RetryBackoff(m.Tries, rand.Float64()))
	switch {
	case try.Hold != "":
		m.Tries--
		pause = queueing.HoldBackoff(try.RetryAfter, rand.Float64())
	case m.Tries >= queueing.MaxTries:
		m.Status = loyalty.MessageFailed
		return m
	}
	m.Status, m.HeldBy, m.NextTryAt = loyalty.MessageQueued, try.Hold, now.Add(pause)
	return m
}

// returnUsage reduces the counts of a message's days, unless the time zone has changed: the days are then unknown.
func returnUsage(tx *store.Tx, m ClaimedMessage, days []loyalty.Day) error {
	if len(days) == 0 {
		return nil
	}
	business, err := tx.Queue().Lock()
	if err != nil || business.Zone.String() != m.Business.Zone.String() {
		return err
	}
	return tx.Usage().Return(days)
}

// unusedDays returns the days whose counts must be reduced: all if the provider does not have the message, or the next
// day if accepted before midnight.
func (m ClaimedMessage) unusedDays(result TryResult, now time.Time) []loyalty.Day {
	days := queueing.Days(m.Business, m.ClaimedAt)
	switch {
	case result == TryRetryLater || result == TryRejected:
		return days
	case result == TryAccepted && m.Business.DayOf(now) == days[0]:
		return days[1:]
	}
	return nil
}

// CleanUp drops expired messages, marks those of dead workers UNKNOWN, and removes expired codes from texts, in small
// batches.
func (q *Queue) CleanUp(ctx context.Context) error {
	now, untidy := q.base.Now(), false
	err := q.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		untidy, err = tx.Queue().NeedsMaintenance(now, q.messages.HidesCodes())
		return err
	})
	if err != nil || !untidy {
		return err
	}
	chores := []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Queue, store.PlatformQueue.DropExpired), Before: now}, {Remove: usecase.RemoverOf((*store.PlatformTx).Queue, store.PlatformQueue.MarkLostClaims), Before: now}}
	if q.messages.HidesCodes() {
		chores = append(chores, usecase.Removal{Remove: usecase.RemoverOf((*store.PlatformTx).Queue, store.PlatformQueue.BlankOldCodes), Before: now})
	}
	return q.base.RunRemovals(ctx, chores)
}
