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
	DryRun bool `help:"Print the pending migrations without running them."`
}

func (m migrateCommand) Run(ctx context.Context, c console) error {
	schema, err := store.CompareSchema(ctx, storeAt(m.Database))
	if err != nil {
		return err
	}
	if len(schema.Pending) == 0 {
		return printResult(c, fmt.Sprintf("The database is up to date (version %d).", schema.Version), nil)
	}
	if m.DryRun {
		return printResult(c, fmt.Sprintf("Pending migrations from version %d to %d:\n%s", schema.Version, schema.Target, strings.Join(schema.Pending, "\n")), nil)
	}
	return printResult(c, fmt.Sprintf("The database was migrated from version %d to %d.", schema.Version, schema.Target), m.migrate(ctx))
}

// migrate locks the SQLite folder, because a server may use it.
func (m migrateCommand) migrate(ctx context.Context) (err error) {
	if m.DatabaseURL == "" {
		lock, err := store.LockFolder(m.Data)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, lock.Close()) }()
	}
	st, err := store.Open(ctx, storeToUpgrade(m.Database, m.Upgrade))
	if err != nil {
		return err
	}
	return st.Close()
}
