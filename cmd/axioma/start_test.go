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

// hearing tells once when what is written has some words.
type hearing struct {
	words string
	heard func()
	once  sync.Once
}

func (h *hearing) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte(h.words)) {
		h.once.Do(h.heard)
	}
	return len(text), nil
}

// gate is an address that hangs up on whoever calls until it is opened, and then passes
// everything on to a server.
type gate struct {
	server string
	opened atomic.Bool
}

// pass connects a caller with the server, or hangs up.
func (g *gate) pass(near net.Conn) error {
	if !g.opened.Load() {
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

// hand passes on what one end says until it falls silent, which ends the other one too.
func hand(from, to net.Conn) {
	defer func() { _ = to.Close() }() // it may have hung up first
	if _, err := io.Copy(to, from); err != nil {
		return
	}
}

// servesAt runs a server on the database behind another address and returns once it
// serves; what it logs is told to whoever hears.
func servesAt(t *testing.T, database *url.URL, log io.Writer) error {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	defer end()
	args := []string{"serve", "--listen", "127.0.0.1:0", "--database-url", database.String()}
	return run(ctx, args, strings.NewReader(""), ending{end}, log)
}

func TestServe_UnreachableDatabase_IsRetried(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // a file is there or not
	}
	address, err := url.Parse(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	away := &gate{server: address.Host}
	address.Host = answering(t, func(caller net.Conn) {
		if err := away.pass(caller); err != nil {
			t.Error(err)
		}
	})
	comes := &hearing{words: "reaching the database", heard: func() { away.opened.Store(true) }}
	if err := servesAt(t, address, comes); err != nil {
		t.Errorf("the server ends with %v", err)
	}
	if !away.opened.Load() {
		t.Error("nobody was told that the database is away")
	}
}

func TestServe_RefusingDatabase_FailsAtOnce(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // a file refuses nobody
	}
	address, err := url.Parse(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/nothing_of_that_name"
	if err := servesAt(t, address, t.Output()); err == nil || !strings.Contains(err.Error(), "nothing_of_that_name") {
		t.Errorf("the server ends with %v", err)
	}
}
