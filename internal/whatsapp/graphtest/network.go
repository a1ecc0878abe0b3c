package graphtest

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Network returns an in-memory transport for synctest bubbles, closed at the end of the test.
func (g *Graph) Network(t testing.TB, unreachable func() bool) *http.Transport {
	t.Helper()
	listener := &pipes{conns: make(chan net.Conn), shutdown: make(chan struct{})}
	server := &http.Server{Handler: g, ErrorLog: log.New(io.Discard, "", 0)}
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("the stand-in ended: %v, want ErrServerClosed", err)
		}
	})
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Errorf("closing the stand-in: %v", err)
		}
		serving.Wait()
		g.late.Wait()
	})
	return &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		if unreachable() {
			return nil, errors.New("connection refused")
		}
		return listener.dial(ctx)
	}}
}

type pipes struct {
	conns    chan net.Conn
	shutdown chan struct{}
	once     sync.Once
}

func (p *pipes) dial(ctx context.Context) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.shutdown:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.shutdown:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.shutdown) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "graph", Net: "pipe"} }
