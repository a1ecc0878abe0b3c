package access

import (
	"context"
	"slices"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// writeBatches writes items in short transactions, and calls markWritten after each. Items must be sorted: one order on all
// servers avoids deadlocks.
func writeBatches[T any](
	ctx context.Context, base *usecase.Base, items []T, write func(*store.PlatformTx, T) error, markWritten func([]T),
) error {
	for batch := range slices.Chunk(items, usecase.BatchSize) {
		err := base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
			for _, item := range batch {
				if err := write(tx, item); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		markWritten(batch)
	}
	return nil
}
