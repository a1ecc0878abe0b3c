package database

import (
	"context"
	"errors"
	"testing"
	"time"
)

// tire has a tenant spend the time that it has for lists and for reports, so that it rests for
// an hour.
func tire(e Engine, tenant string) {
	var of bulkheads
	switch engine := e.(type) {
	case *sqliteEngine:
		of = engine.bulkheads
	case *postgresEngine:
		of = engine.bulkheads
	}
	for _, pace := range []*pace{of.list.pace, of.count.pace} {
		pace.longest = time.Hour
		pace.took(tenant, time.Hour)
	}
}

// Who has spent what she has for lists and reports waits for them, but not at the
// counter, nor does anybody else or what the program does by itself.
func TestATiredTenantRestsBeforeListsAndReportsAlone(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	tire(e, "big")
	nothing := func(context.Context, Querier, *TxCache) error { return nil }
	read := func(kind ReadKind, tenant string, patience time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		return e.Read(ctx, kind, tenant, nothing)
	}
	const short = 50 * time.Millisecond
	for name, kind := range map[string]ReadKind{"lists": ReadList, "reports": ReadReport} {
		if err := read(kind, "big", short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s of a tired tenant: %v", name, err)
		}
		if err := read(kind, "small", time.Minute); err != nil {
			t.Errorf("%s of another one: %v", name, err)
		}
	}
	for name, kind := range map[string]ReadKind{"a record": ReadScreen, "a chore": ReadBackground, "an export": ReadExport} {
		if err := read(kind, "big", time.Minute); err != nil {
			t.Errorf("%s of a tired tenant: %v", name, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := e.Write(ctx, "big", nothing); err != nil {
		t.Errorf("a write of a tired tenant: %v", err)
	}
}
