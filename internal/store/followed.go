package store

import (
	"context"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/traces"
)

// followed is a transaction as a trace has it: with the wait for its turn, and to its
// end, which is on disk when it writes. Of nil nothing is noted.
type followed struct{ whole, wait *traces.Span }

// follow begins to follow a transaction, where what it belongs to is followed.
func (s *Store) follow(ctx context.Context, name string) (context.Context, *followed) {
	ctx, whole := traces.StartChild(ctx, name)
	if whole == nil {
		return ctx, nil
	}
	whole.SetAttribute(traces.Database, s.dialect.System)
	_, wait := traces.StartChild(ctx, "wait for a turn")
	return ctx, &followed{whole: whole, wait: wait}
}

// begun notes that its turn has come, the first time.
func (f *followed) begun() {
	if f != nil {
		f.wait.End()
	}
}

// ended notes its end and returns how it ended. It has failed where the database was in
// trouble; other faults are those of what it belongs to.
func (f *followed) ended(err error) error {
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
