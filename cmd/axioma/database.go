package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"axioma/internal/config"
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// printDatabase says which database a command is about, before anything else is printed: in
// the log of a server; beside what programs read on the standard output; or there.
func (c commands) printDatabase(command *kong.Context, to console) error {
	database, has := config.DatabaseOf(command)
	if !has {
		return nil
	}
	out := to.out
	switch path := command.Selected().FullPath(); {
	case slices.Contains([]string{"axioma config", "axioma mail doctor", "axioma wallet doctor", "axioma nightly"}, path):
		return nil // these use none, or are read by the server
	case path == "axioma serve":
		c.Serve.log(to.err).Info("using the database", "database", storeAt(database).Place())
		return nil
	case path == "axioma superadmin list", path == "axioma phones duplicates", c.Doctor.JSON:
		out = to.err
	}
	_, err := fmt.Fprintln(out, "Database:", storeAt(database).Place())
	return err
}

// warnings are what is wrong with a command line and its environment and keeps nothing from
// being done.
func (c commands) warnings(command *kong.Context) []string {
	if command.Selected().Name == nightly {
		return nil // the server has said it
	}
	return append(config.UnknownVariables(command.Model, os.Environ()), config.ExposedSecrets(command)...)
}

// printWarnings says what is wrong: a server in its log, which programs read.
func (c commands) printWarnings(command *kong.Context, errOut io.Writer) error {
	for _, wrong := range c.warnings(command) {
		if command.Selected().Name == "serve" {
			c.Serve.log(errOut).Warn(wrong)
		} else if _, err := fmt.Fprintln(errOut, "axioma:", wrong); err != nil {
			return err
		}
	}
	return nil
}

// movedError is why data that were moved are not used, with the place where they are.
func movedError(to loyalty.MoveTarget) error {
	if to.IsZero() {
		return nil
	}
	return fmt.Errorf("these data were moved on %s, and are served from %s since: name that database. "+
		"What is changed here is missed there. To use these all the same, start the server on them with --serve-moved, once",
		to.At.Local().Format(time.DateTime), to.Location)
}

// readMovedTo is where data are served instead of here.
func readMovedTo(ctx context.Context, st *store.Store) (to loyalty.MoveTarget, err error) {
	err = st.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		to, err = tx.Restores().Moved()
		return err
	})
	return to, err
}

// rejectMoved passes on a database that was opened, unless it was moved elsewhere.
func rejectMoved(ctx context.Context) func(*store.Store, error) (*store.Store, error) {
	return func(st *store.Store, err error) (*store.Store, error) {
		if err != nil {
			return nil, err
		}
		to, err := readMovedTo(ctx, st)
		if err = errors.Join(err, movedError(to)); err != nil {
			return nil, errors.Join(err, st.Close())
		}
		return st, nil
	}
}

// refuseMoved refuses data that carry the mark of a move. With --serve-moved the mark goes,
// and what waits to be sent is held: it may have been sent from the other place.
func (s serveCommand) refuseMoved(ctx context.Context, st *store.Store, log *slog.Logger) error {
	to, err := readMovedTo(ctx, st)
	if err != nil || to.IsZero() {
		return err
	}
	if !s.ServeMoved {
		return movedError(to)
	}
	log.Warn("these data were moved elsewhere and are served all the same", "moved", to.At, "to", to.Location)
	return st.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return errors.Join(tx.Restores().NoteMoved(loyalty.MoveTarget{}), tx.Restores().KnowInstallation(loyalty.MovedInstallation()))
	})
}

// refuseTwoDatabases refuses a folder and an address at once. The doctor tells it as what a
// server would refuse.
func (c *commands) refuseTwoDatabases(command *kong.Context) error {
	err := config.RefuseTwoDatabases(command)
	if err == nil || command.Selected().Target.Addr().Interface() != &c.Doctor {
		return err
	}
	c.Doctor.refused = err
	return nil
}
