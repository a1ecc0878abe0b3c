package main

import (
	"errors"
	"strings"
	"testing"

	"axioma/internal/store/seed"
)

// checkIn is a recording that finds the card, adds a visit and stores the response of its key.
func checkIn(customer int, visit string) recording {
	id := seed.CustomerID(customer)
	return recording{trips: 3, calls: []call{
		{statement: "begin"},
		{statement: "SELECT a FROM cards WHERE id = $1 AND shop = $2", arguments: []string{quoteLiteral(strings.Replace(id, "c", "k", 1)), quoteLiteral("demonorte")}},
		{statement: "INSERT INTO visits VALUES ($1, $2, $3, $4)", arguments: []string{quoteLiteral(visit), quoteLiteral("of " + id + ": " + visit), "17::bigint", quoteLiteral("01karzzc8851mrkkskyndm9aw8")}},
		{statement: "INSERT INTO answers VALUES ($1)", arguments: []string{quoteLiteral("01a207bdaa3b7abc" + visit[10:])}},
	}}
}

func TestScript_ReplacesIDsOfTheCustomer(t *testing.T) {
	one, other := checkIn(5, "01m84v38mx0000000000000001"), checkIn(6, "01m84v38my0000000000000002")
	got := script(one.calls, other.calls, seed.CustomerID(5))
	const want = customerVariables + `begin;
SELECT a FROM cards WHERE id = (E'' || :lead::text || E'k1000000' || :ending::text || E'') AND shop = (E'demonorte');
INSERT INTO visits VALUES ((E'01m84v38mxb' || :ending::text || E'000001'), (E'of ' || :lead::text || E'c1000000' || :ending::text || E'\x3a 01m84v38mxb' || :ending::text || E'000001'), (17::bigint), (E'01karzzc8851mrkkskyndm9aw8'));
INSERT INTO answers VALUES ((E'01a207bdaac' || :ending::text || E'000000000001'));
`
	if got != want {
		t.Errorf("the script is\n%s\nwant\n%s", got, want)
	}
}

func TestSummarize_BackgroundStatements_AreIgnored(t *testing.T) {
	long, busy := checkIn(5, "01m84v38mx0000000000000001"), checkIn(6, "01m84v38my0000000000000002")
	long.calls, long.trips = append(long.calls, call{statement: "commit"}), 4
	busy.calls, busy.trips = append(busy.calls, call{statement: "SELECT 1"}), 9
	all := []recording{long, busy, checkIn(7, "01m84v38mz0000000000000003"), checkIn(8, "01m84v38n00000000000000004")}
	customers := []string{seed.CustomerID(5), seed.CustomerID(6), seed.CustomerID(7), seed.CustomerID(8)}
	got, err := summarize(all[1:], customers[1:])
	if err != nil || got.trips != 3 || strings.Count(got.script, ";\n") != 4 {
		t.Errorf("got %d round trips, %v, and the script\n%s", got.trips, err, got.script)
	}
	if _, err := summarize(all[:2], customers[:2]); !errors.Is(err, errAllDiffer) {
		t.Errorf("the error is %v, want %v", err, errAllDiffer)
	}
}

func TestReadThroughput(t *testing.T) {
	for output, want := range map[string]float64{
		"latency average = 1 ms\ninitial connection time = 9 ms\ntps = 1234.500000 (without initial connection time)\n": 1234.5,
		"tps = 9.1 (including connections establishing)\ntps = 10.2 (excluding connections establishing)\n":             10.2,
	} {
		if got, err := readThroughput(output); err != nil || got != want {
			t.Errorf("readThroughput(%q) = %v, %v, want %v", output, got, err, want)
		}
	}
	if got, err := readThroughput("pgbench: error: no\n"); err == nil {
		t.Errorf("readThroughput of an error = %v", got)
	}
}
