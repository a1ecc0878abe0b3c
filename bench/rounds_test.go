package main

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func perSecond(rates ...int) series {
	var s series
	for _, rate := range rates {
		s = append(s, outcome{requests: rate, elapsed: time.Second})
	}
	return s
}

// The second round is slow for both series. The fourth stalls only the measured one.
func TestShareOf_ComparesRoundByRound(t *testing.T) {
	measurement, baseline := perSecond(100, 10, 100, 1, 102), perSecond(1000, 100, 1000, 1000, 1000)
	if share := measurement.shareOf(baseline); share != 10 {
		t.Errorf("the share is %v %%, want 10", share)
	}
	if rate := measurement.perSecond(); rate != 100 {
		t.Errorf("the rate is %v/s, want 100", rate)
	}
}

func TestCPUShareOf_ComparesCPUTime(t *testing.T) {
	measurement := series{{cpuPerRequest: 100e-6}, {cpuPerRequest: 300e-6}, {cpuPerRequest: 100e-6}}
	baseline := series{{cpuPerRequest: 20e-6}, {cpuPerRequest: 60e-6}, {cpuPerRequest: 25e-6}}
	if share := measurement.cpuShareOf(baseline); math.Abs(share-20) > 1e-9 {
		t.Errorf("the share is %v %%, want 20", share)
	}
}

func TestReadProcessorTime(t *testing.T) {
	const stat = "42 (a ) name) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 9 9 20 0 8 0 100 1000 200\n"
	if used, err := readProcessorTime(stat); err != nil || used != 3*time.Second {
		t.Errorf("readProcessorTime = %s, %v, want 3 s", used, err)
	}
	for _, wrong := range []string{"", "42 (name) S 1", "42 (name) S 1 2 3 4 5 6 7 8 9 10 eleven twelve"} {
		if used, err := readProcessorTime(wrong); err == nil {
			t.Errorf("readProcessorTime(%q) = %s, want an error", wrong, used)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{{[]float64{7}, 7}, {[]float64{9, 1}, 5}, {[]float64{3, 1, 100}, 3}, {[]float64{4, 1, 100, 2}, 3}} {
		before := slices.Clone(test.values)
		if got := median(test.values); got != test.want || !slices.Equal(test.values, before) {
			t.Errorf("median(%v) = %v, want %v; the values are now %v", before, got, test.want, test.values)
		}
	}
}

func TestSeries_Percentile_CoversAllRounds(t *testing.T) {
	s := series{{latencies: latencies{1, 9}}, {latencies: latencies{2, 3}}}
	if got := s.percentile(75); got != 3*time.Microsecond {
		t.Errorf("the percentile 75 is %s, want 3 µs", got)
	}
}

func TestTakeTurns_Loads_RunInEveryRound(t *testing.T) {
	var servedCounts [2]atomic.Int64
	var loads []*load
	for i := range servedCounts {
		work := testLoad(t, func(http.ResponseWriter, *http.Request) { servedCounts[i].Add(1) })
		write := work.write
		work.write = func(buffer []byte, n int) ([]byte, bool) {
			request, _ := write(buffer, n)
			return request, n < 100
		}
		loads = append(loads, work)
	}
	all, err := takeTurns(context.Background(), loads...)
	if err != nil || len(all) != 2 || len(all[0]) != rounds || len(all[1]) != rounds {
		t.Fatalf("%d series, %v, want two of %d rounds", len(all), err, rounds)
	}
	for i := range servedCounts {
		if got := servedCounts[i].Load(); got != 100*rounds {
			t.Errorf("load %d had %d answers, want 100 in each of %d rounds", i, got, rounds)
		}
	}
}

// The load ends before half a round, so that no round counts.
func TestTakeTurns_TooFewRounds_IsAnError(t *testing.T) {
	work := testLoad(t, func(http.ResponseWriter, *http.Request) {})
	work.duration = rounds * time.Hour
	work.write = func([]byte, int) ([]byte, bool) { return nil, false }
	if _, err := takeTurns(context.Background(), work); !errors.Is(err, errTooShort) {
		t.Errorf("the error is %v, want %v", err, errTooShort)
	}
}
