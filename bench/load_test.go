package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func testLoad(t *testing.T, handler http.HandlerFunc) *load {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	address := strings.TrimPrefix(server.URL, "http://")
	get := newRequest("GET", address, "")
	return &load{
		address:     address,
		connections: 4,
		write: func(buffer []byte, _ int) ([]byte, bool) {
			return get.write(buffer, "/", "", "", "", ""), true
		},
	}
}

func TestLoad_Run_SendsEachRequestOnce(t *testing.T) {
	var servedCount atomic.Int64
	work := testLoad(t, func(http.ResponseWriter, *http.Request) { servedCount.Add(1) })
	write := work.write
	work.write = func(buffer []byte, n int) ([]byte, bool) {
		if n >= 500 {
			return nil, false
		}
		return write(buffer, n)
	}
	var readCounts [500]atomic.Int64
	work.read = func(n int, _ []byte) error {
		readCounts[n].Add(1)
		return nil
	}
	result, err := work.run(context.Background())
	if err != nil || servedCount.Load() != 500 {
		t.Fatalf("%d requests were served, %v; want 500", servedCount.Load(), err)
	}
	for n := range readCounts {
		if count := readCounts[n].Load(); count != 1 {
			t.Errorf("answer %d was read %d times, want 1", n, count)
		}
	}
	if result.requests != 500 || result.perSecond() <= 0 {
		t.Errorf("the load has %d requests, %f/s", result.requests, result.perSecond())
	}
}

func TestLoad_WarmUp_IsNotMeasured(t *testing.T) {
	t.Parallel()
	const all = 20
	for warmUp, want := range map[time.Duration]int{0: all, time.Hour: 0} {
		var servedCount atomic.Int64
		work := testLoad(t, func(http.ResponseWriter, *http.Request) { servedCount.Add(1) })
		work.warmUp = warmUp
		write := work.write
		work.write = func(buffer []byte, n int) ([]byte, bool) {
			if n >= all {
				return nil, false
			}
			return write(buffer, n)
		}
		result, err := work.run(context.Background())
		if err != nil || servedCount.Load() != all || result.requests != want {
			t.Errorf("with a warm-up of %s measured %d of %d requests, want %d of %d: %v", warmUp, result.requests, servedCount.Load(), want, all, err)
		}
	}
}

func TestLoad_Duration_EndsTheRun(t *testing.T) {
	t.Parallel()
	work := testLoad(t, func(http.ResponseWriter, *http.Request) {})
	work.duration = 50 * time.Millisecond
	result, err := work.run(context.Background())
	if err != nil || result.elapsed > work.duration {
		t.Errorf("measured for %s (%v), want at most %s", result.elapsed, err, work.duration)
	}
}

func TestLoad_FailedRequest_IsAnError(t *testing.T) {
	var servedCount atomic.Int64
	work := testLoad(t, func(w http.ResponseWriter, _ *http.Request) {
		if servedCount.Add(1) == 20 {
			http.Error(w, "SAME_DAY_VISIT", http.StatusConflict)
		}
	})
	_, err := work.run(context.Background())
	if err == nil || !strings.Contains(err.Error(), "409") || !strings.Contains(err.Error(), "SAME_DAY_VISIT") {
		t.Errorf("the error is %v, want the status and the body", err)
	}
}

func TestLoad_TooLittleWork_IsAnError(t *testing.T) {
	work := testLoad(t, func(http.ResponseWriter, *http.Request) {})
	work.duration = time.Hour
	work.write = func([]byte, int) ([]byte, bool) { return nil, false }
	if _, err := work.runChecked(context.Background()); !errors.Is(err, errTooShort) {
		t.Errorf("the error is %v, want %v", err, errTooShort)
	}
}

func TestPercentile(t *testing.T) {
	samples := make(latencies, 100)
	for i := range samples {
		samples[i] = uint32(100 - i)
	}
	samples.sort()
	for _, test := range []struct {
		l    latencies
		p    int
		want time.Duration
	}{
		{nil, 99, 0},
		{latencies{7}, 1, 7},
		{latencies{7}, 99, 7},
		{latencies{1, 2}, 50, 1},
		{latencies{1, 2}, 51, 2},
		{samples, 0, 1},
		{samples, 50, 50},
		{samples, 99, 99},
		{samples, 100, 100},
	} {
		if got := test.l.percentile(test.p); got != test.want*time.Microsecond {
			t.Errorf("percentile %d of %d values = %s, want %s", test.p, len(test.l), got, test.want*time.Microsecond)
		}
	}
}
