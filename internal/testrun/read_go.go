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

// goEvent is an event of go test -json, see `go doc test2json`.
type goEvent struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Elapsed    float64 // seconds
	Output     string
}

func readGo(s step, log, _ string) (report, error) {
	r := goReport{step: s, output: map[string]*strings.Builder{}}
	lines := bufio.NewScanner(strings.NewReader(log))
	lines.Buffer(nil, len(log)+1)
	for lines.Scan() {
		var event goEvent
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			r.appendOutput("", lines.Text()+"\n")
			continue
		}
		r.handle(event)
	}
	r.finish()
	return r.report, lines.Err()
}

type goReport struct {
	report
	step         step
	output       map[string]*strings.Builder // by package and test
	failedEvents []goEvent                   // inner tests first
}

func (r *goReport) handle(event goEvent) {
	key := event.Package + " " + event.Test
	switch event.Action {
	case "output":
		r.appendOutput(key, event.Output)
	case "build-output":
		r.appendOutput("", event.Output)
	case "pass", "skip":
		delete(r.output, key)
		if event.Test != "" {
			r.passedCount++
		}
		r.time(event)
	case "fail":
		r.failedEvents = append(r.failedEvents, event)
		r.time(event)
	}
}

func (r *goReport) time(event goEvent) {
	if event.Test != "" && !strings.Contains(event.Test, "/") {
		r.timings = append(r.timings, timing{test: shortPackage(event.Package) + " " + event.Test, took: seconds(event.Elapsed)})
	}
}

func (r *goReport) appendOutput(key, words string) {
	if r.output[key] == nil {
		r.output[key] = &strings.Builder{}
	}
	r.output[key].WriteString(words)
}

// finish keeps the innermost failed tests, or a package that failed without one.
func (r *goReport) finish() {
	var details strings.Builder
	for _, event := range r.failedEvents {
		if r.hasFailedInnerTest(event) {
			continue
		}
		r.failures = append(r.failures, failure{test: strings.TrimSpace(shortPackage(event.Package) + " " + event.Test), command: r.singleCommand(event)})
		fmt.Fprintf(&details, "%s %s\n%s", shortPackage(event.Package), event.Test, r.outputOf(event.Package+" "+event.Test))
	}
	details.WriteString(r.outputOf(""))
	r.details = details.String()
}

func (r *goReport) outputOf(key string) string {
	if r.output[key] == nil {
		return ""
	}
	lines := slices.DeleteFunc(strings.SplitAfter(r.output[key].String(), "\n"), func(line string) bool {
		trimmedLine := strings.TrimSpace(line)
		return strings.HasPrefix(trimmedLine, "=== ") || strings.HasPrefix(trimmedLine, "--- PASS")
	})
	return strings.Join(lines, "")
}

func (r *goReport) hasFailedInnerTest(outer goEvent) bool {
	return slices.ContainsFunc(r.failedEvents, func(inner goEvent) bool {
		if inner.Package != outer.Package || inner.Test == outer.Test {
			return false
		}
		return outer.Test == "" || strings.HasPrefix(inner.Test, outer.Test+"/")
	})
}

func (r *goReport) singleCommand(event goEvent) string {
	command := r.step.singleCommand() + " ./" + shortPackage(event.Package)
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
