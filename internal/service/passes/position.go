package passes

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/store"
)

const (
	positionInterval = time.Minute
	// maxCatchUp is the longest gap after which events are read. After a longer one all passes are reviewed.
	maxCatchUp = 15 * time.Minute
	// recentWindow is then the greatest age of an event that is read.
	recentWindow = 15 * time.Second
)

func (f *Updater) subscribe(ctx context.Context) error {
	var storedPosition string
	err := f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		storedPosition, _, err = tx.Settings().Get(store.PassEventPosition)
		return err
	})
	if err != nil {
		return err
	}
	position, at := parsePosition(storedPosition)
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

func (f *Updater) recentPosition(ctx context.Context) (position int64, err error) {
	err = f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		position, err = tx.Events().Before(f.base.Now().Add(-recentWindow))
		return err
	})
	return position, err
}

// parsePosition returns the zero time for other text.
func parsePosition(text string) (position int64, at time.Time) {
	var millis int64
	if _, err := fmt.Sscanf(text, "%d %d", &position, &millis); err != nil {
		return 0, time.Time{}
	}
	return position, time.UnixMilli(millis).UTC()
}

// storePosition stores the position, unless reviews are due: after a restart their events find them again.
func (f *Updater) storePosition(ctx context.Context, upTo int64) error {
	now := f.base.Now()
	if now.Sub(f.storedAt) < positionInterval || len(f.reviewsDue) > 0 {
		return nil
	}
	err := f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.Settings().Set(store.PassEventPosition, fmt.Sprintf("%d %d", upTo, now.UnixMilli()))
	})
	if err == nil {
		f.storedAt = now
	}
	return err
}
