package main

import (
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"axioma/internal/store/storetest"
)

type breaker struct {
	gate
	mutex sync.Mutex
	calls []net.Conn
}

func (b *breaker) pass(near net.Conn) error {
	b.mutex.Lock()
	b.calls = append(b.calls, near)
	b.mutex.Unlock()
	return b.gate.pass(near)
}

func (b *breaker) cut() {
	b.isOpen.Store(false)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, call := range b.calls {
		_ = call.Close() // the other end may have closed it
	}
	b.calls = nil
}

func readiness(t *testing.T, server *testServer, want int) {
	t.Helper()
	for {
		if status, _ := fetch(t, server.url+"/api/readyz"); status == want {
			return
		}
	}
}

func TestOutage_PostgreSQL_LogsBeginAndEndOnce(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // for SQLite, the store's tests simulate a broken disk
	}
	address, err := url.Parse(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	network := &breaker{gate: gate{server: address.Host}}
	network.isOpen.Store(true)
	address.Host = serveConnections(t, func(caller net.Conn) {
		if err := network.pass(caller); err != nil {
			t.Error(err)
		}
	})
	server := serve(t, "--log-format", "json", "--database-url", address.String())
	network.cut()
	readiness(t, server, http.StatusServiceUnavailable)
	for range 5 {
		response, err := http.Post(server.url+"/api/auth/login", "application/json", strings.NewReader(`{"email":"eva@axioma.test","password":"Clave-1234"}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("a sign-in returns %s, %v; want 503", response.Status, err)
		}
	}
	network.isOpen.Store(true)
	readiness(t, server, http.StatusOK)
	if err := server.end(); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, line := range onlyJSON(t, server.log.String()) {
		counts[line["level"].(string)]++
		if line["msg"] == "the database is back" && line["failed_requests"] != 5.0 {
			t.Errorf("the line about the end of the outage is %v, want 5 failed requests", line)
		}
	}
	if log := server.log.String(); counts["ERROR"] != 1 || strings.Contains(log, "could not answer") || strings.Count(log, "the database is back") != 1 {
		t.Errorf("the log must have one error and one end of the outage: %s", log)
	}
	if strings.Contains(server.log.String(), "momento") {
		t.Errorf("the log has the users' message: %s", server.log)
	}
}

func onlyJSON(t *testing.T, log string) (lines []map[string]any) {
	t.Helper()
	for _, text := range strings.Split(strings.TrimSpace(log), "\n") {
		var line map[string]any
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Errorf("the line %q is not JSON: %v", text, err)
			continue
		}
		if id, has := line["message"]; has {
			t.Errorf("a line must not have a field message: %v", id)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestServe_FailureToStart_IsALineOfJSON(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, args := range [][]string{
		{"--session", "1s"}, {"--no-such-flag"}, {"--listen", "nowhere"}, {"--fixed-business", "none"}, {"--backup-for", "age1invalid", "--backup-to", folder},
	} {
		program := exec.Command(os.Args[0], append([]string{"serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0"}, args...)...)
		program.Env = append(os.Environ(), programVariable+"=1", "AXIOMA_LOG_FORMAT=json", "AXIOMA_LOG_FROMAT=json")
		out, err := program.CombinedOutput()
		if err == nil {
			t.Fatalf("with %v the server must not start", args)
		}
		lines := onlyJSON(t, string(out))
		if last := lines[len(lines)-1]; last["level"] != "ERROR" || last["msg"] == "" {
			t.Errorf("with %v the log ends with the line %v, want an error", args, last)
		}
	}
}

func TestServe_SecondSIGTERM_KeepsDraining(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	server := start(t, database, "--drain", "10m")
	for range 3 {
		if err := server.program.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	status := http.StatusOK
	for status == http.StatusOK { // the signals take a moment
		status, _ = fetch(t, server.url+"/api/readyz")
	}
	for range 20 {
		if err := server.program.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if status, body := fetch(t, server.url+"/api/healthz"); status != http.StatusOK {
			t.Fatalf("a server that drains returns %d %s, want 200", status, body)
		}
	}
	if err := server.program.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	server.mustEnd()
}
