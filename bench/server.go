package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	readyLimit        = 60 * time.Second
	stopLimit         = 15 * time.Second
	readyPollInterval = 500 * time.Microsecond
)

// server is bin/axioma or the baseline.
type server struct {
	cmd         *exec.Cmd
	address     string
	startupTime time.Duration // from exec to the first 200 of /api/readyz
	log         string
	exit        chan error
}

// startServer waits until ready. The first start creates the demo data.
func startServer(ctx context.Context, o options, data string) (*server, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(o.binary, "serve", "--listen", address, "--demo")
	cmd.Env = append(o.environment(), "AXIOMA_DATA="+data)
	return launch(ctx, cmd, address, filepath.Join(data, "server.log"))
}

func launch(ctx context.Context, cmd *exec.Cmd, address, logFile string) (*server, error) {
	s := &server{cmd: cmd, address: address, log: logFile, exit: make(chan error, 1)}
	log, err := os.OpenFile(s.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the server's log: %w", err)
	}
	s.cmd.Stdout, s.cmd.Stderr = log, log

	begin := time.Now()
	// The child has its own descriptor of the log.
	if err := errors.Join(s.cmd.Start(), log.Close()); err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	go func() { s.exit <- s.cmd.Wait() }()
	if err := s.awaitReady(ctx); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	s.startupTime = time.Since(begin)
	return s, nil
}

func (o options) environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, "AXIOMA_") })
	env = append(env, "AXIOMA_RATE_LIMITS=off", "AXIOMA_WHATSAPP_APP_SECRET="+appSecret)
	if o.database != "" {
		env = append(env, "AXIOMA_DATABASE_URL="+o.database)
	}
	return append(env, o.settings...)
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	if err := listener.Close(); err != nil {
		return "", fmt.Errorf("release the free port: %w", err)
	}
	return listener.Addr().String(), nil
}

func (s *server) awaitReady(ctx context.Context) error {
	deadline := time.Now().Add(readyLimit)
	for time.Now().Before(deadline) {
		select {
		case err := <-s.exit:
			s.exit <- err
			return fmt.Errorf("the server ended at once (%w):\n%s", err, s.logTail())
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(readyPollInterval):
			if s.ready() {
				return nil
			}
		}
	}
	return fmt.Errorf("the server was not ready after %s:\n%s", readyLimit, s.logTail())
}

func (s *server) ready() bool {
	c, err := dial(s.address, time.Now().Add(time.Second))
	if err != nil {
		return false
	}
	defer c.Close()
	status, _, err := c.do(newRequest("GET", s.address, "").write(nil, "/api/readyz", "", "", "", ""))
	return err == nil && status == 200
}

func (s *server) logTail() string {
	log, err := os.ReadFile(s.log)
	if err != nil {
		return "(no log: " + err.Error() + ")"
	}
	const enough = 4000
	return string(log[max(0, len(log)-enough):])
}

func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop the server: %w", err)
	}
	select {
	case <-s.exit:
		return nil
	case <-time.After(stopLimit):
		return fmt.Errorf("the server did not stop within %s: %w", stopLimit, s.cmd.Process.Kill())
	}
}

func (s *server) memory() (now, highest float64, err error) {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(s.cmd.Process.Pid) + "/status")
	if err != nil {
		return 0, 0, fmt.Errorf("read the server's memory (Linux only): %w", err)
	}
	return readMemory(string(status))
}

func readMemory(status string) (now, highest float64, err error) {
	for line := range strings.Lines(status) {
		name, value, _ := strings.Cut(line, ":")
		switch name {
		case "VmRSS":
			now, err = kilobytes(value)
		case "VmHWM":
			highest, err = kilobytes(value)
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return now, highest, nil
}

func kilobytes(value string) (float64, error) {
	count, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
	if err != nil {
		return 0, fmt.Errorf("read the amount %q: %w", value, err)
	}
	return count * 1024, nil
}
