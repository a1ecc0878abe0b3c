package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/config"
	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/copying"
)

type moveCommand struct {
	config.Database
	To string `arg:"" secret:"partly" help:"Where the data go: the address of an empty PostgreSQL database (postgres://…), or a folder for SQLite." placeholder:"URL|DIR"`
}

// Run copies all rows into another database, while nobody serves either of them. What is
// served from the old one afterwards would be missed in the new one, so it says what to do.
func (m moveCommand) Run(ctx context.Context, c console) (err error) {
	from, to := storeAt(m.Database), config.ParseDatabase(m.To)
	for _, at := range []store.At{from, storeAt(to)} {
		release, err := lockDatabase(ctx, at)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, release()) }()
	}
	began := time.Now()
	moved, err := copying.CopyRows(ctx, from, storeAt(to))
	if errors.Is(err, copying.ErrNotEmpty) {
		return errors.New("the other database has data already: name an empty one")
	}
	if err != nil {
		return err
	}
	if err := noteInstallation(ctx, storeAt(to), loyalty.KnownInstallation{}, loyalty.MoveTarget{}); err != nil {
		return err
	}
	if err := noteInstallation(ctx, from, loyalty.MovedInstallation(), loyalty.MoveTarget{Location: storeAt(to).Place(), At: began.UTC()}); err != nil {
		return err
	}
	return printResult(c, fmt.Sprintf("Copied in %s: %s.\nStart the server on the new database: %s.\nThe old one is marked as moved, and no server starts on it: what is stamped there is missed here.",
		time.Since(began).Round(time.Second), describeRows(moved), storeAt(to).Place()), nil)
}

// noteInstallation says which installation the data belong to. What moves is no copy: the
// new database sends what waits, and the old one holds it where a server is started on it all
// the same.
func noteInstallation(ctx context.Context, at store.At, known loyalty.KnownInstallation, moved loyalty.MoveTarget) (err error) {
	st, err := store.Open(ctx, at)
	if err != nil {
		return fmt.Errorf("noting where the data are served from now on: %w", err)
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	return st.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return errors.Join(tx.Restores().KnowInstallation(known), tx.Restores().NoteMoved(moved))
	})
}
