// Package baseline writes bare rows to SQLite durably, for the bench to compare the store with.
package baseline

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // driver "sqlite"
)

const maxGroup = 64

// Writer writes rows by group commits, as durably as the store.
type Writer struct {
	pool      *sql.DB
	statement map[string]*sql.Stmt
	jobs      chan chan error
	done      chan struct{}
}

const (
	begin  = "BEGIN IMMEDIATE"
	insert = "INSERT INTO bare_rows (content) VALUES (?)"
	commit = "COMMIT"
)

// Open creates the database file in a folder.
func Open(ctx context.Context, folder string) (*Writer, error) {
	pool, err := sql.Open("sqlite", address(filepath.Join(folder, "bare.db")))
	if err != nil {
		return nil, fmt.Errorf("opening the baseline file: %w", err)
	}
	pool.SetMaxOpenConns(1)
	w := &Writer{pool: pool, statement: map[string]*sql.Stmt{}, jobs: make(chan chan error, maxGroup), done: make(chan struct{})}
	if err := w.prepare(ctx); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	go w.loop()
	return w, nil
}

func address(path string) string {
	options := url.Values{"_pragma": {
		"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "cache_size(-3000)", "temp_store(MEMORY)", "journal_size_limit(16777216)",
	}}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: options.Encode()}).String()
}

func (w *Writer) prepare(ctx context.Context) error {
	if _, err := w.pool.ExecContext(ctx, "CREATE TABLE bare_rows (id INTEGER PRIMARY KEY, content TEXT NOT NULL)"); err != nil {
		return fmt.Errorf("creating the baseline table: %w", err)
	}
	for _, text := range []string{begin, insert, commit} {
		statement, err := w.pool.PrepareContext(ctx, text)
		if err != nil {
			return fmt.Errorf("preparing the baseline statements: %w", err)
		}
		w.statement[text] = statement
	}
	return nil
}

// Add adds a row and returns when it is on disk. Call it before Close.
func (w *Writer) Add() error {
	answer := make(chan error, 1)
	w.jobs <- answer
	return <-answer
}

// Close waits for all rows and closes the file.
func (w *Writer) Close() error {
	close(w.jobs)
	<-w.done
	return w.pool.Close()
}

func (w *Writer) loop() {
	defer close(w.done)
	for first := range w.jobs {
		group := []chan error{first}
		for len(w.jobs) > 0 && len(group) < maxGroup {
			group = append(group, <-w.jobs)
		}
		err := w.commit(len(group))
		for _, answer := range group {
			answer <- err
		}
	}
}

func (w *Writer) commit(rows int) error {
	_, err := w.statement[begin].Exec()
	content := strings.Repeat("x", 100)
	for range rows {
		if err == nil {
			_, err = w.statement[insert].Exec(content)
		}
	}
	if err == nil {
		_, err = w.statement[commit].Exec()
	}
	if err != nil {
		return fmt.Errorf("committing baseline rows: %w", err)
	}
	return nil
}
