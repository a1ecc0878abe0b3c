package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pressly/goose/v3/lock"
)

// What Exclusively waits for: other programs that run the same work. A lease that its holder
// no longer renews ends after lockLease.
const (
	exclusiveLock     = 1 // its row beside that of the migrations
	exclusiveInterval = time.Second
	exclusiveTries    = 300
)

// Exclusively implements Engine.
func (e *postgresEngine) Exclusively(ctx context.Context, work func() error) (err error) {
	locker, err := NewTableLocker(lock.WithTableLockID(exclusiveLock), lock.WithTableLockTimeout(exclusiveInterval, exclusiveTries))
	if err != nil {
		return err
	}
	if err := locker.Lock(ctx, e.pool); err != nil {
		return fmt.Errorf("waiting for another program's first start: %w", err)
	}
	defer func() { err = errors.Join(err, unlock(context.WithoutCancel(ctx), locker, e.pool)) }()
	return work()
}

// lockLease is how long the lock of a program that has died in the middle of a migration
// keeps others waiting.
const lockLease = 20 * time.Second

func unlock(ctx context.Context, locker lock.Locker, pool *sql.DB) error {
	if err := locker.Unlock(ctx, pool); err != nil {
		return fmt.Errorf("ending the lock of a first start: %w", err)
	}
	return nil
}

// NewTableLocker returns a lock that a row holds, not a session: behind a pooler each
// statement may have another one.
func NewTableLocker(options ...lock.TableLockerOption) (lock.Locker, error) {
	options = append(options, lock.WithTableLeaseDuration(lockLease), lock.WithTableHeartbeatInterval(lockLease/5))
	locker, err := lock.NewPostgresTableLocker(options...)
	if err != nil {
		return nil, fmt.Errorf("making a lock: %w", err)
	}
	return locker, nil
}
