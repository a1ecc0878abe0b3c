// Package queueing says how messages wait and are tried: for how long a worker has one,
// how often and after what pauses it is tried again, and what a try counts for within
// the limits of a business.
//
// It only calculates. It knows nothing of what messages say and to whom they may go
// (package loyalty), of how they are stored, nor of who sends them.
package queueing

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// How a message is tried.
const (
	// TryTime is how long one try of sending may take.
	TryTime = 20 * time.Second
	// Lease is how long after it took a message a worker has to say how
	// the try went. What the provider has not accepted by then it never will.
	Lease = time.Minute
	// Tries is how often a message is tried that the provider refuses for
	// the time being.
	Tries = 20

	// PushPause is how soon after one push to a holder of a pass the next one may follow:
	// what happens meanwhile is told with it.
	PushPause = 5 * time.Second

	firstPause   = time.Second
	longestPause = time.Hour
)

// RateWindow is the time in which no more than RatePerMinute messages
// may be accepted: a minute, and a second for clocks that do not agree.
const RateWindow = time.Minute + time.Second

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

// WorkerGone is the Error of a message whose worker took it and never
// told how the try went.
const WorkerGone = "WORKER_GONE"

// longestRetry bounds what a vendor may ask for.
const longestRetry = 24 * time.Hour

// RetryAfter is how long the header of an answer asks to be left alone, a day at most:
// seconds, or an instant; 0: it does not.
func RetryAfter(header http.Header, now time.Time) time.Duration {
	said := header.Get("Retry-After")
	after := time.Duration(0)
	if seconds, err := strconv.ParseUint(said, 10, 31); err == nil {
		after = time.Duration(seconds) * time.Second
	} else if until, err := http.ParseTime(said); err == nil {
		after = until.Sub(now)
	}
	return min(max(after, 0), longestRetry)
}

// Unnamed is an error of the network without the address that was asked, in which a token
// may stand.
func Unnamed(err error) error {
	var named *url.Error
	if errors.As(err, &named) {
		return named.Err
	}
	return err
}
