package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"
)

func TestResponseObserver_Response_HasRouteAndStatus(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var observedResponses []string
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) {
		o.ObserveResponse = func(method, route string, status int, took time.Duration) {
			observedResponses = append(observedResponses, fmt.Sprintf("%s %s %d %t", method, route, status, took > 0))
		}
	})
	ana := s.Customer("Ana")
	s.call(asAnonymous, http.MethodGet, "/healthz", "").has(http.StatusOK)
	s.call(asBarber, http.MethodGet, "/customers/"+ana.ID, "").has(http.StatusOK)
	s.call(asAnonymous, http.MethodGet, "/customers/"+ana.ID, "").has(http.StatusUnauthorized)
	s.callOnce(asBarber, "/customers/"+ana.ID+"/visits", `{}`).has(http.StatusCreated)
	s.call(asAnonymous, http.MethodGet, "/nowhere/"+ana.ID, "").has(http.StatusNotFound)
	want := []string{
		"GET /api/healthz 200 true", "GET /api/customers/{id} 200 true", "GET /api/customers/{id} 401 true",
		"POST /api/customers/{id}/visits 201 true", " other 404 true",
	}
	if !slices.Equal(observedResponses, want) {
		t.Errorf("the observed responses are %q, want %q", observedResponses, want)
	}
}

func TestResponseObserver_Stream_HasNoDuration(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	api := New(s.Cases, Options{Log: s.log(), ObserveResponse: func(_, _ string, _ int, took time.Duration) {
		if took != 0 {
			t.Errorf("a stream was measured with %s, want none", took)
		}
	}})
	api.mux.HandleFunc("GET /api/stream", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", eventStream)
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Errorf("an observed response cannot be flushed: %v", err)
		}
	})
	api.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/api/stream", nil))
}
