package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"axioma/internal/store/seed"
)

const (
	demoBusiness  = "demobarberia"
	adminEmail    = "admin@demo.test"
	ownerEmail    = "owner@demo.test"
	operatorEmail = "superadmin@demo.test"
	demoPassword  = "Demo-1234"
)

type stage struct {
	options   options
	folder    string
	server    *server
	token     string
	customers []string    // ids, without a visit today
	large     *largeStage // on first use
	baseline  *server     // on first use
}

// prepare uses a folder beside the binary: a temporary one may be in memory.
func (s *stage) prepare(ctx context.Context) error {
	if s.server != nil {
		return nil
	}
	var err error
	if s.folder, err = os.MkdirTemp(filepath.Dir(s.options.binary), "bench-"); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	return s.fill(ctx)
}

func (s *stage) fill(ctx context.Context) error {
	progress("%d cores, %s/%s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	var err error
	if s.server, err = startServer(ctx, s.options, s.folder); err != nil {
		return err
	}
	progress("first start with demo data: %s", s.server.startupTime.Round(time.Millisecond))
	if s.token, err = s.signIn(adminEmail); err != nil {
		return err
	}
	begin := time.Now()
	if err := s.register(ctx); err != nil {
		return fmt.Errorf("register customers: %w", err)
	}
	if err := seed.Analyze(ctx, s.database()); err != nil {
		return err
	}
	progress("registered %s customers in %s", number(float64(len(s.customers))), time.Since(begin).Round(time.Millisecond))
	return s.restart(ctx)
}

func (s *stage) database() seed.Database {
	return seed.Database{Folder: s.folder, URL: s.options.database}
}

// restart starts the server again, so that its memory use excludes the creation of the demo data.
func (s *stage) restart(ctx context.Context) error {
	err := s.server.stop()
	s.server = nil
	if err != nil {
		return err
	}
	if s.server, err = startServer(ctx, s.options, s.folder); err != nil {
		return err
	}
	s.token, err = s.signIn(adminEmail)
	return err
}

func (s *stage) close() error {
	var err error
	if s.large != nil {
		err = s.large.close()
	}
	for _, running := range []*server{s.server, s.baseline} {
		if running != nil {
			err = errors.Join(err, running.stop())
		}
	}
	if s.folder != "" {
		err = errors.Join(err, os.RemoveAll(s.folder))
	}
	return err
}

func (s *stage) signIn(email string) (string, error) {
	c, err := dial(s.server.address, time.Now().Add(10*time.Second))
	if err != nil {
		return "", err
	}
	defer c.Close()
	body := fmt.Sprintf(`{"email":%q,"password":%q}`, email, demoPassword)
	status, response, err := c.do(newRequest("POST", s.server.address, "").write(nil, "/api/auth/login", "", "", "", body))
	if err != nil || status != 200 {
		return "", fmt.Errorf("sign in as %s: status %d, %w: %s", email, status, err, response)
	}
	var session struct{ Token string }
	if err := json.Unmarshal(response, &session); err != nil {
		return "", fmt.Errorf("read the answer to the sign-in: %w", err)
	}
	return session.Token, nil
}

func (s *stage) register(ctx context.Context) error {
	s.customers = make([]string, s.options.customers)
	create := s.request("POST")
	work := load{
		address:     s.server.address,
		connections: s.options.connections,
		write: func(buffer []byte, n int) ([]byte, bool) {
			if n >= len(s.customers) {
				return nil, false
			}
			body := fmt.Sprintf(`{"name":"Cliente %d","phone":"+34 6%08d","tag":"BONO_TARJETA"}`, n, n)
			return create.write(buffer, "/api/customers", "", "", "", body), true
		},
		read: func(n int, body []byte) error {
			id, err := qrID(body)
			s.customers[n] = id
			return err
		},
	}
	_, err := work.run(ctx)
	return err
}

func qrID(body []byte) (string, error) {
	_, rest, found := bytes.Cut(body, []byte(`"qrUrl":"/api/public/customers/`))
	id, _, closed := bytes.Cut(rest, []byte(`/`))
	if !found || !closed || len(id) == 0 {
		return "", fmt.Errorf("no QR in %.200s", body)
	}
	return string(id), nil
}

func (s *stage) request(method string) request {
	return newRequest(method, s.server.address, s.token)
}

func (s *stage) load(write func(buffer []byte, n int) ([]byte, bool)) *load {
	return &load{
		address:     s.server.address,
		process:     s.server.cmd.Process.Pid,
		connections: s.options.connections,
		warmUp:      s.options.warmUp,
		duration:    s.options.duration,
		write:       write,
	}
}
