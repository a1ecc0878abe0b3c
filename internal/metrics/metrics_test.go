package metrics

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"axioma/internal/store"
)

// stub is a server on which everything has happened, at a time of its own.
type stub struct {
	now   time.Time
	asked int
	fault error
}

func (s *stub) clock() time.Time { return s.now }

func (s *stub) server() Server {
	return Server{
		Version: "v1", Database: "sqlite",
		Stats: func() (store.Stats, error) {
			seen := store.Distribution{Count: 3, Sum: 6, Buckets: map[float64]uint64{1: 1, 4: 3}}
			return store.Stats{Wait: seen, Groups: seen, JournalBytes: 4096, Connections: store.Connections{InUse: 3, Idle: 9, Waited: 6, WaitedFor: 1500 * time.Millisecond}, Bulkheads: []store.BulkheadUse{{Name: "write", Places: 64, Inside: 2, Waiting: 1}}}, nil
		},
		Survey: func(context.Context, time.Time) (store.Survey, error) {
			s.asked++
			return store.Survey{
				Queue:   []store.WaitingMessages{{Kind: "OTP", HeldBy: "SETUP", Count: 2, Oldest: s.now.Add(-time.Minute)}},
				Notices: store.WaitingNotices{Count: 1, Oldest: s.now.Add(-time.Hour)},
				Mails:   store.WaitingMails{Count: 2, Oldest: s.now.Add(-time.Minute)},
				Pushes:  []store.WaitingPushes{{Vendor: "APPLE", Count: 3, Due: s.now.Add(-2 * time.Minute)}, {Vendor: "GOOGLE", Count: 1, Due: s.now.Add(-time.Hour)}},
				Backup:  time.Unix(1_790_000_000, 0),
			}, s.fault
		},
		Ready:   func(context.Context) error { return s.fault },
		Visits:  func() (uint64, uint64) { return 5, 2 },
		Streams: func() int { return 7 },
		Limits:  func() map[string]uint64 { return map[string]uint64{"sign-in account": 8, "join day": 0} },
		Tries:   map[string]func() uint64{"accepted": func() uint64 { return 4 }},
		Mails:   map[string]func() uint64{"later": func() uint64 { return 6 }},
		Pushes:  map[Push]func() uint64{{"APPLE", "gone"}: func() uint64 { return 9 }}, PassEnds: time.Unix(1_810_000_000, 0),
		TokenEnds: func(context.Context) time.Time { return time.Unix(1_820_000_000, 0) },
	}
}

func newStub() *stub { return &stub{now: time.Unix(1_800_000_000, 0)} }

// measured are the metrics of a stub.
func (s *stub) measured() *Metrics { return newMetrics(s.server(), s.clock) }

func shown(t *testing.T, m *Metrics) string {
	t.Helper()
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	if recorder.Code != 200 {
		t.Fatalf("the metrics are answered with %d: %s", recorder.Code, recorder.Body)
	}
	return recorder.Body.String()
}

func TestWhatAServerDoesIsShown(t *testing.T) {
	t.Parallel()
	m := newStub().measured()
	m.Answered("GET", "/api/customers/{id}", 200, 20*time.Millisecond)
	m.Answered("GET", "/api/portal/me/live", 200, 0)
	said := shown(t, m)
	for _, line := range []string{
		`axioma_requests_total{method="GET",route="/api/customers/{id}",status="200"} 1`,
		`axioma_request_duration_seconds_bucket{method="GET",route="/api/customers/{id}",le="0.025"} 1`,
		`axioma_requests_total{method="GET",route="/api/portal/me/live",status="200"} 1`,
		`axioma_checkins_total 5`, `axioma_checkin_replays_total 2`, `axioma_streams 7`, `axioma_ready 1`,
		`axioma_provider_tries_total{result="accepted"} 4`, `axioma_build_info{database="sqlite",version="v1"} 1`,
		`axioma_writer_wait_seconds_bucket{le="4"} 3`, `axioma_writer_group_size_sum 6`, `axioma_wal_bytes 4096`,
		`axioma_lane_places{lane="write"} 64`, `axioma_lane_inside{lane="write"} 2`, `axioma_lane_waiting{lane="write"} 1`,
		`axioma_queue_messages{held_by="SETUP",kind="OTP"} 2`, `axioma_queue_oldest_seconds{held_by="SETUP",kind="OTP"} 60`,
		`axioma_webhook_notices 1`, `axioma_webhook_oldest_seconds 3600`, `axioma_backup_last_timestamp_seconds 1.79e+09`,
		`axioma_survey_failures_total 0`, `axioma_pass_pushes_total{result="gone",vendor="APPLE"} 9`, `axioma_pass_pushes_waiting{vendor="APPLE"} 3`,
		`axioma_mails_total{result="later"} 6`, `axioma_mails_waiting 2`, `axioma_mails_oldest_seconds 60`,
		`axioma_pass_pushes_oldest_seconds{vendor="APPLE"} 120`, `axioma_pass_certificate_ends_timestamp_seconds 1.81e+09`, `axioma_whatsapp_token_ends_timestamp_seconds 1.82e+09`,
		`axioma_limits_hit_total{limit="join day"} 0`, `axioma_limits_hit_total{limit="sign-in account"} 8`,
		`axioma_connections{state="in_use"} 3`, `axioma_connections{state="idle"} 9`, `axioma_connection_waits_total 6`, `axioma_connection_wait_seconds_total 1.5`,
	} {
		if !strings.Contains(said, line+"\n") {
			t.Errorf("%s is not shown", line)
		}
	}
	if strings.Contains(said, `route="/api/portal/me/live",le=`) {
		t.Error("how long a stream was listened to counts as the time of an answer")
	}
	if strings.Contains(said, "GOOGLE") {
		t.Error("what no vendor is told any more counts as waiting")
	}
}

func TestTheDatabaseIsAskedAtMostOnceInAWhile(t *testing.T) {
	t.Parallel()
	s := newStub()
	m := s.measured()
	for range 3 {
		shown(t, m)
	}
	if s.asked != 1 {
		t.Errorf("it was asked %d times for three readings at once", s.asked)
	}
	s.now = s.now.Add(surveyEvery)
	if shown(t, m); s.asked != 2 {
		t.Errorf("it was asked %d times for one more, later", s.asked)
	}
}

func TestADatabaseThatDoesNotTellLeavesTheRest(t *testing.T) {
	t.Parallel()
	s := newStub()
	s.fault = errors.New("gone")
	said := shown(t, s.measured())
	for _, line := range []string{"axioma_ready 0", "axioma_survey_failures_total 1", "axioma_checkins_total 5"} {
		if !strings.Contains(said, line+"\n") {
			t.Errorf("%s is not shown", line)
		}
	}
	if strings.Contains(said, "axioma_queue_messages{") || strings.Contains(said, "axioma_backup_last") {
		t.Error("what nobody knows is shown")
	}
}

// Who reads the metrics learns nothing of a business, and their number stays as it is.
func TestNoSeriesNamesABusiness(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(shown(t, newStub().measured())) {
		for _, label := range []string{"business", "customer", "user", "tenant", "phone"} {
			if strings.Contains(line, label+"=") {
				t.Errorf("a label %s: %s", label, line)
			}
		}
	}
}

// An answer is counted in the path of every check-in.
func BenchmarkAnswered(b *testing.B) {
	m := newStub().measured()
	for b.Loop() {
		m.Answered("POST", "/api/customers/{id}/visits", 201, time.Millisecond)
	}
}
