package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"axioma/internal/store"
)

// Server is what is asked when the metrics are read. All of it is there.
type Server struct {
	Version, Database string

	Stats   func() (store.Stats, error)
	Survey  func(ctx context.Context, now time.Time) (store.Survey, error) // asked at most once in surveyEvery
	Ready   func(context.Context) error                                    // likewise
	Visits  func() (registered, replayed uint64)
	Streams func() int
	Limits  func() map[string]uint64 // how often which was hit
	Tries   map[string]func() uint64 // of sending messages, by how they went
	Mails   map[string]func() uint64 // of sending mails, likewise

	Pushes    map[Push]func() uint64          // of telling vendors of wallets that passes have changed
	TokenEnds func(context.Context) time.Time // when the token of WhatsApp ends; zero: never, or unknown; nil: it is not watched
	PassEnds  time.Time                       // when the certificate for passes ends; zero: there is none
}

// Push is how telling a vendor of wallets went.
type Push struct{ Vendor, Result string }

const (
	// surveyEvery is how long what was read from the database holds.
	surveyEvery = 15 * time.Second
	// surveyPatience is how long the database may take to answer.
	surveyPatience = 2 * time.Second
)

// described is a metric by its name, without what all begin with, and its labels.
func described(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("axioma_"+name, help, labels, nil)
}

// descriptions are the metrics that are asked for.
type descriptions struct {
	build, ready, checkIns, replays, streams, tries          *prometheus.Desc
	limits, connections, connectionWaits, connectionWaited   *prometheus.Desc
	wait, groups, lanePlaces, laneInside, laneWaiting, wal   *prometheus.Desc
	queue, queueOldest, notices, noticesOldest, backup, asks *prometheus.Desc
	mails, mailsWaiting, mailsOldest                         *prometheus.Desc
	pushes, pushesWaiting, pushesOldest, passEnds, tokenEnds *prometheus.Desc
}

func describe() descriptions {
	return descriptions{
		build:    described("build_info", "1, with the version and the database.", "version", "database"),
		ready:    described("ready", "1 while the database can be read and written."),
		checkIns: described("checkins_total", "Visits that were registered."),
		replays:  described("checkin_replays_total", "Check-ins that were asked for again and had been registered before."),
		streams:  described("streams", "Portals that are kept up to date."),
		tries:    described("provider_tries_total", "Tries to send a message, by how they went: accepted, later, never or unknown.", "result"),

		limits: described("limits_hit_total", "How often a limit was hit, by which.", "limit"),

		connections:      described("connections", "Connections to PostgreSQL, or those that read SQLite's file: in_use or idle.", "state"),
		connectionWaits:  described("connection_waits_total", "How often somebody has waited for a connection."),
		connectionWaited: described("connection_wait_seconds_total", "How long all of them together have."),

		wait:        described("writer_wait_seconds", "How long who writes waits for her turn."),
		groups:      described("writer_group_size", "How many were committed together on SQLite."),
		lanePlaces:  described("lane_places", "Places for one kind of work with the database.", "lane"),
		laneInside:  described("lane_inside", "Places that are taken.", "lane"),
		laneWaiting: described("lane_waiting", "Who waits for a place.", "lane"),
		wal:         described("wal_bytes", "Size of SQLite's journal."),

		queue:         described("queue_messages", "Messages that wait, by kind and by what holds them back.", "kind", "held_by"),
		queueOldest:   described("queue_oldest_seconds", "How long the oldest of them has waited.", "kind", "held_by"),
		notices:       described("webhook_notices", "Notices of the provider that have still to be dealt with."),
		noticesOldest: described("webhook_oldest_seconds", "How long the oldest of them has waited."),
		backup:        described("backup_last_timestamp_seconds", "When the last backup was made."),
		mails:         described("mails_total", "Tries to send an e-mail, by how they went: accepted, later, never or held.", "result"),
		mailsWaiting:  described("mails_waiting", "E-mails that have still to be sent."),
		mailsOldest:   described("mails_oldest_seconds", "How long the oldest of them has waited."),
		pushes:        described("pass_pushes_total", "Tries to tell a vendor of wallets that a pass has changed, by how they went: accepted, later, never or gone.", "vendor", "result"),
		pushesWaiting: described("pass_pushes_waiting", "Telephones that have still to be told that a pass has changed, by vendors that are set up.", "vendor"),
		pushesOldest:  described("pass_pushes_oldest_seconds", "How long the first of them has been due.", "vendor"),
		tokenEnds:     described("whatsapp_token_ends_timestamp_seconds", "When the token of WhatsApp ends."),
		passEnds:      described("pass_certificate_ends_timestamp_seconds", "When the certificate for passes of Apple Wallet ends."),
		asks:          described("survey_failures_total", "How often the database did not tell in time what waits."),
	}
}
