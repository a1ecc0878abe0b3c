package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"axioma/internal/config"
	"axioma/internal/store/storetest"
	"axioma/internal/traces/tracestest"
)

func TestTraces_Shutdown_SendsTheRest(t *testing.T) {
	t.Parallel()
	collector := tracestest.New(t)
	database := storetest.New(t)
	ana := createBusiness(t, database, 1)[0]
	s := serve(t, withDatabase(database, "--otlp-endpoint", strings.TrimSuffix(collector.URL, "v1/traces"))...)
	form := map[string]string{"Content-Type": "application/json"}
	var session struct{ Token string }
	signedIn := request(t, http.MethodPost, s.url+"/api/auth/login", `{"email":"`+ownerEmail+`","password":"`+password+`"}`, form)
	if err := json.Unmarshal([]byte(signedIn), &session); err != nil || session.Token == "" {
		t.Fatalf("signing in returns %s (%v), want a token", signedIn, err)
	}
	form["Authorization"], form["Idempotency-Key"] = "Bearer "+session.Token, "0192d4e5-6b7c-7def-8123-456789abcdef"
	request(t, http.MethodPost, s.url+"/api/customers/"+ana+"/visits", `{}`, form)
	if err := s.end(); err != nil {
		t.Fatal(err)
	}
	checkIns := map[string]tracestest.Span{}
	for _, span := range collector.Spans() {
		if span.Name == "POST /api/customers/{id}/visits" {
			checkIns[span.ID] = span
		}
	}
	writeCount := 0
	for _, span := range collector.Spans() {
		if _, under := checkIns[span.Parent]; under && span.Name == "database write" {
			writeCount++
		}
	}
	if resource := collector.Resource(); len(checkIns) != 1 || writeCount != 1 || resource["service.name"] != "axioma" {
		t.Errorf("the server with the attributes %v sent the spans %+v", resource, collector.Spans())
	}
}

func TestTraces_UnreachableCollector_DelaysNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, "--data", t.TempDir(), "--otlp-traces-endpoint", "http://127.0.0.1:1/v1/traces")
	if got := request(t, http.MethodGet, s.url+"/api/healthz", "", nil); !strings.Contains(got, "true") {
		t.Errorf("without a collector the server answers %s, want true", got)
	}
	if err := s.end(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(s.log.String(), "traces cannot be sent") {
		t.Errorf("the log lacks the line that traces cannot be sent: %s", s.log)
	}
}

func TestTraces_Settings_FollowOpenTelemetry(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://ana:Secreta@collector.test:4318/otlp")
	out, _, err := axioma(t, "", "config")
	if err != nil || !strings.Contains(strings.Join(strings.Fields(out), " "), "--otlp-endpoint http://ana:xxxxx@collector.test:4318/otlp environment OTEL_EXPORTER_OTLP_ENDPOINT ") {
		t.Errorf("config ends with %v, and the settings are\n%s", err, out)
	}
	for _, test := range []struct {
		settings config.Traces
		to       string
	}{
		{config.Traces{}, ""},
		{config.Traces{Endpoint: "http://c:4318/otlp/"}, "http://c:4318/otlp/v1/traces"},
		{config.Traces{Endpoint: "http://c:4318", TracesEndpoint: "https://d/all"}, "https://d/all"},
	} {
		if got := test.settings.URL(); got != test.to {
			t.Errorf("the traces of %+v go to %q, want %q", test.settings, got, test.to)
		}
	}
	for _, wrong := range []string{"localhost:4318", "grpc://collector:4317", "http://"} {
		if _, _, err := axioma(t, "", "config", "--otlp-endpoint", wrong); err == nil || !strings.Contains(err.Error(), "--otlp-endpoint is not an http") {
			t.Errorf("config with the endpoint %s ends with %v; want an error and %q in it", wrong, err, "--otlp-endpoint is not an http")
		}
	}
	t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
	if _, _, err := axioma(t, "", "config"); err == nil || !strings.Contains(err.Error(), "OTEL_EXPORTER_OTLP_PROTOCOL is grpc") {
		t.Errorf("config with grpc ends with %v; want an error and %q in it", err, "OTEL_EXPORTER_OTLP_PROTOCOL is grpc")
	}
}

func TestTraces_WithoutEndpoint_AreNotMade(t *testing.T) {
	t.Parallel()
	tracer, end, err := serveCommand{}.trace(t.Context(), nil)
	if tracer != nil || err != nil {
		t.Errorf("there must be no tracer: %v", err)
	}
	end()
}
