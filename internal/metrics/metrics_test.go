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

type stub struct {
	now     time.Time
	surveys int
	fault   error
}

func (s *stub) clock() time.Time { return s.now }

func (s *stub) server() Source {
	return Source{
		Version: "v1", Database: "sqlite",
		Stats: func() (store.Stats, error) {
			distribution := store.Distribution{Count: 3, Sum: 6, Buckets: map[float64]uint64{1: 1, 4: 3}}
			return store.Stats{WriteWait: distribution, GroupSizes: distribution, WALBytes: 4096, Connections: store.Connections{InUse: 3, Idle: 9, WaitCount: 6, WaitDuration: 1500 * time.Millisecond}, Bulkheads: []store.BulkheadUse{{Name: "write", Capacity: 64, InUse: 2, Waiting: 1}}}, nil
		},
		Survey: func(context.Context, time.Time) (store.Survey, error) {
			s.surveys++
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
		Failing: func() int { return 3 },
		Limits:  func() map[string]uint64 { return map[string]uint64{"sign-in account": 8, "register day": 0} },
		Tries:   map[string]func() uint64{"accepted": func() uint64 { return 4 }},
		Mails:   map[string]func() uint64{"later": func() uint64 { return 6 }},
		Pushes:  map[PushResult]func() uint64{{"APPLE", "gone"}: func() uint64 { return 9 }}, PassEnds: time.Unix(1_810_000_000, 0),
		TokenEnds: func(context.Context) time.Time { return time.Unix(1_820_000_000, 0) },
	}
}

func newStub() *stub { return &stub{now: time.Unix(1_800_000_000, 0)} }

func (s *stub) metrics() *Metrics { return newMetrics(s.server(), s.clock) }

func scrape(t *testing.T, m *Metrics) string {
	t.Helper()
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	if recorder.Code != 200 {
		t.Fatalf("the scrape has status %d: %s; want 200", recorder.Code, recorder.Body)
	}
	return recorder.Body.String()
}

func TestMetrics_Scrape_ShowsEverySeries(t *testing.T) {
	t.Parallel()
	m := newStub().metrics()
	m.ObserveRequest("GET", "/api/customers/{id}", 200, 20*time.Millisecond)
	m.ObserveRequest("GET", "/api/portal/me/live", 200, 0)
	metricsText := scrape(t, m)
	for _, line := range []string{
		`axioma_requests_total{method="GET",route="/api/customers/{id}",status="200"} 1`,
		`axioma_request_duration_seconds_bucket{method="GET",route="/api/customers/{id}",le="0.025"} 1`,
		`axioma_requests_total{method="GET",route="/api/portal/me/live",status="200"} 1`,
		`axioma_checkins_total 5`, `axioma_checkin_replays_total 2`, `axioma_streams 7`, `axioma_report_counts_failing 3`, `axioma_ready 1`,
		`axioma_provider_tries_total{result="accepted"} 4`, `axioma_build_info{database="sqlite",version="v1"} 1`,
		`axioma_writer_wait_seconds_bucket{le="4"} 3`, `axioma_writer_group_size_sum 6`, `axioma_wal_bytes 4096`,
		`axioma_bulkhead_capacity{bulkhead="write"} 64`, `axioma_bulkhead_in_use{bulkhead="write"} 2`, `axioma_bulkhead_waiting{bulkhead="write"} 1`,
		`axioma_queue_messages{held_by="SETUP",kind="OTP"} 2`, `axioma_queue_oldest_seconds{held_by="SETUP",kind="OTP"} 60`,
		`axioma_webhook_notices 1`, `axioma_webhook_oldest_seconds 3600`, `axioma_backup_last_timestamp_seconds 1.79e+09`,
		`axioma_survey_failures_total 0`, `axioma_pass_pushes_total{result="gone",vendor="APPLE"} 9`, `axioma_pass_pushes_waiting{vendor="APPLE"} 3`,
		`axioma_mails_total{result="later"} 6`, `axioma_mails_waiting 2`, `axioma_mails_oldest_seconds 60`,
		`axioma_pass_pushes_oldest_seconds{vendor="APPLE"} 120`, `axioma_pass_certificate_ends_timestamp_seconds 1.81e+09`, `axioma_whatsapp_token_ends_timestamp_seconds 1.82e+09`,
		`axioma_limits_hit_total{limit="register day"} 0`, `axioma_limits_hit_total{limit="sign-in account"} 8`,
		`axioma_connections{state="in_use"} 3`, `axioma_connections{state="idle"} 9`, `axioma_connection_waits_total 6`, `axioma_connection_wait_seconds_total 1.5`,
	} {
		if !strings.Contains(metricsText, line+"\n") {
			t.Errorf("%s is missing", line)
		}
	}
	if strings.Contains(metricsText, `route="/api/portal/me/live",le=`) {
		t.Error("a stream is in the histogram of durations")
	}
	if strings.Contains(metricsText, "GOOGLE") {
		t.Error("pushes of a vendor that is not set up are shown")
	}
}

func TestMetrics_SeveralScrapes_SurveyTheDatabaseOnce(t *testing.T) {
	t.Parallel()
	s := newStub()
	m := s.metrics()
	for range 3 {
		scrape(t, m)
	}
	if s.surveys != 1 {
		t.Errorf("%d surveys for three scrapes at once, want 1", s.surveys)
	}
	s.now = s.now.Add(surveyTTL)
	if scrape(t, m); s.surveys != 2 {
		t.Errorf("%d surveys after a later scrape", s.surveys)
	}
}

func TestMetrics_FailedSurvey_LeavesOtherSeries(t *testing.T) {
	t.Parallel()
	s := newStub()
	s.fault = errors.New("gone")
	metricsText := scrape(t, s.metrics())
	for _, line := range []string{"axioma_ready 0", "axioma_survey_failures_total 1", "axioma_checkins_total 5"} {
		if !strings.Contains(metricsText, line+"\n") {
			t.Errorf("%s is missing", line)
		}
	}
	if strings.Contains(metricsText, "axioma_queue_messages{") || strings.Contains(metricsText, "axioma_backup_last") {
		t.Error("unknown values are exported")
	}
}

func TestMetrics_Labels_NameNoBusiness(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(scrape(t, newStub().metrics())) {
		for _, label := range []string{"business", "customer", "user", "tenant", "phone"} {
			if strings.Contains(line, label+"=") {
				t.Errorf("the label %s is not allowed: %s", label, line)
			}
		}
	}
}

func BenchmarkObserveRequest(b *testing.B) {
	m := newStub().metrics()
	for b.Loop() {
		m.ObserveRequest("POST", "/api/customers/{id}/visits", 201, time.Millisecond)
	}
}
