package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestBaselineHandler_Post_WritesOneRow(t *testing.T) {
	rows, fault := 0, error(nil)
	handler := baselineHandler(func() error {
		rows++
		return fault
	})
	ask := func(method, path, body string) int {
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, httptest.NewRequest(method, path, strings.NewReader(body)))
		return response.Code
	}
	if status := ask("GET", baselinePath, ""); status != http.StatusOK || rows != 0 {
		t.Errorf("the handler answers %d with %d rows stored, want 200 and none", status, rows)
	}
	if status := ask("POST", baselineRows, "{}"); status != http.StatusOK || rows != 1 {
		t.Errorf("a row returns %d and %d rows stored, want 200 and 1", status, rows)
	}
	fault = errors.New("the disk is full")
	if status := ask("POST", baselineRows, "{}"); status != http.StatusInternalServerError {
		t.Errorf("a failed write returns %d, want 500", status)
	}
}

func TestMeasureFsync_TimesEachFsync(t *testing.T) {
	times, took, err := measureFsync(t.TempDir())
	if err != nil || len(times) != fsyncCount || took <= 0 {
		t.Errorf("measured %d times in %s, %v; want as many times as fsyncs", len(times), took, err)
	}
}
