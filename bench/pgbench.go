package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// debianPgbench is where Debian and Ubuntu keep it, out of PATH.
const debianPgbench = "/usr/lib/postgresql/*/bin/pgbench"

// findPgbench returns an empty path when it is not installed.
func findPgbench() (string, error) {
	if found, err := exec.LookPath("pgbench"); err == nil {
		return found, nil
	}
	found, err := filepath.Glob(debianPgbench)
	if err != nil || len(found) == 0 {
		return "", err
	}
	return slices.Max(found), nil
}

// identity recognises ids, of customers and of what a check-in makes, and its key.
var identity = regexp.MustCompile(`\b([0-9a-z]{18,26}|[0-9a-f]{32})\b`)

// leadOfID is how many characters stand in the id of a past's customer, and of her card, before the letter.
const leadOfID = 7

// whose finds in pgbench's words what seed.CustomerID makes of the next customer of a connection: the lead of her id, and
// her number as it ends.
const whose = `\set n :n + 1
\set i :first + :client_id * :each + :n
\set lead 1000000 + :i * 7919 % 1000003
\set ending 100000000 + :i
`

// script writes what a check-in said for pgbench, which then says it for one customer after another of a written past:
// in the place of each id that only this check-in had stands one that no other has.
func script(calls, others []call, customer string) string {
	known := map[string]bool{}
	for _, c := range others {
		for _, argument := range c.arguments {
			for _, id := range identity.FindAllString(argument, -1) {
				known[id] = true
			}
		}
	}
	s := scripting{known: known, tail: customer[leadOfID+1:], fresh: map[string]int{}}
	var text strings.Builder
	text.WriteString(whose)
	for _, c := range calls {
		text.WriteString(s.statement(c) + ";\n")
	}
	return text.String()
}

// scripting remembers which ids a check-in made.
type scripting struct {
	known map[string]bool
	tail  string
	fresh map[string]int
}

var placeholder = regexp.MustCompile(`\$(\d+)`)

// statement puts the arguments in their places.
func (s *scripting) statement(c call) string {
	return placeholder.ReplaceAllStringFunc(c.statement, func(place string) string {
		n, err := strconv.Atoi(place[1:])
		if err != nil || n < 1 || n > len(c.arguments) {
			return place
		}
		return "(" + identity.ReplaceAllStringFunc(c.arguments[n-1], s.replaced) + ")"
	})
}

// replaced is an id, or what breaks the text off for one that is made up, and as long.
func (s *scripting) replaced(id string) string {
	if lead, found := strings.CutSuffix(id, s.tail); found && len(lead) == leadOfID+1 {
		const shop = 7 // characters of the tail
		return "' || :lead::text || E'" + lead[leadOfID:] + s.tail[:shop] + "' || :ending::text || E'"
	}
	if s.known[id] {
		return id
	}
	if s.fresh[id] == 0 {
		s.fresh[id] = len(s.fresh) + 1
	}
	const timeOfID, end = 10, 10 + 1 + 9 // characters: the letter stands between, and the ending
	return id[:timeOfID] + string(rune('a'+s.fresh[id])) + "' || :ending::text || E'" + id[min(end, len(id)):]
}

var throughput = regexp.MustCompile(`(?m)^tps = ([0-9.]+) \((?:without initial|excluding)`)

// readThroughput finds how many transactions pgbench says it did in a second.
func readThroughput(output string) (float64, error) {
	match := throughput.FindStringSubmatch(output)
	if match == nil {
		return 0, fmt.Errorf("pgbench names no throughput:\n%.2000s", output)
	}
	return strconv.ParseFloat(match[1], 64)
}

// pgbench is a script that is run in parts, each for customers of its own.
type pgbench struct {
	program, database, script string
	connections               int
	next                      int // customer
}

// newPgbench writes the script into a folder.
func newPgbench(program, database, folder, text string, connections, first int) (*pgbench, error) {
	p := &pgbench{program: program, database: database, script: filepath.Join(folder, "check-in.sql"), connections: connections, next: first}
	if err := os.WriteFile(p.script, []byte(text), 0o600); err != nil {
		return nil, fmt.Errorf("write the script for pgbench: %w", err)
	}
	return p, nil
}

// run does so many check-ins on each connection, and returns how many in a second.
func (p *pgbench) run(ctx context.Context, each int) (float64, error) {
	cmd := exec.CommandContext(ctx, p.program, "--no-vacuum", "--protocol", "prepared", "--file", p.script,
		"--client", strconv.Itoa(p.connections), "--jobs", "2", "--transactions", strconv.Itoa(each),
		"--define", "n=-1", "--define", "each="+strconv.Itoa(each), "--define", "first="+strconv.Itoa(p.next), p.database)
	p.next += each * p.connections
	output, err := cmd.CombinedOutput()
	if err != nil {
		return 0, errors.Join(fmt.Errorf("run pgbench: %w", err), errors.New(string(output[max(0, len(output)-2000):])))
	}
	return readThroughput(string(output))
}
