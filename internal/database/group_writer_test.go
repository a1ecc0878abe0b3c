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

// testDisk flushes when it is let, and fails when it is told to.
type testDisk struct {
	let     chan error // one for each flush
	flushes int
	written int // how often all of it was written again
}

func (d *testDisk) flush() error {
	d.flushes++
	return <-d.let
}

func (d *testDisk) rewrite() error {
	d.written++
	return nil
}

func (d *testDisk) close() error { return nil }

// writerOn starts a writer on a file with one table, whose disk waits to be let.
func writerOn(t *testing.T) (*groupWriter, *testDisk) {
	t.Helper()
	conn, err := sqlite.OpenConn(filepath.Join(t.TempDir(), FileName))
	if err != nil {
		t.Fatal(err)
	}
	kept := keep(conn)
	if err := kept.Run("CREATE TABLE names (name TEXT)"); err != nil {
		t.Fatal(err)
	}
	d := &testDisk{let: make(chan error)}
	return startGroupWriter(kept, newGenerations(), d, func() {}), d
}

// writing adds a name in a goroutine of its own.
func writing(ctx context.Context, w *groupWriter, name string) <-chan error {
	answer := make(chan error, 1)
	go func() {
		answer <- w.run(ctx, time.Now(), func(ctx context.Context, q Querier, _ *TxCache) error {
			_, err := q.Exec(ctx, "INSERT INTO names VALUES ($1)", []any{name})
			return err
		})
	}()
	return answer
}

// answered reports whether there is an answer by now, and which.
func answered(answer <-chan error) (there bool, err error) {
	synctest.Wait()
	select {
	case err = <-answer:
		return true, err
	default:
		return false, nil
	}
}

func wantAnswer(t *testing.T, name string, answer <-chan error, want error) {
	t.Helper()
	there, err := answered(answer)
	if !there || !errors.Is(err, want) {
		t.Fatalf("%s was answered %t with %v, want %v", name, there, err, want)
	}
}

func wantNone(t *testing.T, name string, answer <-chan error) {
	t.Helper()
	if there, err := answered(answer); there {
		t.Fatalf("%s was answered with %v", name, err)
	}
}

// namesIn are the names of the file, once the writer is closed.
func namesIn(t *testing.T, w *groupWriter) (names []string) {
	t.Helper()
	found, err := w.conn.Query(t.Context(), "SELECT name FROM names ORDER BY name", nil)
	if err != nil {
		t.Fatal(err)
	}
	for found.Next() {
		var name string
		if err := found.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := found.Close(); err != nil {
		t.Fatal(err)
	}
	return names
}

func TestNobodyIsAnsweredBeforeWhatSheWroteIsOnDisk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, d := writerOn(t)
		ana := writing(t.Context(), w, "Ana")
		wantNone(t, "Ana", ana)
		bea, carla := writing(t.Context(), w, "Bea"), writing(t.Context(), w, "Carla")
		wantNone(t, "Bea", bea)
		if d.flushes != 1 {
			t.Errorf("there were %d flushes at once", d.flushes)
		}
		d.let <- nil
		wantAnswer(t, "Ana", ana, nil)
		wantNone(t, "Bea", bea)
		d.let <- nil
		wantAnswer(t, "Bea", bea, nil)
		wantAnswer(t, "Carla", carla, nil)
		if d.flushes != 2 {
			t.Errorf("who came during a flush was flushed in %d more", d.flushes-1)
		}
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
}

func TestWhatADiskDidNotFlushIsAnsweredWhenAllOfItWasWrittenAgain(t *testing.T) {
	t.Parallel()
	failing := errors.New("input/output error")
	synctest.Test(t, func(t *testing.T) {
		w, d := writerOn(t)
		ana := writing(t.Context(), w, "Ana")
		wantNone(t, "Ana", ana)
		bea := writing(t.Context(), w, "Bea") // runs while Ana's commit is flushed
		wantNone(t, "Bea", bea)
		d.let <- failing
		wantAnswer(t, "Bea", bea, errDisk)
		wantNone(t, "Ana", ana)
		carla := writing(t.Context(), w, "Carla")
		d.let <- failing
		wantNone(t, "Ana", ana)
		wantNone(t, "Carla", carla)
		time.Sleep(mendEvery)
		d.let <- nil
		wantAnswer(t, "Ana", ana, nil)
		if d.written != 2 {
			t.Errorf("the journal was written again %d times, want once before each further flush", d.written)
		}
		d.let <- nil
		wantAnswer(t, "Carla", carla, nil)
		if got := namesIn(t, w); !slices.Equal(got, []string{"Ana", "Carla"}) {
			t.Errorf("the file has %v", got)
		}
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
}

func TestNobodyKnowsWhatBecameOfACommitThatIsNotFlushedInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, d := writerOn(t)
		hurried, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		ana := writing(hurried, w, "Ana")
		wantNone(t, "Ana", ana)
		time.Sleep(time.Second)
		wantAnswer(t, "Ana", ana, ErrUncertain)
		d.let <- nil
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
}

func TestWhoWaitsTooLongForADiskLearnsWhatItSaid(t *testing.T) {
	t.Parallel()
	failing := errors.New("input/output error")
	synctest.Test(t, func(t *testing.T) {
		w, d := writerOn(t)
		hurried, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		ana := writing(hurried, w, "Ana")
		wantNone(t, "Ana", ana)
		d.let <- failing
		time.Sleep(time.Second)
		_, err := answered(ana)
		if !errors.Is(err, ErrUncertain) || !errors.Is(err, failing) {
			t.Errorf("Ana was answered with %v", err)
		}
		d.let <- nil
		if synctest.Wait(); w.cause() != nil {
			t.Errorf("the disk is said to fail: %v", w.cause())
		}
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
}

func TestAWriterThatIsClosedGivesUpOnADiskThatFails(t *testing.T) {
	t.Parallel()
	failing := errors.New("input/output error")
	synctest.Test(t, func(t *testing.T) {
		w, d := writerOn(t)
		ana := writing(t.Context(), w, "Ana")
		wantNone(t, "Ana", ana)
		closed := make(chan error)
		go func() { closed <- w.close() }()
		synctest.Wait()
		d.let <- failing
		d.let <- failing
		wantAnswer(t, "Ana", ana, ErrUncertain)
		if err := <-closed; err != nil {
			t.Error(err)
		}
	})
}

func TestAJournalThatIsWrittenAgainIsTheSame(t *testing.T) {
	t.Parallel()
	engine := opened(t)
	if err := execute(t.Context(), engine, "INSERT INTO notes (name, value) VALUES ('big', hex(zeroblob(700000)))"); err != nil {
		t.Fatal(err)
	}
	j := &journal{path: engine.path + "-wal"}
	before, err := os.ReadFile(j.path)
	if err != nil || len(before) < 1<<20 {
		t.Fatalf("the journal has %d bytes, %v", len(before), err)
	}
	if err := errors.Join(j.rewrite(), j.flush(), j.close()); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(j.path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("of %d bytes there are %d, and they are others; %v", len(before), len(after), err)
	}
}
