package messaging

import (
	"context"

	"axioma/internal/service/act"
	"axioma/internal/store"
)

// RestoredMessages waited in a copy of the data that was put back, and are held since:
// they may have been sent after it was made. Somebody who knows decides.
type RestoredMessages struct{ *act.Base }

// Release lets all of them be sent, and returns how many.
func (r *RestoredMessages) Release(ctx context.Context) (int, error) {
	return r.end(ctx, func(q store.PlatformQueue) (int, error) { return q.ReleaseRestored(r.Now(), act.AtATime) })
}

// Drop gives up on all of them, and returns how many.
func (r *RestoredMessages) Drop(ctx context.Context) (int, error) {
	return r.end(ctx, func(q store.PlatformQueue) (int, error) { return q.DropRestored(r.Now(), act.AtATime) })
}

// end goes through all of them, some in each transaction.
func (r *RestoredMessages) end(ctx context.Context, some func(store.PlatformQueue) (int, error)) (all int, err error) {
	for {
		ended := 0
		err := r.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			ended, err = some(tx.Queue())
			return err
		})
		all += ended
		if err != nil || ended < act.AtATime {
			return all, err
		}
	}
}
