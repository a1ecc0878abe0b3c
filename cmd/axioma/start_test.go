package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"axioma/internal/store/storetest"
)

type logWatcher struct {
	words   string
	onMatch func()
	once    sync.Once
}

func (h *logWatcher) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte(h.words)) {
		h.once.Do(h.onMatch)
	}
	return len(text), nil
}

type gate struct {
	server string
	isOpen atomic.Bool
}

func (g *gate) pass(near net.Conn) error {
	if !g.isOpen.Load() {
		return near.Close()
	}
	far, err := net.Dial("tcp", g.server)
	if err != nil {
		return errors.Join(err, near.Close())
	}
	go hand(near, far)
	go hand(far, near)
	return nil
}

func hand(from, to net.Conn) {
	defer func() { _ = to.Close() }()
	if _, err := io.Copy(to, from); err != nil {
		return
	}
}

func serveBehindGate(t *testing.T, database *url.URL, log io.Writer) error {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	defer end()
	args := []string{"serve", "--listen", "127.0.0.1:0", "--database-url", database.String()}
	return run(ctx, args, strings.NewReader(""), cancelOnWrite{end}, log)
}

func TestServe_UnreachableDatabase_IsRetried(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return
	}
	address, err := url.Parse(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	closedGate := &gate{server: address.Host}
	address.Host = serveConnections(t, func(caller net.Conn) {
		if err := closedGate.pass(caller); err != nil {
			t.Error(err)
		}
	})
	reconnect := &logWatcher{words: "connecting to the database", onMatch: func() { closedGate.isOpen.Store(true) }}
	if err := serveBehindGate(t, address, reconnect); err != nil {
		t.Errorf("the server ended with %v, want no error", err)
	}
	if !closedGate.isOpen.Load() {
		t.Error("the log does not say that the database is unreachable")
	}
}

func TestServe_RefusingDatabase_FailsAtOnce(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // only PostgreSQL can refuse a connection
	}
	address, err := url.Parse(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/nothing_of_that_name"
	if err := serveBehindGate(t, address, t.Output()); err == nil || !strings.Contains(err.Error(), "nothing_of_that_name") {
		t.Errorf("with an unknown database the server ended with %v; want an error and %q in it", err, "nothing_of_that_name")
	}
}
