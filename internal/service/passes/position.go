package passes

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/store"
)

const (
	// positionInterval is how often the position up to which events were followed is stored.
	positionInterval = time.Minute
	// maxCatchUp is for how long events are read that no program has followed. After more
	// than that each pass is looked at.
	maxCatchUp = 15 * time.Minute
	// recentWindow is how far back events are read where all passes are looked at anyway.
	recentWindow = 15 * time.Second
)

// subscribe goes on where this program, or another, has stopped to follow events.
func (f *Updater) subscribe(ctx context.Context) error {
	var stored string
	err := f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		stored, _, err = tx.Settings().Get(store.PassesFollowed)
		return err
	})
	if err != nil {
		return err
	}
	position, at := parsePosition(stored)
	if f.base.Now().Sub(at) >= maxCatchUp {
		if position, err = f.recentPosition(ctx); err != nil {
			return err
		}
		f.markMissed()
	}
	f.storedAt, f.inbox.UpTo = at, position
	f.dispatcher.Subscribe(position, f.receive)
	f.subscribed = true
	return nil
}

// recentPosition is that of a moment ago: of what happened since, telephones are told as
// urgently as it is, also where all passes are looked at.
func (f *Updater) recentPosition(ctx context.Context) (position int64, err error) {
	err = f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		position, err = tx.Events().Before(f.base.Now().Add(-recentWindow))
		return err
	})
	return position, err
}

// parsePosition reads what keep has stored; of anything else the time is zero.
func parsePosition(stored string) (position int64, at time.Time) {
	var millis int64
	if _, err := fmt.Sscanf(stored, "%d %d", &position, &millis); err != nil {
		return 0, time.Time{}
	}
	return position, time.UnixMilli(millis).UTC()
}

// storePosition stores the position up to which events were followed, where that was long ago. What is
// owed is read again by whoever goes on.
func (f *Updater) storePosition(ctx context.Context, upTo int64) error {
	now := f.base.Now()
	if now.Sub(f.storedAt) < positionInterval || len(f.reviewsDue) > 0 {
		return nil
	}
	err := f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.Settings().Set(store.PassesFollowed, fmt.Sprintf("%d %d", upTo, now.UnixMilli()))
	})
	if err == nil {
		f.storedAt = now
	}
	return err
}
