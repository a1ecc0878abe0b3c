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

// debianPgbench is outside of PATH.
const debianPgbench = "/usr/lib/postgresql/*/bin/pgbench"

func findPgbench() (string, error) {
	if program, err := exec.LookPath("pgbench"); err == nil {
		return program, nil
	}
	paths, err := filepath.Glob(debianPgbench)
	if err != nil || len(paths) == 0 {
		return "", err
	}
	return slices.Max(paths), nil
}

var identity = regexp.MustCompile(`\b([0-9a-z]{18,26}|[0-9a-f]{32})\b`)

// leadOfID is the characters before the letter of a seeded id.
const leadOfID = 7

// customerVariables select ids like seed.CustomerID.
const customerVariables = `\set n :n + 1
\set i :first + :client_id * :each + :n
\set lead 1000000 + :i * 7919 % 1000003
\set ending 100000000 + :i
`

// script returns a pgbench script of the calls. An id that the other check-ins lack becomes unique in each run.
func script(calls, others []call, customer string) string {
	knownIDs := map[string]bool{}
	for _, c := range others {
		for _, argument := range c.arguments {
			for _, id := range identity.FindAllString(argument, -1) {
				knownIDs[id] = true
			}
		}
	}
	s := scriptWriter{knownIDs: knownIDs, tail: customer[leadOfID+1:], fresh: map[string]int{}}
	var text strings.Builder
	text.WriteString(customerVariables)
	for _, c := range calls {
		text.WriteString(s.statement(c) + ";\n")
	}
	return text.String()
}

type scriptWriter struct {
	knownIDs map[string]bool
	tail     string
	fresh    map[string]int
}

var placeholder = regexp.MustCompile(`\$(\d+)`)

func (s *scriptWriter) statement(c call) string {
	return placeholder.ReplaceAllStringFunc(c.statement, func(place string) string {
		n, err := strconv.Atoi(place[1:])
		if err != nil || n < 1 || n > len(c.arguments) {
			return place
		}
		return "(" + identity.ReplaceAllStringFunc(c.arguments[n-1], s.replaceID) + ")"
	})
}

// replaceID keeps a known id, else returns an expression for a unique one of its length.
func (s *scriptWriter) replaceID(id string) string {
	if prefix, found := strings.CutSuffix(id, s.tail); found && len(prefix) == leadOfID+1 {
		const shop = 7 // characters of the tail
		return "' || :lead::text || E'" + prefix[leadOfID:] + s.tail[:shop] + "' || :ending::text || E'"
	}
	if s.knownIDs[id] {
		return id
	}
	if s.fresh[id] == 0 {
		s.fresh[id] = len(s.fresh) + 1
	}
	const timeOfID, end = 10, 10 + 1 + 9 // characters; a letter and the ending between
	return id[:timeOfID] + string(rune('a'+s.fresh[id])) + "' || :ending::text || E'" + id[min(end, len(id)):]
}

var throughput = regexp.MustCompile(`(?m)^tps = ([0-9.]+) \((?:without initial|excluding)`)

func readThroughput(output string) (float64, error) {
	match := throughput.FindStringSubmatch(output)
	if match == nil {
		return 0, fmt.Errorf("pgbench names no throughput:\n%.2000s", output)
	}
	return strconv.ParseFloat(match[1], 64)
}

type pgbench struct {
	program, database, script string
	connections               int
	next                      int
}

func newPgbench(program, database, folder, text string, connections, first int) (*pgbench, error) {
	p := &pgbench{program: program, database: database, script: filepath.Join(folder, "check-in.sql"), connections: connections, next: first}
	if err := os.WriteFile(p.script, []byte(text), 0o600); err != nil {
		return nil, fmt.Errorf("write the script for pgbench: %w", err)
	}
	return p, nil
}

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
