// Package queueing calculates how messages wait and are retried: the lease of a worker, the backoff between tries, and
// the limits of a business.
//
// It does not know messages (package loyalty), how they are stored, or who sends them.
package queueing

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Timing of tries.
const (
	// TryTimeout is the deadline of one try.
	TryTimeout = 20 * time.Second
	// Lease is how long a worker may hold a message. The provider accepts nothing of an older try.
	Lease = time.Minute
	// MaxTries is the number of tries of a message that the provider refuses temporarily.
	MaxTries = 20

	// PushInterval is the least time between two pushes to a holder of a pass. Changes in between share a push.
	PushInterval = 5 * time.Second

	firstBackoff = time.Second
	maxBackoff   = time.Hour
)

// RateWindow is the window of RatePerMinute: a minute, and a second for clock skew.
const RateWindow = time.Minute + time.Second

// RetryBackoff returns the pause after so many tries: exponential, with jitter. random is from 0 to 1.
func RetryBackoff(tries int64, random float64) time.Duration {
	pause := maxBackoff
	if doublings := tries - 1; doublings < 12 {
		pause = min(pause, firstBackoff<<doublings)
	}
	return pause/2 + time.Duration(random*float64(pause/2))
}

// HoldBackoff returns the pause of a message that the provider asked to delay, plus up to a tenth of jitter. random is
// from 0 to 1.
func HoldBackoff(after time.Duration, random float64) time.Duration {
	return after + time.Duration(random*float64(after)/10)
}

// WorkerGone is the error of a message whose lease ended before its worker recorded an outcome.
const WorkerGone = "WORKER_GONE"

// maxRetryAfter bounds the Retry-After header of a vendor.
const maxRetryAfter = 24 * time.Hour

// RetryAfter returns the delay of a Retry-After header, in seconds or as a date, a day at most; 0: none.
func RetryAfter(header http.Header, now time.Time) time.Duration {
	said := header.Get("Retry-After")
	after := time.Duration(0)
	if seconds, err := strconv.ParseUint(said, 10, 31); err == nil {
		after = time.Duration(seconds) * time.Second
	} else if until, err := http.ParseTime(said); err == nil {
		after = until.Sub(now)
	}
	return min(max(after, 0), maxRetryAfter)
}

// StripURL removes the URL from a network error, since the URL may contain a token.
func StripURL(err error) error {
	var named *url.Error
	if errors.As(err, &named) {
		return named.Err
	}
	return err
}
