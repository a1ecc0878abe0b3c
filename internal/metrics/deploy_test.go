package metrics

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

const (
	alertRules = "../../deploy/prometheus/axioma.rules.yml"
	alertTests = "../../deploy/prometheus/axioma.rules.test.yml"
	dashboard  = "../../deploy/grafana/axioma.json"
)

var (
	metricName = regexp.MustCompile(`axioma_[a-z_]+`)
	metricType = regexp.MustCompile(`(?m)^# TYPE (axioma_[a-z_]+) ([a-z]+)$`)
)

func exportedNames(t *testing.T) map[string]bool {
	t.Helper()
	m := newStub().metrics()
	m.ObserveRequest("GET", "/api/customers/{id}", 200, time.Millisecond)
	names := map[string]bool{}
	for _, match := range metricType.FindAllStringSubmatch(scrape(t, m), -1) {
		suffixes := []string{""}
		if match[2] == "histogram" {
			suffixes = []string{"_bucket", "_sum", "_count"}
		}
		for _, suffix := range suffixes {
			names[match[1]+suffix] = true
		}
	}
	return names
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// An alert on a metric that does not exist would never fire.
func TestDeploy_AlertsAndDashboard_NameExportedMetrics(t *testing.T) {
	t.Parallel()
	knownNames := exportedNames(t)
	for _, path := range []string{alertRules, alertTests, dashboard} {
		names := metricName.FindAllString(readText(t, path), -1)
		if len(names) == 0 {
			t.Errorf("%s names no metric", path)
		}
		for _, name := range names {
			if !knownNames[name] {
				t.Errorf("%s names %s, which is not exported", path, name)
			}
		}
	}
}

func TestDeploy_EveryAlert_IsTestedAndHasARunbook(t *testing.T) {
	t.Parallel()
	tests := readText(t, alertTests)
	_, rest, _ := strings.Cut(readText(t, alertRules), "- alert: ")
	for rule := range strings.SplitSeq(rest, "- alert: ") {
		name, _, _ := strings.Cut(rule, "\n")
		if !strings.Contains(tests, `{alertname="`+name+`"}`) {
			t.Errorf("%s has no test for %s", alertTests, name)
		}
		for _, part := range []string{"expr: ", "for: ", "severity: ", "summary: ", "runbook: "} {
			if strings.Count(rule, "  "+part) != 1 {
				t.Errorf("the alert %q does not have one %s", name, strings.TrimSpace(part))
			}
		}
	}
}

func TestDeploy_EveryPanel_QueriesAMetric(t *testing.T) {
	t.Parallel()
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(readText(t, dashboard)), &board); err != nil {
		t.Fatal(err)
	}
	if len(board.Panels) == 0 {
		t.Error("the dashboard has no panel")
	}
	for _, panel := range board.Panels {
		if panel.Title == "" || len(panel.Targets) == 0 {
			t.Errorf("the panel %q has no title or nothing to show", panel.Title)
		}
		for _, target := range panel.Targets {
			if !metricName.MatchString(target.Expr) {
				t.Errorf("the query of the panel %q has no metric: %q", panel.Title, target.Expr)
			}
		}
	}
}
