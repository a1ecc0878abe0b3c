//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// goEvent is a line of `go test -json`; see `go doc test2json`.
type goEvent struct {
	Action     string
	Package    string
	ImportPath string // of what does not compile
	Test       string
	Elapsed    float64 // seconds
	Output     string
}

// readGo reads what `go test -json` has printed.
func readGo(s step, log, _ string) (report, error) {
	r := goReport{step: s, output: map[string]*strings.Builder{}}
	lines := bufio.NewScanner(strings.NewReader(log))
	lines.Buffer(nil, len(log)+1)
	for lines.Scan() {
		var event goEvent
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			r.said("", lines.Text()+"\n") // go itself complains in plain words
			continue
		}
		r.hear(event)
	}
	r.finish()
	return r.report, lines.Err()
}

// goReport gathers events: the output of a test is kept until it has passed.
type goReport struct {
	report
	step   step
	output map[string]*strings.Builder // by package and test
	broken []goEvent                   // what failed, inner tests before outer ones
}

func (r *goReport) hear(event goEvent) {
	key := event.Package + " " + event.Test
	switch event.Action {
	case "output":
		r.said(key, event.Output)
	case "build-output":
		r.said("", event.Output)
	case "pass", "skip":
		delete(r.output, key)
		if event.Test != "" {
			r.passed++
		}
		r.time(event)
	case "fail":
		r.broken = append(r.broken, event)
		r.time(event)
	}
}

// time keeps how long an outermost test took: those within it are part of that.
func (r *goReport) time(event goEvent) {
	if event.Test != "" && !strings.Contains(event.Test, "/") {
		r.timings = append(r.timings, timing{test: shortPackage(event.Package) + " " + event.Test, took: seconds(event.Elapsed)})
	}
}

func (r *goReport) said(key, words string) {
	if r.output[key] == nil {
		r.output[key] = &strings.Builder{}
	}
	r.output[key].WriteString(words)
}

// finish names what failed: the innermost tests, and a package only where none of its tests is to blame.
func (r *goReport) finish() {
	var details strings.Builder
	for _, event := range r.broken {
		if r.blamesAnother(event) {
			continue
		}
		r.failures = append(r.failures, failure{test: strings.TrimSpace(shortPackage(event.Package) + " " + event.Test), alone: r.alone(event)})
		fmt.Fprintf(&details, "%s %s\n%s", shortPackage(event.Package), event.Test, r.words(event.Package+" "+event.Test))
	}
	details.WriteString(r.words(""))
	r.details = details.String()
}

// words is what was said under a name, without the lines that only tell of tests that begin or pass.
func (r *goReport) words(key string) string {
	if r.output[key] == nil {
		return ""
	}
	kept := slices.DeleteFunc(strings.SplitAfter(r.output[key].String(), "\n"), func(line string) bool {
		trimmed := strings.TrimSpace(line)
		return strings.HasPrefix(trimmed, "=== ") || strings.HasPrefix(trimmed, "--- PASS")
	})
	return strings.Join(kept, "")
}

// blamesAnother tells an outer test or a package that failed because of a test within.
func (r *goReport) blamesAnother(outer goEvent) bool {
	return slices.ContainsFunc(r.broken, func(inner goEvent) bool {
		if inner.Package != outer.Package || inner.Test == outer.Test {
			return false
		}
		return outer.Test == "" || strings.HasPrefix(inner.Test, outer.Test+"/")
	})
}

// alone is the command that runs a test by itself: the step's own, less what only a whole run needs.
func (r *goReport) alone(event goEvent) string {
	command := r.step.alone() + " ./" + shortPackage(event.Package)
	if event.Test == "" {
		return command
	}
	var pattern []string
	for name := range strings.SplitSeq(event.Test, "/") {
		pattern = append(pattern, "^"+name+"$")
	}
	return command + " -run '" + strings.Join(pattern, "/") + "'"
}

func shortPackage(path string) string { return strings.TrimPrefix(path, "axioma/") }

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
