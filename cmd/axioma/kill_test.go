package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"axioma/internal/store/storetest"
)

const (
	counters    = 16
	perCounter  = 40
	killedAfter = 150
	kills       = 3

	patience = 5 * time.Minute
)

type killTest struct {
	t           *testing.T
	database    storetest.Database
	token       string
	customers   []string
	mutex       sync.Mutex
	ackedVisits map[string]string // acknowledged visits by customer
}

func TestVisits_Kill9_KeepsEachAcknowledgedVisitOnce(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	r := &killTest{t: t, database: database, customers: createBusiness(t, database, counters*perCounter), ackedVisits: map[string]string{}}
	for range kills {
		r.serveAndKill()
	}
	server := start(t, database)
	r.signIn(server.url)
	r.checkIn(server.url, func() {})
	for _, id := range r.customers {
		r.mustBeStoredOnce(server.url, id)
	}
	server.kill()
	if out, _, err := axioma(t, "", append([]string{"check"}, database.Flags()...)...); err != nil {
		t.Errorf("after all kills check prints: %s %v", out, err)
	}
}

func (r *killTest) serveAndKill() {
	r.t.Helper()
	server := start(r.t, r.database)
	r.signIn(server.url)
	var ackCount atomic.Int64
	r.checkIn(server.url, func() {
		if ackCount.Add(1) == killedAfter {
			server.kill()
		}
	})
	if got := ackCount.Load(); got < killedAfter {
		r.t.Fatalf("before the kill the server must acknowledge %d visits, but acknowledged %d", killedAfter, got)
	}
}

func (r *killTest) checkIn(url string, onAck func()) {
	var group sync.WaitGroup
	for counter := range counters {
		group.Go(func() {
			for i := counter; i < len(r.customers); i += counters {
				id := r.customers[i]
				if r.visitOf(id) != "" {
					continue
				}
				visit, isKilled := r.register(url, id)
				if isKilled {
					return
				}
				r.mutex.Lock()
				r.ackedVisits[id] = visit
				r.mutex.Unlock()
				onAck()
			}
		})
	}
	group.Wait()
}

func (r *killTest) visitOf(customer string) string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.ackedVisits[customer]
}

func (r *killTest) register(url, customer string) (visit string, isKilled bool) {
	request, err := http.NewRequest(http.MethodPost, url+"/api/customers/"+customer+"/visits", http.NoBody)
	if err != nil {
		r.t.Error(err)
		return "", true
	}
	request.Header.Set("Authorization", "Bearer "+r.token)
	request.Header.Set("Idempotency-Key", "visit-of-"+customer)
	status, body, err := do(request)
	if err != nil {
		return "", true
	}
	var response struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(body, &response); err != nil || status != http.StatusCreated || response.ID == "" {
		r.t.Errorf("a visit returned %d %s", status, body)
		return "", true
	}
	return response.ID, false
}

func (r *killTest) mustBeStoredOnce(url, customer string) {
	r.t.Helper()
	request, err := http.NewRequest(http.MethodGet, url+"/api/customers/"+customer+"/visits", http.NoBody)
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+r.token)
	_, body, err := do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	var visits struct {
		Items []struct {
			ID string `json:"id"`
		} `json:"items"`
	}
	if err := json.Unmarshal(body, &visits); err != nil {
		r.t.Fatalf("reading the visits %s: %v", body, err)
	}
	if len(visits.Items) != 1 || visits.Items[0].ID != r.ackedVisits[customer] {
		r.t.Errorf("customer %s has the visits %v, want only the acknowledged %q", customer, visits.Items, r.ackedVisits[customer])
	}
}

func (r *killTest) signIn(url string) {
	r.t.Helper()
	body := fmt.Sprintf(`{"email":%q,"password":%q}`, ownerEmail, password)
	request, err := http.NewRequest(http.MethodPost, url+"/api/auth/login", bytes.NewBufferString(body))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	_, response, err := do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	var session struct {
		Token string `json:"token"`
	}
	if err := json.Unmarshal(response, &session); err != nil || session.Token == "" {
		r.t.Fatalf("signing in: %s", response)
	}
	r.token = session.Token
}

func do(request *http.Request) (int, []byte, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	body, err := io.ReadAll(response.Body)
	if fault := response.Body.Close(); err == nil {
		err = fault
	}
	return response.StatusCode, body, err
}

// programVariable makes the test binary run as the program, in a process that can be killed.
const programVariable = "TEST_PLAYS_AXIOMA"

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

type process struct {
	url     string
	program *os.Process
	kill    func()
	mustEnd func()
}

func start(t *testing.T, database storetest.Database, flags ...string) process {
	t.Helper()
	return startIn(t, database, nil, flags...)
}

func startIn(t *testing.T, database storetest.Database, environment []string, flags ...string) process {
	t.Helper()
	args := slices.Concat([]string{"serve", "--listen", "127.0.0.1:0", "--log-level", "warn"}, database.Flags(), flags)
	command := exec.Command(os.Args[0], args...)
	// A data race ends the process, and then the test fails.
	command.Env = slices.Concat(os.Environ(), environment, []string{programVariable + "=1", "GORACE=halt_on_error=1"})
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	mustEnd := sync.OnceFunc(func() {
		var exitErr *exec.ExitError
		if err := command.Wait(); !errors.As(err, &exitErr) {
			t.Errorf("the killed server ended with %v, want the error of a killed process", err)
		}
	})
	kill := sync.OnceFunc(func() {
		// SIGKILL gives the program no time to run code.
		if err := command.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Errorf("killing the server: %v", err)
		}
		mustEnd()
	})
	t.Cleanup(kill)
	return process{url: readAddress(t, output), program: command.Process, kill: kill, mustEnd: mustEnd}
}
