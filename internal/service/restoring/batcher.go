package restoring

import (
	"fmt"
	"runtime/debug"

	"axioma/internal/store"
)

// batcher writes rows in batches. The caller must close it.
type batcher struct {
	size  int
	write func([]store.RestoredRow) error
	// readsAhead allows reading the next batch during a write. Without it, others can write while a batch is read.
	readsAhead bool

	rows    []store.RestoredRow
	running chan error // the last write's result; nil: none
}

func (b *batcher) add(row store.RestoredRow) error {
	b.rows = append(b.rows, row)
	if len(b.rows) < b.size {
		return nil
	}
	return b.start()
}

func (b *batcher) start() error {
	if !b.readsAhead {
		rows := b.rows
		b.rows = b.rows[:0]
		return b.write(rows)
	}
	if err := b.wait(); err != nil {
		return err
	}
	rows, result := b.rows, make(chan error, 1)
	b.rows, b.running = make([]store.RestoredRow, 0, b.size), result
	go func() { result <- b.writeRecovered(rows) }()
	return nil
}

// writeRecovered writes rows and returns a panic as an error: outside the request's goroutine, it would end the server.
func (b *batcher) writeRecovered(rows []store.RestoredRow) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("writing rows of a copy: panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return b.write(rows)
}

func (b *batcher) wait() error {
	if b.running == nil {
		return nil
	}
	err := <-b.running
	b.running = nil
	return err
}

// close writes the last rows, unless reading has failed, and waits for all writes.
func (b *batcher) close(fault error) error {
	if fault == nil && len(b.rows) > 0 {
		fault = b.start()
	}
	if err := b.wait(); fault == nil {
		fault = err
	}
	return fault
}
