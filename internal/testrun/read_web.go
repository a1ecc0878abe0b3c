//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

type vitestReport struct {
	TestResults []struct {
		Name             string // absolute
		Message          string
		Status           string
		AssertionResults []struct {
			FullName string
			Status   string
			Duration float64 // milliseconds
		}
	}
}

func readVitest(_ step, log, file string) (report, error) {
	var parsedReport vitestReport
	if err := readJSON(file, &parsedReport); err != nil {
		return report{}, err
	}
	r := report{details: withoutPassing(log)}
	for _, tests := range parsedReport.TestResults {
		path := within(tests.Name, "web")
		for _, test := range tests.AssertionResults {
			r.count(timing{test: path + ": " + test.FullName, took: milliseconds(test.Duration)}, test.Status == "passed",
				fmt.Sprintf("npm --prefix web test -- %s -t %s", path, quoteForShell(regexp.QuoteMeta(test.FullName))))
		}
		if tests.Status == "failed" && len(tests.AssertionResults) == 0 {
			r.failures = append(r.failures, failure{test: path, command: "npm --prefix web test -- " + path})
		}
	}
	return r, nil
}

type playwrightReport struct {
	Suites []playwrightSuite
	Errors []struct{ Message string }
}

type playwrightSuite struct {
	Suites []playwrightSuite
	Specs  []struct {
		Title string
		File  string // relative to the folder
		Line  int
		Tests []struct {
			ProjectName string
			Status      string // expected, unexpected, flaky or skipped
			Results     []struct{ Duration float64 }
		}
	}
}

func readPlaywright(s step, log, file string) (report, error) {
	var parsedReport playwrightReport
	if err := readJSON(file, &parsedReport); err != nil {
		return report{}, err
	}
	r := report{details: withoutPassing(log)}
	for _, suite := range parsedReport.Suites {
		r.addSuite(suite, s.singleCommand())
	}
	for _, outside := range parsedReport.Errors {
		first, _, _ := strings.Cut(outside.Message, "\n")
		r.failures = append(r.failures, failure{test: first, command: s.singleCommand()})
	}
	return r, nil
}

func (r *report) addSuite(suite playwrightSuite, file string) {
	for _, inner := range suite.Suites {
		r.addSuite(inner, file)
	}
	for _, spec := range suite.Specs {
		for _, test := range spec.Tests {
			var took float64
			for _, result := range test.Results {
				took += result.Duration
			}
			r.count(timing{test: fmt.Sprintf("%s: %s (%s)", spec.File, spec.Title, test.ProjectName), took: milliseconds(took)}, test.Status == "expected",
				fmt.Sprintf("%s -- %s:%d --project=%s --trace=on", file, spec.File, spec.Line, test.ProjectName))
		}
	}
}

func (r *report) count(test timing, passed bool, file string) {
	r.timings = append(r.timings, test)
	if passed {
		r.passedCount++
		return
	}
	r.failures = append(r.failures, failure{test: test.test, command: file})
}

func readJSON(file string, into any) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the report of the tests: %w", err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		return fmt.Errorf("read the report of the tests: %w", err)
	}
	return nil
}

var (
	colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	passing = regexp.MustCompile(`(?m)^ *[✓✔] .*\n`)
)

func withoutPassing(log string) string {
	return passing.ReplaceAllString(colours.ReplaceAllString(log, ""), "")
}

func within(path, folder string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	return strings.TrimPrefix(path, here+"/"+folder+"/")
}

func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

func quoteForShell(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
