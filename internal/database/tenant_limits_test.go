package database

import (
	"context"
	"errors"
	"testing"
	"time"
)

func exhaustLimits(e Engine, tenant string) {
	var all bulkheads
	switch engine := e.(type) {
	case *sqliteEngine:
		all = engine.bulkheads
	case *postgresEngine:
		all = engine.bulkheads
	}
	for _, limiter := range []*rateLimiter{all.listLimit.limiter, all.reportLimit.limiter} {
		limiter.maxDelay = time.Hour
		limiter.charge(tenant, time.Hour)
	}
}

func TestRateLimiter_ExhaustedTenant_WaitsForListsAndReportsOnly(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	exhaustLimits(e, "big")
	nothing := func(context.Context, Querier, *TxCache) error { return nil }
	read := func(kind ReadKind, tenant string, patience time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		return e.Read(ctx, kind, tenant, nothing)
	}
	const short = 50 * time.Millisecond
	for name, kind := range map[string]ReadKind{"lists": ReadList, "reports": ReadReport} {
		if err := read(kind, "big", short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s of the exhausted tenant: %v; want %v", name, err, context.DeadlineExceeded)
		}
		if err := read(kind, "small", time.Minute); err != nil {
			t.Errorf("%s of another tenant: %v", name, err)
		}
	}
	for name, kind := range map[string]ReadKind{"a screen": ReadScreen, "maintenance": ReadBackground, "an export": ReadExport} {
		if err := read(kind, "big", time.Minute); err != nil {
			t.Errorf("%s of the exhausted tenant: %v", name, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := e.Write(ctx, "big", nothing); err != nil {
		t.Errorf("a write of the exhausted tenant: %v", err)
	}
}
