package loyalty

import (
	"regexp"
	"time"
)

// Clock is HH:MM; values compare as text.
type Clock string

// QuietHours forbid marketing from From until before To.
type QuietHours struct{ From, To Clock }

// DefaultQuietHours returns a new business's quiet hours.
func DefaultQuietHours() QuietHours { return QuietHours{From: "21:00", To: "10:00"} }

// Owners can neither allow marketing at night nor forbid it all day.
const (
	earliestQuietFrom, latestQuietFrom Clock = "18:00", "22:00"
	earliestQuietTo, latestQuietTo     Clock = "08:00", "12:00"
)

// contains reports whether a time is within the quiet hours; never for the zero value.
func (q QuietHours) contains(clock Clock) bool {
	return q != QuietHours{} && (clock >= q.From || clock < q.To)
}

// NextMarketingTime returns the instant, or the end of the quiet hours if the instant is within them.
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
