package loyalty

import (
	"regexp"
	"time"
)

// Clock is a time of day as HH:MM. Clocks compare as text.
type Clock string

// QuietHours are the hours of the night in which a business sends no
// marketing: from From on, and before To of the next morning.
type QuietHours struct{ From, To Clock }

// DefaultQuietHours are those of a new business.
func DefaultQuietHours() QuietHours { return QuietHours{From: "21:00", To: "10:00"} }

// The bounds of quiet hours: at night there is no marketing, whatever the
// owner chooses, and in the middle of the day there may be.
const (
	earliestQuietFrom, latestQuietFrom Clock = "18:00", "22:00"
	earliestQuietTo, latestQuietTo     Clock = "08:00", "12:00"
)

// contains reports whether the quiet hours are on at a time of day. Without both ends
// there are none.
func (q QuietHours) contains(clock Clock) bool {
	return q != QuietHours{} && (clock >= q.From || clock < q.To)
}

// NextMarketingTime returns the first moment, from an instant on, at which the
// business may send marketing: the instant itself, or the end of the quiet
// hours of its time zone. Where the clocks change meanwhile, what they show
// decides.
func (b Business) NextMarketingTime(instant time.Time) time.Time {
	for b.Quiet.contains(Clock(instant.In(b.Zone).Format(clockLayout))) {
		instant = instant.Truncate(time.Minute).Add(time.Minute)
	}
	return instant
}

const clockLayout = "15:04"

var clockForm = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

func (c *validator) clock(field string, text string, earliest, latest Clock) Clock {
	clock := Clock(text)
	if !clockForm.MatchString(text) || clock < earliest || clock > latest {
		c.refuse(field, "Tiene que ser una hora entre las "+string(earliest)+" y las "+string(latest)+".")
	}
	return clock
}
