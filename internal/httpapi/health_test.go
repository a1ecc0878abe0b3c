package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealth_WithoutDatabase_IsAliveAndNotReady(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	handler := WithSecurityHeaders(New(s.Cases, Options{
		Log: s.log(), Ready: func(context.Context) error { return errors.New("no route to the database") },
	}), HSTS{})
	for path, want := range map[string]int{"/api/healthz": http.StatusOK, "/api/readyz": http.StatusServiceUnavailable} {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
		answer{t, recorder.Code, recorder.Header(), recorder.Body.String()}.has(want).lacks("route")
		if want != http.StatusOK && !strings.Contains(recorder.Body.String(), "NOT_READY") {
			t.Errorf("%s answers %s, want NOT_READY", path, recorder.Body)
		}
	}
	if !strings.Contains(s.logOutput.String(), "no route to the database") {
		t.Errorf("the log lacks the cause: %s", s.logOutput)
	}
}
