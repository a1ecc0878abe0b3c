package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func (s *site) requestAs(trustProxy bool, id string) answer {
	s.t.Helper()
	handler := s.apiOn(s.Cases, nil, func(o *Options) {
		o.TrustProxy = trustProxy
		o.Ready = func(context.Context) error { return errors.New("no route to the database") }
	})
	request := httptest.NewRequest(http.MethodGet, "/api/readyz", nil)
	if id != "" {
		request.Header.Set("X-Request-Id", id)
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return answer{s.t, recorder.Code, recorder.Header(), recorder.Body.String()}
}

func TestRequestID_Fault_IsInBodyHeaderAndLog(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	got := s.requestAs(false, "").has(http.StatusServiceUnavailable)
	id := got.header.Get("X-Request-Id")
	if len(id) != requestIDLength {
		t.Fatalf("the answer has the request id %q, want %d", id, requestIDLength)
	}
	var problem struct{ RequestID string }
	if err := json.Unmarshal([]byte(got.body), &problem); err != nil || problem.RequestID != id {
		t.Errorf("the answer %s does not have its request id, %s (%v)", got.body, id, err)
	}
	if !strings.Contains(s.logOutput.String(), "request="+id) {
		t.Errorf("the log lacks %s: %s", id, s.logOutput)
	}
	if again := s.requestAs(false, "").header.Get("X-Request-Id"); again == id {
		t.Errorf("two requests have the id %s", id)
	}
}

func TestRequestID_TrustedProxy_IsKept(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const givenID = "0f8fad5b-d9cb-469f-a165-70867728950e"
	for _, test := range []struct {
		trusted bool
		id      string
		taken   bool
	}{
		{true, givenID, true},
		{false, givenID, false},
		{true, "short", false},
		{true, strings.Repeat("a", 41), false},
		{true, "level=INFO msg", false},
		{true, "ana@example.com", false},
	} {
		if got := s.requestAs(test.trusted, test.id).header.Get("X-Request-Id"); got == "" || (got == test.id) != test.taken {
			t.Errorf("the id %q, trusted %t, became %q, want it taken = %t", test.id, test.trusted, got, test.taken)
		}
	}
}

func TestRequestID_Responses_HaveItAndOnlyFaultsShowIt(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, status := range map[string]int{
		"/healthz": http.StatusOK, "/nowhere": http.StatusNotFound, "/customers": http.StatusUnauthorized, "/customers?q=%00": http.StatusBadRequest,
	} {
		got := s.call(asAnonymous, http.MethodGet, path, "").has(status)
		if got.header.Get("X-Request-Id") == "" || strings.Contains(got.body, "requestId") {
			t.Errorf("%s returns %v %s, want an id in the header only", path, got.header, got.body)
		}
	}
}

func TestRequestID_Panic_IsInTheResponse(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	api := New(s.Cases, Options{Log: s.log()})
	api.mux.HandleFunc("/api/broken/{id}", func(http.ResponseWriter, *http.Request) { panic("a fault") })
	recorder := httptest.NewRecorder()
	api.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/api/broken/600111222", nil))
	id := recorder.Header().Get("X-Request-Id")
	if recorder.Code != http.StatusInternalServerError || !strings.Contains(recorder.Body.String(), `"requestId":"`+id+`"`) {
		t.Errorf("the request %s: got %d %s; want 500 and %q in it", id, recorder.Code, recorder.Body, `"requestId":"`+id+`"`)
	}
	logText := s.logOutput.String()
	if !strings.Contains(logText, "request="+id) || !strings.Contains(logText, "/api/broken/{id}") || strings.Contains(logText, "600111222") {
		t.Errorf("the log of %s lacks the route or has the phone: %s", id, logText)
	}
}

func TestRequestID_StoredResponse_HasTheCurrentOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	key, path := string(s.Key()), "/customers/"+s.Customer("Ana").ID+"/visits"
	first := s.callWith(asBarber, key, path, `{}`).has(http.StatusCreated)
	again := s.callWith(asBarber, key, path, `{}`).has(http.StatusCreated)
	ids := [2]string{first.header.Get("X-Request-Id"), again.header.Get("X-Request-Id")}
	if ids[0] == "" || ids[0] == ids[1] || strings.Contains(again.body, ids[0]) {
		t.Errorf("two requests with one key have the ids %q: %s; want two ids", ids, again.body)
	}
}
