package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"axioma/internal/config"
	"axioma/internal/store"
)

type migrateCommand struct {
	config.Database
	config.Upgrade
	DryRun bool `help:"Say what would be done, and change nothing."`
}

// Run brings the tables up to date, or says what that would do.
func (m migrateCommand) Run(ctx context.Context, c console) error {
	schema, err := store.CompareSchema(ctx, storeAt(m.Database))
	if err != nil {
		return err
	}
	if len(schema.Pending) == 0 {
		return printResult(c, fmt.Sprintf("The database has version %d and is up to date.", schema.Found), nil)
	}
	if m.DryRun {
		return printResult(c, fmt.Sprintf("From version %d to %d it lacks:\n%s", schema.Found, schema.Known, strings.Join(schema.Pending, "\n")), nil)
	}
	return printResult(c, fmt.Sprintf("The database was brought from version %d to %d.", schema.Found, schema.Known), m.migrate(ctx))
}

// migrate refuses a folder that a server serves: it would find its tables changed under it.
func (m migrateCommand) migrate(ctx context.Context) (err error) {
	if m.DatabaseURL == "" {
		held, err := store.HoldFolder(m.Data)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, held.Close()) }()
	}
	st, err := store.Open(ctx, storeToUpgrade(m.Database, m.Upgrade))
	if err != nil {
		return err
	}
	return st.Close()
}
