package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"axioma/internal/store"
)

// Source has the functions that metrics read. A field must be set unless its comment says otherwise.
type Source struct {
	Version, Database string

	Stats   func() (store.Stats, error)
	Survey  func(ctx context.Context, now time.Time) (store.Survey, error) // at most once in surveyTTL
	Ready   func(context.Context) error
	Visits  func() (registeredCount, replayedCount uint64)
	Streams func() int
	Failing func() int // businesses with uncountable reports
	Limits  func() map[string]uint64
	Tries   map[string]func() uint64 // number of tries to send messages, by result
	Mails   map[string]func() uint64 // number of tries to send mails, by result

	Pushes    map[PushResult]func() uint64
	TokenEnds func(context.Context) time.Time // of the WhatsApp token; zero: never or unknown; nil: not watched
	PassEnds  time.Time                       // of the certificate; zero: none
}

// PushResult is the result of notifying a wallet vendor.
type PushResult struct{ Vendor, Result string }

const (
	surveyTTL     = 15 * time.Second
	surveyTimeout = 2 * time.Second
)

func newDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("axioma_"+name, help, labels, nil)
}

type descriptions struct {
	build, ready, checkIns, replays, streams, failing, tries            *prometheus.Desc
	limits, connections, connectionWaits, connectionWaited              *prometheus.Desc
	wait, groups, bulkheadCapacity, bulkheadInUse, bulkheadWaiting, wal *prometheus.Desc
	queue, queueOldest, notices, noticesOldest, backup, surveyFailures  *prometheus.Desc
	mails, mailsWaiting, mailsOldest                                    *prometheus.Desc
	pushes, pushesWaiting, pushesOldest, passEnds, tokenEnds            *prometheus.Desc
}

func newDescriptions() descriptions {
	return descriptions{
		build:    newDesc("build_info", "Always 1; labels: version and database.", "version", "database"),
		ready:    newDesc("ready", "1 while the database can be read and written."),
		checkIns: newDesc("checkins_total", "Registered visits."),
		replays:  newDesc("checkin_replays_total", "Repeated check-in requests (same idempotency key)."),
		streams:  newDesc("streams", "Open live streams of portals."),
		failing:  newDesc("report_counts_failing", "Businesses whose reports cannot be counted. They are tried again, and the log says why."),
		tries:    newDesc("provider_tries_total", "Tries to send a message, by result: accepted, later, never or unknown.", "result"),

		limits: newDesc("limits_hit_total", "Hits of rate limits, by limit.", "limit"),

		connections:      newDesc("connections", "Connections to PostgreSQL, or reading connections to SQLite: in_use or idle.", "state"),
		connectionWaits:  newDesc("connection_waits_total", "Waits for a connection."),
		connectionWaited: newDesc("connection_wait_seconds_total", "Total time of waits for a connection."),

		wait:             newDesc("writer_wait_seconds", "Time that writers wait in the queue."),
		groups:           newDesc("writer_group_size", "Writers per group commit on SQLite."),
		bulkheadCapacity: newDesc("bulkhead_capacity", "Places of a bulkhead, by kind of work.", "bulkhead"),
		bulkheadInUse:    newDesc("bulkhead_in_use", "Places in use, by kind of work.", "bulkhead"),
		bulkheadWaiting:  newDesc("bulkhead_waiting", "Callers that wait for a place, by kind of work.", "bulkhead"),
		wal:              newDesc("wal_bytes", "Size of SQLite's WAL."),

		queue:          newDesc("queue_messages", "Queued messages, by kind and by the limit that holds them.", "kind", "held_by"),
		queueOldest:    newDesc("queue_oldest_seconds", "Age of the oldest queued message.", "kind", "held_by"),
		notices:        newDesc("webhook_notices", "Webhook notices that wait to be processed."),
		noticesOldest:  newDesc("webhook_oldest_seconds", "Age of the oldest waiting notice."),
		backup:         newDesc("backup_last_timestamp_seconds", "Time of the last backup."),
		mails:          newDesc("mails_total", "Tries to send an e-mail, by result: accepted, later, never or held.", "result"),
		mailsWaiting:   newDesc("mails_waiting", "E-mails that wait to be sent."),
		mailsOldest:    newDesc("mails_oldest_seconds", "Age of the oldest waiting e-mail."),
		pushes:         newDesc("pass_pushes_total", "Tries to notify a wallet vendor of a changed pass, by result: accepted, later, never or gone.", "vendor", "result"),
		pushesWaiting:  newDesc("pass_pushes_waiting", "Phones that wait for the notification of a changed pass, by vendor.", "vendor"),
		pushesOldest:   newDesc("pass_pushes_oldest_seconds", "Time since the oldest notification was due.", "vendor"),
		tokenEnds:      newDesc("whatsapp_token_ends_timestamp_seconds", "Expiry of the WhatsApp token."),
		passEnds:       newDesc("pass_certificate_ends_timestamp_seconds", "Expiry of the Apple Wallet pass certificate."),
		surveyFailures: newDesc("survey_failures_total", "Failed database surveys."),
	}
}
