package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pressly/goose/v3/lock"
)

// A crashed holder's lease ends after lockLease.
const (
	exclusiveLock     = 1 // id of the lock's row; migrations have another
	exclusiveInterval = time.Second
	exclusiveTries    = 300
)

func (e *postgresEngine) RunExclusive(ctx context.Context, work func() error) (err error) {
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

const lockLease = 20 * time.Second

func unlock(ctx context.Context, locker lock.Locker, pool *sql.DB) error {
	if err := locker.Unlock(ctx, pool); err != nil {
		return fmt.Errorf("releasing the lock of a first start: %w", err)
	}
	return nil
}

// NewTableLocker returns a lock that leases a table row. A session lock would fail behind a pooler, where each
// statement may use another session.
func NewTableLocker(options ...lock.TableLockerOption) (lock.Locker, error) {
	options = append(options, lock.WithTableLeaseDuration(lockLease), lock.WithTableHeartbeatInterval(lockLease/5))
	locker, err := lock.NewPostgresTableLocker(options...)
	if err != nil {
		return nil, fmt.Errorf("creating a lock: %w", err)
	}
	return locker, nil
}
