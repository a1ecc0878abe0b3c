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
	baselineCommand = "bare"
	baselinePath    = "/api/readyz" // readiness probe of all servers
	baselineRows    = "/rows"

	fsyncCount = 500
	pageBytes  = 4096
)

func benchLimits(_ context.Context, s *stage) ([]row, error) {
	times, took, err := measureFsync(s.folder)
	if err != nil {
		return nil, err
	}
	return []row{
		information("flushes to this disk, one after the other", number(fsyncCount/took.Seconds())+"/s"),
		information("  p50", number(toMilliseconds(times.percentile(50)))+" ms"),
		information("  p99", number(toMilliseconds(times.percentile(99)))+" ms"),
	}, nil
}

func measureFsync(folder string) (times latencies, took time.Duration, err error) {
	file, err := os.Create(filepath.Join(folder, "flush"))
	if err != nil {
		return nil, 0, fmt.Errorf("measure a flush: %w", err)
	}
	begin := time.Now()
	for range fsyncCount {
		startedAt := time.Now()
		_, err = file.Write(make([]byte, pageBytes))
		if err = errors.Join(err, file.Sync()); err != nil {
			break
		}
		times.add(time.Since(startedAt))
	}
	took = time.Since(begin)
	times.sort()
	if err = errors.Join(err, file.Close(), os.Remove(file.Name())); err != nil {
		return nil, 0, fmt.Errorf("measure a flush: %w", err)
	}
	return times, took, nil
}

func (s *stage) startBaseline(ctx context.Context) error {
	if s.baseline != nil {
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
	cmd := exec.Command(program, baselineCommand, "-listen", address, "-data", s.folder)
	s.baseline, err = launch(ctx, cmd, address, filepath.Join(s.folder, "bare.log"))
	return err
}

// serveBaseline serves requests with minimal work: a short text, or a commit of one row.
func serveBaseline(ctx context.Context, args []string) (err error) {
	var address, folder string
	flags := flag.NewFlagSet(baselineCommand, flag.ContinueOnError)
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
	server := &http.Server{Addr: address, Handler: baselineHandler(writer.Add), ReadHeaderTimeout: time.Minute}
	closeError := make(chan error, 1)
	context.AfterFunc(ctx, func() { closeError <- server.Close() })
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return <-closeError
}

func baselineHandler(add func() error) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+baselinePath, func(w http.ResponseWriter, _ *http.Request) { writeOK(w) })
	mux.HandleFunc("POST "+baselineRows, func(w http.ResponseWriter, r *http.Request) {
		var row struct{ Text string }
		if err := errors.Join(json.NewDecoder(r.Body).Decode(&row), add()); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		writeOK(w)
	})
	return mux
}

func writeOK(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"status":"ok"}`))
}
