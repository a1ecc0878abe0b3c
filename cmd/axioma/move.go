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
	Business      string `help:"Move only this business, into the database of another installation. Both may run meanwhile." placeholder:"ID"`
	Cancel        bool   `help:"With --business: abandon an unfinished move. The source serves the business again."`
	Forget        bool   `help:"With --business: remove the rows of a moved business from the source."`
	WithoutTokens bool   `help:"With --business: move even if devices and wallet passes must be connected again, and recovery codes stop working."`

	To string `arg:"" secret:"partly" help:"The target: URL of a PostgreSQL database (postgres://…), or a folder for SQLite. It must be empty, except with --business." placeholder:"URL|DIR"`
}

// Run copies all rows and marks the old database moved. No server may use either.
func (m moveCommand) Run(ctx context.Context, c console) (err error) {
	if m.Business != "" {
		return m.runBusiness(ctx, c)
	}
	if m.Cancel || m.Forget || m.WithoutTokens {
		return errors.New("--cancel, --forget and --without-tokens need --business")
	}
	from, to := storeAt(m.Database), config.ParseDatabase(m.To)
	for _, at := range []store.Location{from, storeAt(to)} {
		release, err := lockDatabase(ctx, at)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, release()) }()
	}
	began := time.Now()
	counts, err := copying.CopyRows(ctx, from, storeAt(to))
	if errors.Is(err, copying.ErrNotEmpty) {
		return errors.New("the target database is not empty: name an empty one")
	}
	if err != nil {
		return err
	}
	if err := noteInstallation(ctx, storeAt(to), loyalty.KnownInstallation{}, loyalty.MoveTarget{}); err != nil {
		return err
	}
	if err := noteInstallation(ctx, from, loyalty.MovedInstallation(), loyalty.MoveTarget{Location: storeAt(to).DisplayName(), At: began.UTC()}); err != nil {
		return err
	}
	return printResult(c, fmt.Sprintf("Copied in %s: %s.\nStart the server on the new database: %s.\nThe old one is marked as moved, and no server starts on it.",
		time.Since(began).Round(time.Second), describeRows(counts), storeAt(to).DisplayName()), nil)
}

// noteInstallation records a move, not a copy: the new database sends the queued messages, the old one holds them.
func noteInstallation(ctx context.Context, at store.Location, installation loyalty.KnownInstallation, target loyalty.MoveTarget) (err error) {
	st, err := store.Open(ctx, at)
	if err != nil {
		return fmt.Errorf("recording the installation: %w", err)
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	return st.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return errors.Join(tx.Restores().SetInstallation(installation), tx.Restores().SetMoved(target))
	})
}
