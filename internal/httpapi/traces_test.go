package httpapi

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"axioma/internal/logs"
	"axioma/internal/traces"
	"axioma/internal/traces/tracestest"
)

func (s *site) startTracing() *tracestest.Collector {
	s.t.Helper()
	collector := tracestest.New(s.t)
	tracer, err := traces.New(s.t.Context(), traces.Options{Endpoint: collector.URL, Log: s.log()})
	if err != nil {
		s.t.Fatal(err)
	}
	s.tracer = tracer
	return collector
}

func (s *site) endTracing(collector *tracestest.Collector) []tracestest.Span {
	s.t.Helper()
	if err := s.tracer.Shutdown(context.WithoutCancel(s.t.Context())); err != nil {
		s.t.Error(err)
	}
	s.tracer = nil
	spans := collector.Spans()
	if len(spans) == 0 {
		s.t.Fatal("no spans were recorded")
	}
	return spans
}

// words matches the values that a span may have: words of the program, statuses and request ids.
var words = map[traces.Key]*regexp.Regexp{
	traces.Method:   regexp.MustCompile(`^(GET|POST|PATCH|DELETE|OPTIONS)?$`),
	traces.Route:    regexp.MustCompile(`^(other|/api/docs|/api(/v1|/[a-zA-Z.-]+|/\{[a-zA-Z]+\})+)$`),
	traces.Status:   regexp.MustCompile(`^[1-5]\d\d$`),
	traces.Request:  regexp.MustCompile(`^[a-z0-9]{12}$`),
	traces.Database: regexp.MustCompile(`^(sqlite|postgresql)$`),
}

func (s *site) mustTraceNoPersonalData(collector *tracestest.Collector) {
	s.t.Helper()
	for _, span := range s.endTracing(collector) {
		if span.Extras > 0 {
			s.t.Errorf("a span has unexpected fields: %+v", span)
		}
		for key, value := range span.Attributes {
			if pattern := words[traces.Key(key)]; pattern == nil || !pattern.MatchString(value) {
				s.t.Errorf("the span %q has %s=%q", span.Name, key, value)
			}
		}
		programSpans := []string{strings.TrimSpace(span.Attributes["http.request.method"] + " " + span.Attributes["http.route"]), "wait for a turn"}
		if !strings.HasPrefix(span.Name, "database ") && !slices.Contains(programSpans, span.Name) {
			s.t.Errorf("a span has the name %q", span.Name)
		}
	}
}

func child(t *testing.T, spans []tracestest.Span, parent, name string) tracestest.Span {
	t.Helper()
	var matches []tracestest.Span
	for _, span := range spans {
		if span.Parent == parent && span.Name == name {
			matches = append(matches, span)
		}
	}
	if len(matches) != 1 {
		t.Fatalf("%d spans %q below %q, want 1: %+v", len(matches), name, parent, spans)
	}
	return matches[0]
}

func TestTraces_CheckIn_ReachTheDatabase(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, token := s.Customer("Ana"), s.token(asBarber)
	collector := s.startTracing()
	response := s.callOnce(asBarber, "/customers/"+ana.ID+"/visits", `{}`).has(http.StatusCreated)
	spans := s.endTracing(collector)
	request := child(t, spans, "", "POST /api/customers/{id}/visits")
	want := map[string]string{
		"http.request.method": "POST", "http.route": "/api/customers/{id}/visits", "http.response.status_code": "201",
		"axioma.request": response.header.Get("X-Request-Id"),
	}
	for key, value := range want {
		if request.Attributes[key] != value || len(request.Attributes) != len(want) {
			t.Errorf("the request has the attributes %v, want %s=%s", request.Attributes, key, value)
		}
	}
	write := child(t, spans, request.ID, "database write")
	child(t, spans, write.ID, "wait for a turn")
	for _, span := range spans {
		if span.Trace != request.Trace || span.Failed {
			t.Errorf("the span %+v failed or has another trace than %s", span, request.Trace)
		}
	}
	if token == "" {
		t.Error("no user has signed in before")
	}
}

func TestTraces_Parent_IsTakenFromATrustedProxyOnly(t *testing.T) {
	t.Parallel()
	const trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	for header, want := range map[string]struct{ trusted, sent, under bool }{
		"00-" + trace + "-" + parent + "-01":  {trusted: true, sent: true, under: true},
		"00-" + trace + "-" + parent + "-00":  {trusted: true},
		"nonsense":                            {trusted: true, sent: true},
		"00-" + trace + "-" + parent + "-01 ": {sent: true},
	} {
		s := newSite(t)
		s.handler = s.api(nil, want.trusted)
		collector := s.startTracing()
		request := s.request(asAnonymous, http.MethodGet, "/healthz", "")
		request.Header.Set("traceparent", strings.TrimSpace(header))
		s.send(request).has(http.StatusOK)
		s.call(asAnonymous, http.MethodGet, "/nowhere/600111222", "").has(http.StatusNotFound)
		spans := slices.DeleteFunc(s.endTracing(collector), func(span tracestest.Span) bool { return span.Name == "other" })
		if len(spans) > 0 != want.sent || (want.sent && (spans[0].Trace == trace && spans[0].Parent == parent) != want.under) {
			t.Errorf("the header %q, trusted %t, gives the spans %+v, want some = %t, below the parent = %t", header, want.trusted, spans, want.sent, want.under)
		}
	}
}

func TestTraces_LogLine_HasTraceIDAndSpanFails(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.troubled = true
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) {
		o.Ready = func(context.Context) error { return http.ErrServerClosed }
	})
	collector := s.startTracing()
	id := s.call(asAnonymous, http.MethodGet, "/readyz", "").has(http.StatusServiceUnavailable).header.Get("X-Request-Id")
	span := child(t, s.endTracing(collector), "", "GET /api/readyz")
	if !span.Failed || !strings.Contains(s.logOutput.String(), "request="+id+" trace="+span.Trace) {
		t.Errorf("the span did not fail, or the log lacks its trace: %+v, %s", span, s.logOutput)
	}
}

// A check-in runs this code 2,500 times a second.
func TestTraces_Unsampled_AllocatesNothing(t *testing.T) {
	ctx := logs.WithRequestID(t.Context(), "abcdefghijkl")
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "/api/visits", nil)
	if err != nil {
		t.Fatal(err)
	}
	allocations := testing.AllocsPerRun(100, func() {
		ctx, span := traces.StartRequest(request, true)
		_, below := traces.StartChild(ctx, "database write")
		below.SetAttribute(traces.Database, "sqlite")
		below.End()
		endSpan(span, "abcdefghijkl", http.MethodPost, "/api/visits", http.StatusCreated)
		if traces.TraceID(ctx) != "" {
			t.Error("an unsampled request has a trace")
		}
	})
	if allocations != 0 {
		t.Errorf("an unsampled request makes %v allocations, want 0", allocations)
	}
}
