package passes

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/store"
)

const (
	// followedEvery is how often the position up to which events were followed is stored.
	followedEvery = time.Minute
	// followedLong is for how long events are read that no program has followed. After more
	// than that each pass is looked at.
	followedLong = 15 * time.Minute
	// followedRecently is how far back events are read where all passes are looked at anyway.
	followedRecently = 15 * time.Second
)

// begin goes on where this program, or another, has stopped to follow events.
func (f *Follower) begin(ctx context.Context) error {
	var stored string
	err := f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		stored, _, err = tx.Settings().Get(store.PassEventPosition)
		return err
	})
	if err != nil {
		return err
	}
	position, at := readFollowed(stored)
	if f.base.Now().Sub(at) >= followedLong {
		if position, err = f.recentPosition(ctx); err != nil {
			return err
		}
		f.missed()
	}
	f.kept, f.inbox.UpTo = at, position
	f.dispatcher.Subscribe(position, f.receive)
	f.subscribed = true
	return nil
}

// recentPosition is that of a moment ago: of what happened since, telephones are told as
// urgently as it is, also where all passes are looked at.
func (f *Follower) recentPosition(ctx context.Context) (position int64, err error) {
	err = f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		position, err = tx.Events().Before(f.base.Now().Add(-followedRecently))
		return err
	})
	return position, err
}

// readFollowed reads what keep has stored; of anything else the time is zero.
func readFollowed(stored string) (position int64, at time.Time) {
	var millis int64
	if _, err := fmt.Sscanf(stored, "%d %d", &position, &millis); err != nil {
		return 0, time.Time{}
	}
	return position, time.UnixMilli(millis).UTC()
}

// keep stores the position up to which events were followed, where that was long ago. What is
// owed is read again by whoever goes on.
func (f *Follower) keep(ctx context.Context, upTo int64) error {
	now := f.base.Now()
	if now.Sub(f.kept) < followedEvery || len(f.owed) > 0 {
		return nil
	}
	err := f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.Settings().Set(store.PassEventPosition, fmt.Sprintf("%d %d", upTo, now.UnixMilli()))
	})
	if err == nil {
		f.kept = now
	}
	return err
}
