//go:build prometheus

package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"axioma/internal/store/storetest"
)

const (
	alertRules = "../../deploy/prometheus/axioma.rules.yml"
	alertTests = "../../deploy/prometheus/axioma.rules.test.yml"
	dashboard  = "../../deploy/grafana/axioma.json"
)

const prometheusPatience = 90 * time.Second

func fileText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func requireProgram(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatalf("%s is missing. Install Prometheus: sudo apt-get install --no-install-recommends prometheus", program)
	}
	return path
}

// prometheus evaluates our rules every second, without the alerts' delay.
type prometheus struct {
	url string
	log *os.File
}

func startPrometheus(t *testing.T, target string) *prometheus {
	t.Helper()
	folder, address := t.TempDir(), freeAddress(t)
	rules := regexp.MustCompile(`for: \S+`).ReplaceAllString(fileText(t, alertRules), "for: 0s")
	put(t, filepath.Join(folder, "axioma.rules.yml"), rules)
	config := filepath.Join(folder, "prometheus.yml")
	put(t, config, fmt.Sprintf(`
global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [axioma.rules.yml]
scrape_configs: [{job_name: axioma, static_configs: [{targets: [%q]}]}]
`, target))
	log, err := os.Create(filepath.Join(folder, "log"))
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(requireProgram(t, "prometheus"), "--config.file="+config, "--web.listen-address="+address, "--storage.tsdb.path="+filepath.Join(folder, "data"))
	command.Stdout, command.Stderr = log, log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	p := &prometheus{url: "http://" + address, log: log}
	t.Cleanup(func() { p.end(t, command) })
	return p
}

func (p *prometheus) end(t *testing.T, command *exec.Cmd) {
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
	if err := p.log.Close(); err != nil {
		t.Error(err)
	}
	if t.Failed() {
		t.Log(fileText(t, p.log.Name()))
	}
}

type answer struct {
	Status, Error string
	Data          struct {
		Result []json.RawMessage
		Groups []struct{ Rules []alert }
	}
}

type alert struct{ Name, State, Health, LastError string }

func (p *prometheus) ask(t *testing.T, path string) (said answer) {
	t.Helper()
	got, err := http.Get(p.url + path)
	if err != nil {
		return said
	}
	defer got.Body.Close()
	if err := json.NewDecoder(got.Body).Decode(&said); err != nil {
		said.Error = err.Error()
	}
	return said
}

func (p *prometheus) query(t *testing.T, expression string) answer {
	t.Helper()
	return p.ask(t, "/api/v1/query?query="+url.QueryEscape(expression))
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(prometheusPatience); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("this did not happen within %s: %s", prometheusPatience, what)
		}
	}
}

func (p *prometheus) alertsByName(t *testing.T) map[string]alert {
	t.Helper()
	alerts := map[string]alert{}
	for _, group := range p.ask(t, "/api/v1/rules?type=alert").Data.Groups {
		for _, rule := range group.Rules {
			if alerts[rule.Name] = rule; rule.Health == "err" {
				t.Errorf("the rule %s cannot be evaluated: %s", rule.Name, rule.LastError)
			}
		}
	}
	for _, rule := range alerts {
		if rule.Health != "ok" {
			return nil
		}
	}
	return alerts
}

func expressions(t *testing.T) []string {
	t.Helper()
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal([]byte(fileText(t, dashboard)), &board); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			all = append(all, target.Expr)
		}
	}
	return all
}

func TestPrometheus_RulesAndDashboard_AreValid(t *testing.T) {
	for _, arguments := range [][]string{{"check", "rules", alertRules}, {"test", "rules", alertTests}} {
		said, err := exec.Command(requireProgram(t, "promtool"), arguments...).CombinedOutput()
		if t.Logf("promtool %s: %s", strings.Join(arguments, " "), said); err != nil {
			t.Fatal(err)
		}
	}
	address := freeAddress(t)
	s := serve(t, withDatabase(storetest.New(t), "--metrics", address)...)
	p := startPrometheus(t, address)
	until(t, "requests are counted", func() bool {
		request(t, http.MethodGet, s.url+"/api/healthz", "", nil)
		return len(p.query(t, `sum(rate(axioma_requests_total[5m])) > 0`).Data.Result) == 1
	})
	p.awaitBackupAlert(t)
	p.askAll(t)
	if err := s.end(); err != nil {
		t.Fatal(err)
	}
	until(t, "an alert that the server has gone", func() bool { return p.alertsByName(t)["AxiomaDown"].State == "firing" })
}

func (p *prometheus) awaitBackupAlert(t *testing.T) {
	t.Helper()
	var alerts map[string]alert
	until(t, "an alert that no backup is known of, and none that the server has gone", func() bool {
		alerts = p.alertsByName(t)
		return alerts["AxiomaBackupOld"].State == "firing" && alerts["AxiomaDown"].State == "inactive"
	})
	if written := strings.Count(fileText(t, alertRules), "- alert: "); len(alerts) != written {
		t.Errorf("the file has %d alerts, but %d are evaluated", written, len(alerts))
	}
	for name, rule := range alerts {
		t.Logf("the alert %s is %s", name, rule.State)
	}
}

func (p *prometheus) askAll(t *testing.T) {
	t.Helper()
	for _, expression := range expressions(t) {
		said := p.query(t, expression)
		if t.Logf("%s, %d series: %s", said.Status, len(said.Data.Result), expression); said.Status != "success" {
			t.Errorf("%s: %s", expression, said.Error)
		}
	}
}

// freeAddress finds a port, because Prometheus does not print its address.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return listener.Addr().String()
}
