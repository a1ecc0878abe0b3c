package loyalty

import (
	"strings"
	"time"
)

// How a message is tried.
const (
	// MessageTryTime is how long one try of sending may take.
	MessageTryTime = 20 * time.Second
	// MessageLease is how long after it took a message a worker has to say how
	// the try went. What the provider has not accepted by then it never will.
	MessageLease = time.Minute
	// MessageTries is how often a message is tried that the provider refuses for
	// the time being.
	MessageTries = 20

	firstPause   = time.Second
	longestPause = time.Hour
)

// MessageRateWindow is the time in which no more than RatePerMinute messages
// may be accepted: a minute, and a second for clocks that do not agree.
const MessageRateWindow = time.Minute + time.Second

// RetryPause is how long to wait after so many tries. It doubles from try to
// try; random, from 0 to 1, spreads what failed together.
func RetryPause(tries int64, random float64) time.Duration {
	pause := longestPause
	if doublings := tries - 1; doublings < 12 {
		pause = min(pause, firstPause<<doublings)
	}
	return pause/2 + time.Duration(random*float64(pause/2))
}

// HoldPause is how long a message waits that the provider will not take before
// so long: random, from 0 to 1, adds up to a tenth.
func HoldPause(after time.Duration, random float64) time.Duration {
	return after + time.Duration(random*float64(after)/10)
}

// MessageUsage is what a business has used of its limits.
type MessageUsage struct {
	Recent int64      // messages that the provider may have accepted within MessageRateWindow
	Days   []DayUsage // of the days that a try may end on: one, or two around midnight
}

// DayUsage is what a business has used on a day and in the month around it.
type DayUsage struct {
	Day     Day
	Used    int64
	InMonth int64
}

// Month is the month of a day, as YYYY-MM.
func (d Day) Month() string { return string(d)[:len("2006-01")] }

// MessageDays are the days on which a try may be accepted that begins at an
// instant: the try counts for all of them.
func (b Business) MessageDays(claimed time.Time) []Day {
	first, last := b.DayOf(claimed), b.DayOf(claimed.Add(MessageLease))
	if first == last {
		return []Day{first}
	}
	return []Day{first, last}
}

// LimitedDays are the days that decide at an instant how much of the limits is
// used: those of its month, and the next one shortly before it begins.
func (b Business) LimitedDays(now time.Time) []Day {
	claimed := b.MessageDays(now)
	last := claimed[len(claimed)-1]
	var days []Day
	for day := Day(claimed[0].Month() + "-01"); day <= last; day = day.Plus(1) {
		days = append(days, day)
	}
	return days
}

// KeepUsed lets the day at an index, in a row of days, have used no fewer
// messages than before its clock was changed: what is missing is taken off the
// days before it, the latest first, so that none counts twice.
func KeepUsed(days []DayUsage, at int, before int64) {
	missing := before - days[at].Used
	if missing <= 0 {
		return
	}
	days[at].Used = before
	for i := at - 1; i >= 0; i-- {
		moved := min(missing, days[i].Used)
		days[i].Used -= moved
		missing -= moved
	}
}

// Room returns how many messages may be tried now, and which limit holds back
// the next one.
func (l WhatsAppLimits) Room(used MessageUsage) (int64, MessageHold) {
	room, hold := l.RatePerMinute-used.Recent, HeldByRate
	for _, day := range used.Days {
		if left := l.DailyCap - day.Used; left <= room {
			room, hold = left, HeldByDaily
		}
		if left := (l.MonthlyCap - day.InMonth) / used.daysIn(day.Day.Month()); left <= room {
			room, hold = left, HeldByMonthly
		}
	}
	return max(room, 0), hold
}

// UsedUp reports whether nothing more leaves on a day.
func (l WhatsAppLimits) UsedUp(day DayUsage) bool {
	return day.Used >= l.DailyCap || day.InMonth >= l.MonthlyCap
}

// BesideCodes are the limits of all that is no code: a fifth of the rate, of the
// day and of the month is kept free, so that a code need not wait for the minute
// to pass, nor does whoever fills the others keep people from signing in.
func (l WhatsAppLimits) BesideCodes() WhatsAppLimits {
	for _, limit := range []*int64{&l.RatePerMinute, &l.DailyCap, &l.MonthlyCap} {
		*limit -= *limit / 5
	}
	return l
}

// daysIn is how often a try counts for a month.
func (u MessageUsage) daysIn(month string) int64 {
	days := int64(0)
	for _, day := range u.Days {
		if day.Day.Month() == month {
			days++
		}
	}
	return days
}

// HoldsMessages says why a business sends nothing at all; empty: it sends.
func (b Business) HoldsMessages() MessageHold {
	switch {
	case !b.Active():
		return HeldBySuspended
	case !b.WhatsApp.Enabled:
		return HeldByDisabled
	}
	return ""
}

// SenderOf is the provider's id of the number that a message goes out from;
// empty: the platform's own number.
func (b Business) SenderOf(m Message) string {
	switch {
	case m.Kind.Answers():
		return m.Sender
	case m.Kind.BringsCode():
		return b.SenderOfCodes()
	}
	return b.WhatsApp.PhoneNumberID
}

// SenderOfCodes is SenderOf whatever brings a code.
func (b Business) SenderOfCodes() string {
	if !b.WhatsApp.CodesAllowed {
		return ""
	}
	return b.WhatsApp.PhoneNumberID
}

// Why a message was dropped instead of sent, as its Error.
const (
	DroppedExpired   = "EXPIRED"    // it would have come too late
	DroppedReplaced  = "REPLACED"   // a newer code holds instead
	DroppedGone      = "GONE"       // the customer is not a customer any more, or has another phone
	DroppedNoConsent = "NO_CONSENT" // the consent that it needs was withdrawn while it waited
	DroppedCame      = "CAME"       // the customer was to be reminded to come, and came
)

// UnknownWorkerGone is the Error of a message whose worker took it and never
// told how the try went.
const UnknownWorkerGone = "WORKER_GONE"

// Recipient is what decides whether a message may still go to a customer.
type Recipient struct {
	Name    string
	Gone    bool // archived or erased
	Accepts Accepts
	Phone   string
	// Unproved says that the phone was typed by nobody knows whom, who typed the name too.
	Unproved bool
	CameAt   time.Time // of whoever is to be reminded to come: when she was there last
}

// Greeting is the word with which a message addresses her: none that a stranger
// has typed.
func (r Recipient) Greeting() string {
	if r.Unproved {
		return greeted
	}
	return GreetingName(r.Name)
}

// WhyDropped says why a message may not be sent any more in a try that ends by
// an instant; empty: it may.
func (m Message) WhyDropped(to Recipient, until time.Time) string {
	switch {
	case !m.ExpiresAt.IsZero() && m.ExpiresAt.Before(until):
		return DroppedExpired
	// Whoever has the former phone may be a stranger; an answer goes to whoever wrote.
	case !m.Kind.Answers() && (to.Gone || to.Phone != m.Phone):
		return DroppedGone
	case !to.Accepts.Allows(m.Kind):
		return DroppedNoConsent
	case m.Kind.Reminds() && to.CameAt.After(m.CreatedAt):
		return DroppedCame
	}
	return ""
}

// Code is the code that an OTP's text begins with; empty when it is blanked.
func (m Message) Code() string {
	code, _, _ := strings.Cut(m.Text, " ")
	return code
}
