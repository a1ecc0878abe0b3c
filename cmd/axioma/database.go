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

// printDatabase prints to standard error if programs read the command's output.
func (c commands) printDatabase(command *kong.Context, to console) error {
	database, has := config.DatabaseOf(command)
	if !has {
		return nil
	}
	out := to.out
	switch path := command.Selected().FullPath(); {
	case slices.Contains([]string{"axioma config", "axioma mail doctor", "axioma wallet doctor", "axioma nightly"}, path):
		return nil
	case path == "axioma serve":
		c.Serve.log(to.err).Info("using the database", "database", storeAt(database).DisplayName())
		return nil
	case path == "axioma superadmin list", path == "axioma keys list", path == "axioma phones duplicates", c.Doctor.JSON, c.Import.JSON:
		out = to.err
	}
	_, err := fmt.Fprintln(out, "Database:", storeAt(database).DisplayName())
	return err
}

func (c commands) warnings(command *kong.Context) []string {
	if command.Selected().Name == nightly {
		return nil // the server has printed them
	}
	return append(config.UnknownVariables(command.Model, os.Environ()), config.ExposedSecrets(command)...)
}

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

func movedError(to loyalty.MoveTarget) error {
	if to.IsZero() {
		return nil
	}
	return fmt.Errorf("these data were moved to another database on %s: use %s. "+
		"Changes made here would be missing there. To use these data anyway, start the server once with --serve-moved",
		to.At.Local().Format(time.DateTime), to.Location)
}

func readMovedTo(ctx context.Context, st *store.Store) (to loyalty.MoveTarget, err error) {
	err = st.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		to, err = tx.Restores().MoveTarget()
		return err
	})
	return to, err
}

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

// refuseMoved refuses moved data. --serve-moved removes the mark and holds queued messages, which the other server may
// have sent.
func (s serveCommand) refuseMoved(ctx context.Context, st *store.Store, log *slog.Logger) error {
	to, err := readMovedTo(ctx, st)
	if err != nil || to.IsZero() {
		return err
	}
	if !s.ServeMoved {
		return movedError(to)
	}
	log.Warn("serving data that were moved elsewhere", "moved", to.At, "to", to.Location)
	return st.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return errors.Join(tx.Restores().SetMoved(loyalty.MoveTarget{}), tx.Restores().SetInstallation(loyalty.MovedInstallation()))
	})
}

// refuseTwoDatabases returns the error of two databases in the settings. The doctor reports it as a finding instead.
func (c *commands) refuseTwoDatabases(command *kong.Context) error {
	err := config.RefuseTwoDatabases(command)
	if err == nil || command.Selected().Target.Addr().Interface() != &c.Doctor {
		return err
	}
	c.Doctor.refusal = err
	return nil
}
