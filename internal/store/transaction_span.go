package store

import (
	"context"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/traces"
)

// transactionSpan times a transaction and its wait; nil does nothing.
type transactionSpan struct{ whole, wait *traces.Span }

func (s *Store) startSpan(ctx context.Context, name string) (context.Context, *transactionSpan) {
	ctx, whole := traces.StartChild(ctx, name)
	if whole == nil {
		return ctx, nil
	}
	whole.SetAttribute(traces.Database, s.dialect.System)
	_, wait := traces.StartChild(ctx, "wait for a turn")
	return ctx, &transactionSpan{whole: whole, wait: wait}
}

func (f *transactionSpan) endWait() {
	if f != nil {
		f.wait.End()
	}
}

// end marks the span as failed only if the database caused the error.
func (f *transactionSpan) end(err error) error {
	if f == nil {
		return err
	}
	var refusal *loyalty.Error
	if errors.As(err, &refusal) && refusal.Kind == loyalty.Busy {
		f.whole.SetFailed()
	}
	f.wait.End()
	f.whole.End()
	return err
}
