//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	startLimit   = time.Minute
	pollInterval = 5 * time.Millisecond
	requestLimit = 20 * time.Second
	renewalPause = 200 * time.Millisecond

	// ownerEmail and password are the demo business's owner's.
	ownerEmail = "owner@demo.test"
	password   = "Demo-1234"
)

type server struct {
	url     string
	command *exec.Cmd
	output  bytes.Buffer
}

func (o options) startServer(ctx context.Context, data string) (*server, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	s := &server{url: "http://" + address}
	s.command = exec.Command(o.binary, append([]string{"serve", "--demo", "--listen", address}, o.dataFlag(data)...)...)
	s.command.Env = append(o.environment(), "AXIOMA_RATE_LIMITS=off")
	s.command.Stdout, s.command.Stderr = &s.output, &s.output
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", o.binary, err)
	}
	if err := s.awaitReady(ctx); err != nil {
		killError := s.kill() // after the kill the output is complete
		return nil, errors.Join(fmt.Errorf("%w:\n%s", err, s.output.String()), killError)
	}
	return s, nil
}

// dataFlag returns nothing with PostgreSQL: the program refuses both.
func (o options) dataFlag(data string) []string {
	if o.database != "" {
		return nil
	}
	return []string{"--data", data}
}

func (o options) environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, "AXIOMA_") })
	if o.database != "" {
		env = append(env, "AXIOMA_DATABASE_URL="+o.database)
	}
	if o.clock != "" {
		env = append(env, clockVariable+"="+o.clock)
	}
	return env
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("finding a free port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}

func (s *server) awaitReady(ctx context.Context) error {
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline) && ctx.Err() == nil; time.Sleep(pollInterval) {
		response, err := http.Get(s.url + "/api/readyz")
		if err != nil {
			if s.hasEnded() {
				return errors.New("the server ended at its start")
			}
			continue
		}
		if err := response.Body.Close(); err != nil {
			return fmt.Errorf("asking whether the server is ready: %w", err)
		}
		if response.StatusCode == http.StatusOK {
			return nil
		}
	}
	return fmt.Errorf("the server was not ready within %s", startLimit)
}

func (s *server) hasEnded() bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	return err != nil || bytes.Contains(status, []byte(") Z "))
}

func (s *server) kill() error {
	if err := s.command.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("killing the server: %w", err)
	}
	var exitError *exec.ExitError
	if err := s.command.Wait(); err != nil && !errors.As(err, &exitError) {
		return fmt.Errorf("waiting for the killed server: %w", err)
	}
	return nil
}

func (s *server) stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("stopping the server: %w", err)
	}
	if err := s.command.Wait(); err != nil {
		return fmt.Errorf("stopping the server: %w:\n%s", err, s.output.String())
	}
	return nil
}

func (o options) check(ctx context.Context, data string) error {
	command := exec.CommandContext(ctx, o.binary, append([]string{"check"}, o.dataFlag(data)...)...)
	command.Env = o.environment()
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("axioma check: %w:\n%s", err, output)
	}
	return nil
}

type client struct {
	url  string
	http http.Client

	mutex sync.Mutex
	token string
	since time.Time
}

func signIn(ctx context.Context, url string) (*client, error) {
	c := &client{url: url, http: http.Client{Timeout: requestLimit}}
	return c, c.signIn(ctx)
}

// renew signs in, unless another counter did within renewalPause.
func (c *client) renew(ctx context.Context) error {
	c.mutex.Lock()
	since := c.since
	c.mutex.Unlock()
	if time.Since(since) < renewalPause {
		return nil
	}
	return c.signIn(ctx)
}

func (c *client) bearer() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.token
}

func (c *client) signIn(ctx context.Context) error {
	body, err := json.Marshal(map[string]string{"email": ownerEmail, "password": password})
	if err != nil {
		return fmt.Errorf("signing in: %w", err)
	}
	var session struct{ Token string }
	status, err := c.call(ctx, http.MethodPost, c.url+"/api/auth/login", "", string(body), &session)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("the response is %d", status)
	}
	if err != nil {
		return fmt.Errorf("signing in: %w", err)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.token, c.since = session.Token, time.Now()
	return nil
}

func (c *client) post(ctx context.Context, url, key, body string) (status int, id string, err error) {
	var response struct{ ID string }
	status, err = c.call(ctx, http.MethodPost, url, key, body, &response)
	return status, response.ID, err
}

func (c *client) visits(ctx context.Context, url, customer string) ([]string, error) {
	var page struct{ Items []struct{ ID string } }
	status, err := c.call(ctx, http.MethodGet, url+"/api/customers/"+customer+"/visits", "", "", &page)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("the response is %d", status)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the visits of its customer: %w", err)
	}
	var ids []string
	for _, item := range page.Items {
		ids = append(ids, item.ID)
	}
	return ids, nil
}

func (c *client) request(ctx context.Context, method, url, key, body string) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("building a request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+c.bearer())
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	return request, nil
}

// call fails if the response breaks off.
func (c *client) call(ctx context.Context, method, url, key, body string, into any) (status int, err error) {
	request, err := c.request(ctx, method, url, key, body)
	if err != nil {
		return 0, err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return 0, fmt.Errorf("calling %s: %w", url, err)
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, fmt.Errorf("reading the response of %s: %w", url, err)
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return response.StatusCode, nil
	}
	return response.StatusCode, json.Unmarshal(content, into)
}
