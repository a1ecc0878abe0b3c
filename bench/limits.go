package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"axioma/internal/store/baseline"
)

const (
	// bareCommand is the argument that makes of this program the server that the others are measured against.
	bareCommand = "bare"
	barePath    = "/api/readyz" // what is asked of every server before it counts as started
	bareRows    = "/rows"

	flushes = 500
	aPage   = 4096
)

// benchLimits measures what the disk allows whoever flushes one write after the other. What the machine allows a server
// is measured beside each load.
func benchLimits(_ context.Context, s *stage) ([]row, error) {
	times, took, err := flush(s.folder)
	if err != nil {
		return nil, err
	}
	return []row{
		information("flushes to this disk, one after the other", number(flushes/took.Seconds())+"/s"),
		information("  p50", number(inMilliseconds(times.percentile(50)))+" ms"),
		information("  p99", number(inMilliseconds(times.percentile(99)))+" ms"),
	}, nil
}

// flush makes small writes and has each on disk before the next.
func flush(folder string) (times latencies, took time.Duration, err error) {
	file, err := os.Create(filepath.Join(folder, "flush"))
	if err != nil {
		return nil, 0, fmt.Errorf("measure a flush: %w", err)
	}
	begin := time.Now()
	for range flushes {
		started := time.Now()
		_, err = file.Write(make([]byte, aPage))
		if err = errors.Join(err, file.Sync()); err != nil {
			break
		}
		times.add(time.Since(started))
	}
	took = time.Since(begin)
	times.sort()
	if err = errors.Join(err, file.Close(), os.Remove(file.Name())); err != nil {
		return nil, 0, fmt.Errorf("measure a flush: %w", err)
	}
	return times, took, nil
}

// startBare starts this program once more, as the bare server.
func (s *stage) startBare(ctx context.Context) error {
	if s.bare != nil {
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	address, err := freeAddress()
	if err != nil {
		return err
	}
	cmd := exec.Command(program, bareCommand, "-listen", address, "-data", s.folder)
	s.bare, err = launch(ctx, cmd, address, filepath.Join(s.folder, "bare.log"))
	return err
}

// serveBare answers with as little as a server can do: a short text, or one row on disk.
func serveBare(ctx context.Context, args []string) (err error) {
	var address, folder string
	flags := flag.NewFlagSet(bareCommand, flag.ContinueOnError)
	flags.StringVar(&address, "listen", "", "where to serve")
	flags.StringVar(&folder, "data", "", "the folder of the rows")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("read the command line: %w", err)
	}
	writer, err := baseline.Open(ctx, folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, writer.Close()) }()
	server := &http.Server{Addr: address, Handler: bareHandler(writer.Add), ReadHeaderTimeout: time.Minute}
	closed := make(chan error, 1)
	context.AfterFunc(ctx, func() { closed <- server.Close() })
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return <-closed
}

func bareHandler(add func() error) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+barePath, func(w http.ResponseWriter, _ *http.Request) { fine(w) })
	mux.HandleFunc("POST "+bareRows, func(w http.ResponseWriter, r *http.Request) {
		var row struct{ Text string }
		if err := errors.Join(json.NewDecoder(r.Body).Decode(&row), add()); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fine(w)
	})
	return mux
}

func fine(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	// A client that has gone is nobody's fault here.
	_, _ = w.Write([]byte(`{"status":"ok"}`))
}
