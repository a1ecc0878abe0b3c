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

// Queue hands out messages to whoever sends them, and hears how each try went.
type Queue struct {
	base      *usecase.Base
	messages  *Messages
	marketing *Marketing
	qrCodes   *usecase.QRCodes
}

const (
	heldAtATime = 500         // messages on which one transaction notes what holds them back
	heldFor     = time.Minute // how long a business is left alone that may send nothing
	noteAgain   = time.Second // how soon it is noted on the rest of its messages
	worthNoting = 20 * time.Second
)

// QueueLane is a part of the queue that is sent apart from the others.
type QueueLane bool

// The lanes: a code does not wait for anything else.
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

// sender is the number that a lane of a business leaves by, but for answers.
func (l QueueLane) sender(b loyalty.Business) string {
	if l == LaneCodes {
		return b.SenderOfCodes()
	}
	return b.WhatsApp.PhoneNumberID
}

// Filled receives something after this program has queued messages.
func (q *Queue) Filled() <-chan struct{} { return q.base.Store.Queued() }

// Businesses returns the ids of the businesses with messages of a
// lane that may be tried. It only reads.
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
	Most       int64
	// Held says why nothing is to be sent from a number, by the provider's id of
	// it, and for how long; empty: it may send. Without it every number may.
	Held func(sender string) (loyalty.MessageHold, time.Duration)
}

// heldSender says why a number sends nothing, and for how long.
func (r ClaimRequest) heldSender(sender string) (loyalty.MessageHold, time.Duration) {
	if r.Held == nil {
		return "", 0
	}
	return r.Held(sender)
}

// Claim are messages that were taken out of the queue for one worker, and for
// no other, to be tried at once.
type Claim struct {
	Messages []ClaimedMessage
	// More says that there may be more to take at once.
	More bool
	// Rest is for how long there will be nothing to take, whatever is queued.
	Rest time.Duration

	noted int64               // messages on which it was noted that they are held back
	limit loyalty.MessageHold // the limit of the business that does so; empty: something else, or nothing
}

// limitOf is how a limit of messages is called where hits are counted.
func limitOf(hold loyalty.MessageHold) string { return "messages " + strings.ToLower(string(hold)) }

// ClaimedMessage is a message that is being sent.
type ClaimedMessage struct {
	loyalty.Message
	Business  loyalty.Business
	To        loyalty.Recipient
	ClaimedAt time.Time
	QR        usecase.CustomerQR // of a message that brings it

	claim string
}

// Claim takes messages of a business out of the queue, codes first, as
// many as its limits have room for. What may not be sent any more is dropped,
// what a limit holds back waits and says so.
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
		c := claiming{tx: tx, business: business, now: q.base.Now(), token: token, request: request}
		claim, err = c.run()
		return err
	})
	for i, m := range claim.Messages {
		if err == nil && m.Kind.BringsQR() {
			claim.Messages[i].QR, err = usecase.SignQR(key, m.BusinessID, m.To.QRID)
		}
	}
	if err != nil {
		return Claim{}, fmt.Errorf("taking messages to send: %w", err)
	}
	if claim.limit != "" {
		q.base.LimitHits.Add(limitOf(claim.limit), uint64(claim.noted))
	}
	return claim, nil
}

// claiming is one transaction that takes messages out of the queue.
type claiming struct {
	tx       *store.Tx
	business loyalty.Business
	now      time.Time
	token    string
	request  ClaimRequest

	unproved     int64               // what is left for codes to phones that nobody proved
	unprovedHold loyalty.MessageHold // what holds back the next of them
}

func (c *claiming) run() (Claim, error) {
	held, heldOn := c.request.heldSender(c.request.Lane.sender(c.business))
	if held != "" && heldOn < worthNoting {
		return Claim{Rest: heldOn}, nil
	}
	if held != "" {
		return c.hold(held, heldOn)
	}
	if hold := c.business.MessageHold(); hold != "" {
		return c.hold(hold, heldFor)
	}
	days := queueing.Days(c.business, c.now)
	usage, free, err := c.tx.Usage().Of(days, c.now)
	if err != nil {
		return Claim{}, err
	}
	room, limit := queueing.Remaining(c.limits(), usage)
	c.unproved, c.unprovedHold = queueing.Remaining(queueing.ReserveForCodes(c.business.WhatsApp), usage)
	forCodes, err := c.codesBefore(room)
	if err != nil {
		return Claim{}, err
	}
	room -= forCodes
	claim, err := c.take(min(c.request.Most, room))
	if err != nil {
		return Claim{}, err
	}
	if err := c.tx.Usage().Use(days, len(claim.Messages)); err != nil {
		return Claim{}, err
	}
	if int64(len(claim.Messages)) < room {
		return claim, nil
	}
	full, err := c.hold(limit, c.restFor(limit, free))
	return Claim{Messages: claim.Messages, Rest: full.Rest, noted: full.noted, limit: limit}, err
}

func (c *claiming) limits() loyalty.WhatsAppLimits {
	if c.request.Lane == LaneCodes {
		return c.business.WhatsApp
	}
	return queueing.ReserveForCodes(c.business.WhatsApp)
}

// restFor is how long it takes until a limit may have room again.
func (c *claiming) restFor(limit loyalty.MessageHold, rateFree time.Time) time.Duration {
	if limit != loyalty.HeldByRate {
		return heldFor
	}
	return min(max(rateFree.Sub(c.now), noteAgain), heldFor)
}

// codesBefore is how much of the room is left to codes that wait.
func (c *claiming) codesBefore(room int64) (int64, error) {
	if c.request.Lane == LaneCodes {
		return 0, nil
	}
	return c.tx.Queue().CountDue(LaneCodes.urgencies(), c.now, room)
}

// take claims as many messages that may go as there is room for.
func (c *claiming) take(room int64) (Claim, error) {
	var claim Claim
	if room <= 0 {
		return claim, nil
	}
	due, err := c.tx.Queue().Due(c.request.Lane.urgencies(), c.now, room)
	if err != nil {
		return claim, err
	}
	claim.More = int64(len(due)) == room
	for _, message := range due {
		goes, err := c.goes(message)
		if err != nil {
			return claim, err
		}
		if !goes {
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

// goes reports whether a message may go now. What may not go any more is
// dropped, what leaves by a number that is refused waits, and marketing waits
// for the end of the quiet hours.
func (c *claiming) goes(m store.DueMessage) (bool, error) {
	if why := m.DropReason(m.To, c.now.Add(queueing.Lease)); why != "" {
		return false, c.tx.Queue().Drop(m.ID, why)
	}
	// An answer leaves by another number than the rest of its lane when that was written to.
	if held, heldOn := c.request.heldSender(c.business.SenderOf(m.Message)); held != "" {
		return false, c.tx.Queue().Postpone(m.ID, held, c.now.Add(heldOn))
	}
	// What is kept for codes is for customers: anybody can have codes sent to a phone that nobody proved.
	if m.Kind.BringsCode() && m.To.PhoneUnverified {
		if c.unproved--; c.unproved < 0 {
			return false, c.tx.Queue().Postpone(m.ID, c.unprovedHold, c.now.Add(heldFor))
		}
	}
	if !m.Kind.IsMarketing() {
		return true, nil
	}
	// It has to reach her before they begin, however long the try takes.
	for _, moment := range []time.Time{c.now, c.now.Add(queueing.Lease)} {
		if goes := c.business.NextMarketingTime(moment); goes.After(moment) {
			return false, c.tx.Queue().Postpone(m.ID, loyalty.HeldByQuiet, goes)
		}
	}
	return true, nil
}

// hold notes what keeps the messages of the lane back that might be tried.
func (c *claiming) hold(why loyalty.MessageHold, rest time.Duration) (Claim, error) {
	noted, err := c.tx.Queue().Hold(c.request.Lane.urgencies(), why, c.now, heldAtATime)
	if noted == heldAtATime {
		rest = noteAgain
	}
	return Claim{Rest: rest, noted: noted}, err
}

// TryResult says how a try of sending a message went.
type TryResult int

// How a try may go.
const (
	TryAccepted TryResult = iota + 1 // the provider has it
	TryLater                         // the provider surely does not have it, and may take it later
	TryNever                         // the provider surely does not have it, and never will
	TryUnknown                       // the provider may have it or not
)

// TryResults are all of them.
func TryResults() []TryResult { return []TryResult{TryAccepted, TryLater, TryNever, TryUnknown} }

// String is its name in metrics and traces.
func (r TryResult) String() string {
	switch r {
	case TryAccepted:
		return "accepted"
	case TryLater:
		return "later"
	case TryNever:
		return "never"
	}
	return "unknown"
}

// Try is how a try of sending a message went.
type Try struct {
	Result     TryResult
	ProviderID string
	WhatsAppID string              // with TryAccepted: what the provider calls the phone; empty: it does not say
	Error      string              // why it was not accepted, in short
	Hold       loyalty.MessageHold // with TryLater: what holds it back, with all that its sender sends
	Alone      bool                // with Hold: but not what else its sender sends
	After      time.Duration       // with TryLater: no sooner than that
	OptedOut   bool                // with TryNever: the customer wants no marketing any more
}

// Finish records how a try went. It may be called again when it fails,
// and changes nothing when the message is not the worker's any more.
func (q *Queue) Finish(ctx context.Context, m ClaimedMessage, try Try) error {
	err := q.base.Store.InBusiness(ctx, m.BusinessID, func(tx *store.Tx) error {
		status, found, err := tx.Queue().LockClaim(m.ID, m.claim)
		if err != nil || !found {
			return err
		}
		// A worker that was late finds its message UNKNOWN; it knows better.
		if status != loyalty.MessageSending && status != loyalty.MessageUnknown {
			return tx.Queue().Name(m.ID, try.ProviderID)
		}
		return q.finish(tx, m, try)
	})
	if err != nil {
		return fmt.Errorf("recording how a message went: %w", err)
	}
	return nil
}

func (q *Queue) finish(tx *store.Tx, m ClaimedMessage, try Try) error {
	now := q.base.Now()
	ended := m.Message
	ended.Error, ended.ProviderID = try.Error, try.ProviderID
	var counts time.Time
	switch try.Result {
	case TryAccepted:
		ended.Status, ended.SentAt, counts = loyalty.MessageSent, now, now
	case TryUnknown:
		ended.Status, counts = loyalty.MessageUnknown, m.ClaimedAt.Add(queueing.Lease)
	case TryLater:
		ended = again(ended, try, now)
	case TryNever:
		ended.Status = loyalty.MessageFailed
	}
	if err := tx.Queue().EndTry(ended, counts); err != nil {
		return err
	}
	if err := giveBack(tx, m, m.unused(try.Result, now)); err != nil {
		return err
	}
	if err := noteWhatsAppID(tx, m.Phone, try.WhatsAppID); err != nil {
		return err
	}
	if try.OptedOut && m.CustomerID != "" {
		_, err := q.marketing.withdraw(tx, m.CustomerID, loyalty.FormWhatsAppStop, now)
		return err
	}
	return nil
}

// again puts a message back into the queue, or gives up on it after many tries.
// A try that failed for what is wrong with more than this message says nothing
// of it, and does not count.
func again(m loyalty.Message, try Try, now time.Time) loyalty.Message {
	pause := max(try.After, queueing.RetryBackoff(m.Tries, rand.Float64()))
	switch {
	case try.Hold != "":
		m.Tries--
		pause = queueing.HoldBackoff(try.After, rand.Float64())
	case m.Tries >= queueing.MaxTries:
		m.Status = loyalty.MessageFailed
		return m
	}
	m.Status, m.HeldBy, m.NextTryAt = loyalty.MessageQueued, try.Hold, now.Add(pause)
	return m
}

// giveBack takes a message off what is used of some days. Where the time zone has
// changed since it was counted, it stays: nobody knows any more for which days.
func giveBack(tx *store.Tx, m ClaimedMessage, days []loyalty.Day) error {
	if len(days) == 0 {
		return nil
	}
	business, err := tx.Queue().Lock()
	if err != nil || business.Zone.String() != m.Business.Zone.String() {
		return err
	}
	return tx.Usage().Return(days)
}

// unused are the days for which a message was counted and does not count any
// more: all when the provider does not have it; when it was accepted before
// midnight, the day after.
func (m ClaimedMessage) unused(result TryResult, now time.Time) []loyalty.Day {
	days := queueing.Days(m.Business, m.ClaimedAt)
	switch {
	case result == TryLater || result == TryNever:
		return days
	case result == TryAccepted && m.Business.DayOf(now) == days[0]:
		return days[1:]
	}
	return nil
}

// Tidy drops what has expired while it waited and calls unknown what a
// worker took and never told of. Where codes leave through a provider, those
// that do not hold any more are removed from the texts. It goes in small steps,
// so that no counter waits for it, and unless there is something to do it only
// reads.
func (q *Queue) Tidy(ctx context.Context) error {
	now, untidy := q.base.Now(), false
	err := q.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		untidy, err = tx.Queue().Untidy(now, q.messages.HidesCodes())
		return err
	})
	if err != nil || !untidy {
		return err
	}
	chores := []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Queue, store.PlatformQueue.DropExpired), Before: now}, {Remove: usecase.RemoverOf((*store.PlatformTx).Queue, store.PlatformQueue.GiveUpLost), Before: now}}
	if q.messages.HidesCodes() {
		chores = append(chores, usecase.Removal{Remove: usecase.RemoverOf((*store.PlatformTx).Queue, store.PlatformQueue.BlankOldCodes), Before: now})
	}
	return q.base.RunRemovals(ctx, chores)
}
