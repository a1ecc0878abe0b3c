package main

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/config"
	"axioma/internal/store"
)

type partitionCommand struct {
	config.Database
	Partitions int `help:"Number of partitions of each table." default:"16" placeholder:"N"`
}

// Run refuses a database in use: a server's prepared statements name the unpartitioned tables.
func (p partitionCommand) Run(ctx context.Context, c console) (err error) {
	at := storeAt(p.Database)
	if at.URL == "" {
		return store.ErrNoPartitions
	}
	if p.Partitions < 2 || p.Partitions > maxPartitions {
		return fmt.Errorf("--partitions takes 2 to %d", maxPartitions)
	}
	release, err := lockDatabase(ctx, at)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	st, err := store.OpenExisting(ctx, at)
	if err != nil {
		return err
	}
	if err := st.Close(); err != nil {
		return err
	}
	tableCount, err := store.PartitionByBusiness(ctx, at, p.Partitions)
	if err != nil {
		return err
	}
	if tableCount == 0 {
		return printResult(c, "All tables of the businesses are partitioned already.", nil)
	}
	return printResult(c, fmt.Sprintf("%d tables are divided into %d partitions by business.", tableCount, p.Partitions), nil)
}

// maxPartitions lets PostgreSQL handle the files and locks.
const maxPartitions = 64
