package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/config"
	"axioma/internal/store"
)

type moveCommand struct {
	config.Database
	To string `arg:"" secret:"partly" help:"Where the data go: the address of an empty PostgreSQL database (postgres://…), or a folder for SQLite." placeholder:"URL|DIR"`
}

// Run copies all rows into another database, while nobody serves either of them. What is
// served from the old one afterwards would be missed in the new one, so it says what to do.
func (m moveCommand) Run(ctx context.Context, c console) (err error) {
	from, to := where(m.Database), config.DatabaseAt(m.To)
	for _, at := range []store.At{from, where(to)} {
		release, err := alone(ctx, at)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, release()) }()
	}
	began := time.Now()
	moved, err := store.CopyRows(ctx, from, where(to))
	if errors.Is(err, store.ErrNotEmpty) {
		return errors.New("the other database has data already: name an empty one")
	}
	if err != nil {
		return err
	}
	return told(c, fmt.Sprintf("Copied in %s: %s.\nStart the server on the new database and never again on the old one: what is stamped there is missed here.",
		time.Since(began).Round(time.Second), sayRows(moved)), nil)
}
