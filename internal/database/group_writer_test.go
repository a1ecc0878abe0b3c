package database

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"zombiezen.com/go/sqlite"
)

type testDisk struct {
	results  chan error
	flushes  int
	rewrites int
}

func (d *testDisk) flush() error {
	d.flushes++
	return <-d.results
}

func (d *testDisk) rewrite() error {
	d.rewrites++
	return nil
}

func (d *testDisk) close() error { return nil }

func startTestWriter(t *testing.T) (*groupWriter, *testDisk) {
	t.Helper()
	conn, err := sqlite.OpenConn(filepath.Join(t.TempDir(), FileName))
	if err != nil {
		t.Fatal(err)
	}
	c := newSQLiteConn(conn)
	if err := c.Run("CREATE TABLE names (name TEXT)"); err != nil {
		t.Fatal(err)
	}
	d := &testDisk{results: make(chan error)}
	return startGroupWriter(c, newGenerations(), d, func() {}), d
}

func submitAsync(ctx context.Context, w *groupWriter, name string) <-chan error {
	answer := make(chan error, 1)
	go func() {
		answer <- w.submit(ctx, time.Now(), func(ctx context.Context, q Querier, _ *TxCache) error {
			_, err := q.Exec(ctx, "INSERT INTO names VALUES ($1)", []any{name})
			return err
		})
	}()
	return answer
}

func receive(answer <-chan error) (hasAnswer bool, err error) {
	synctest.Wait()
	select {
	case err = <-answer:
		return true, err
	default:
		return false, nil
	}
}

func expectResult(t *testing.T, name string, answer <-chan error, want error) {
	t.Helper()
	hasAnswer, err := receive(answer)
	if !hasAnswer || !errors.Is(err, want) {
		t.Fatalf("%s: result %t, %v, want %v", name, hasAnswer, err, want)
	}
}

func expectPending(t *testing.T, name string, answer <-chan error) {
	t.Helper()
	if hasAnswer, err := receive(answer); hasAnswer {
		t.Fatalf("%s: unexpected result %v", name, err)
	}
}

func readNames(t *testing.T, w *groupWriter) (names []string) {
	t.Helper()
	rows, err := w.conn.Query(t.Context(), "SELECT name FROM names ORDER BY name", nil)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	return names
}

func TestGroupWriter_Commit_RepliesAfterTheFlush(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, d := startTestWriter(t)
		ana := submitAsync(t.Context(), w, "Ana")
		expectPending(t, "Ana", ana)
		bea, carla := submitAsync(t.Context(), w, "Bea"), submitAsync(t.Context(), w, "Carla")
		expectPending(t, "Bea", bea)
		if d.flushes != 1 {
			t.Errorf("flushes until the first reply: got %d, want 1", d.flushes)
		}
		d.results <- nil
		expectResult(t, "Ana", ana, nil)
		expectPending(t, "Bea", bea)
		d.results <- nil
		expectResult(t, "Bea", bea, nil)
		expectResult(t, "Carla", carla, nil)
		if d.flushes != 2 {
			t.Errorf("the callers during a flush took %d more flushes, want 1", d.flushes-1)
		}
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
}

func TestGroupWriter_FailedFlush_RewritesTheWALAndReplies(t *testing.T) {
	t.Parallel()
	failing := errors.New("input/output error")
	synctest.Test(t, func(t *testing.T) {
		w, d := startTestWriter(t)
		ana := submitAsync(t.Context(), w, "Ana")
		expectPending(t, "Ana", ana)
		bea := submitAsync(t.Context(), w, "Bea") // runs during the fsync of Ana's commit
		expectPending(t, "Bea", bea)
		d.results <- failing
		expectResult(t, "Bea", bea, errFlush)
		expectPending(t, "Ana", ana)
		carla := submitAsync(t.Context(), w, "Carla")
		d.results <- failing
		expectPending(t, "Ana", ana)
		expectPending(t, "Carla", carla)
		time.Sleep(flushRetryInterval)
		d.results <- nil
		expectResult(t, "Ana", ana, nil)
		if d.rewrites != 2 {
			t.Errorf("the WAL was rewritten %d times, want once before each retry", d.rewrites)
		}
		d.results <- nil
		expectResult(t, "Carla", carla, nil)
		if got := readNames(t, w); !slices.Equal(got, []string{"Ana", "Carla"}) {
			t.Errorf("the file contains %v, want Ana and Carla", got)
		}
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
}

func TestGroupWriter_SlowFlush_ReturnsErrUncertain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, d := startTestWriter(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		ana := submitAsync(ctx, w, "Ana")
		expectPending(t, "Ana", ana)
		time.Sleep(time.Second)
		expectResult(t, "Ana", ana, ErrUncertain)
		d.results <- nil
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
}

func TestGroupWriter_DeadlineDuringFailedFlush_ReturnsTheDiskFault(t *testing.T) {
	t.Parallel()
	failing := errors.New("input/output error")
	synctest.Test(t, func(t *testing.T) {
		w, d := startTestWriter(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		ana := submitAsync(ctx, w, "Ana")
		expectPending(t, "Ana", ana)
		d.results <- failing
		time.Sleep(time.Second)
		_, err := receive(ana)
		if !errors.Is(err, ErrUncertain) || !errors.Is(err, failing) {
			t.Errorf("the result is %v, want ErrUncertain with its cause", err)
		}
		d.results <- nil
		if synctest.Wait(); w.flushFault() != nil {
			t.Errorf("the disk fault remains: %v", w.flushFault())
		}
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
}

func TestGroupWriter_CloseDuringFailedFlush_ReturnsErrUncertain(t *testing.T) {
	t.Parallel()
	failing := errors.New("input/output error")
	synctest.Test(t, func(t *testing.T) {
		w, d := startTestWriter(t)
		ana := submitAsync(t.Context(), w, "Ana")
		expectPending(t, "Ana", ana)
		closeResult := make(chan error)
		go func() { closeResult <- w.close() }()
		synctest.Wait()
		d.results <- failing
		d.results <- failing
		expectResult(t, "Ana", ana, ErrUncertain)
		if err := <-closeResult; err != nil {
			t.Error(err)
		}
	})
}

func TestWALFile_Rewrite_KeepsTheContent(t *testing.T) {
	t.Parallel()
	engine := newSQLiteEngine(t)
	if err := execute(t.Context(), engine, "INSERT INTO notes (name, value) VALUES ('big', hex(zeroblob(700000)))"); err != nil {
		t.Fatal(err)
	}
	j := &walFile{path: engine.path + "-wal"}
	before, err := os.ReadFile(j.path)
	if err != nil || len(before) < 1<<20 {
		t.Fatalf("the WAL has %d bytes, %v; want at least 1 MiB", len(before), err)
	}
	if err := errors.Join(j.rewrite(), j.flush(), j.close()); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(j.path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the WAL changed: it had %d bytes and has %d; %v", len(before), len(after), err)
	}
}
