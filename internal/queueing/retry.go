// Package queueing calculates leases, the backoff between tries, and the room in a business's limits.
package queueing

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	// TryTimeout ends a try without a response.
	TryTimeout = 20 * time.Second
	// Lease is how long a worker may hold a message. Its try ends before.
	Lease = time.Minute
	// MaxTries limits the tries after temporary refusals.
	MaxTries = 20

	// PushInterval is the minimum time between two pushes to a holder. Changes in between share a push.
	PushInterval = 5 * time.Second

	firstBackoff = time.Second
	maxBackoff   = time.Hour
)

// RateWindow is the period of RatePerMinute, with a second for clock skew.
const RateWindow = time.Minute + time.Second

// RetryBackoff returns an exponential delay with jitter. random is from 0 to 1.
func RetryBackoff(tries int64, random float64) time.Duration {
	pause := maxBackoff
	if doublings := tries - 1; doublings < 12 {
		pause = min(pause, firstBackoff<<doublings)
	}
	return pause/2 + time.Duration(random*float64(pause/2))
}

// HoldBackoff returns the provider's delay plus up to a tenth. random is from 0 to 1.
func HoldBackoff(after time.Duration, random float64) time.Duration {
	return after + time.Duration(random*float64(after)/10)
}

// WorkerGone is the error of a lease that ended without an outcome.
const WorkerGone = "WORKER_GONE"

const maxRetryAfter = 24 * time.Hour

// RetryAfter parses a Retry-After header, in seconds or as a date, at most a day; 0: none.
func RetryAfter(header http.Header, now time.Time) time.Duration {
	value := header.Get("Retry-After")
	after := time.Duration(0)
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil || errors.Is(err, strconv.ErrRange) {
		after = time.Duration(seconds) * time.Second // the largest number if out of range
	} else if until, err := http.ParseTime(value); err == nil {
		after = until.Sub(now)
	}
	return min(max(after, 0), maxRetryAfter)
}

// StripURL removes an error's URL, which may contain a token.
func StripURL(err error) error {
	var urlError *url.Error
	if errors.As(err, &urlError) {
		return urlError.Err
	}
	return err
}
