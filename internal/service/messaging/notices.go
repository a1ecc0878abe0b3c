package messaging

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	noticeBatchSize = 10
	// noticeLease exceeds the duration of a batch.
	noticeLease = 2 * time.Minute
	// noticeRetention detects repeats: the provider retries for seven days.
	noticeRetention = 8 * 24 * time.Hour
	// deliveryBatchSize keeps transactions short for counters.
	deliveryBatchSize = 50
)

// Notice is a raw webhook body.
type Notice = store.Notice

// StoreNotice stores a notice durably, to be processed later. Repeats are ignored.
func (i *Inbox) StoreNotice(ctx context.Context, body []byte) error {
	sum := sha256.Sum256(body)
	notice := Notice{ID: hex.EncodeToString(sum[:]), Body: string(body), ReceivedAt: i.base.Now()}
	if err := i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Notices().Insert(notice) }); err != nil {
		return err
	}
	select {
	case i.noticeStored <- struct{}{}:
	default:
	}
	return nil
}

// NoticeStored signals stored notices of this process.
func (i *Inbox) NoticeStored() <-chan struct{} { return i.noticeStored }

// ClaimNotices returns notices for one worker. Unfinished ones are claimed again.
func (i *Inbox) ClaimNotices(ctx context.Context) ([]Notice, error) {
	waiting := false
	err := i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		waiting, err = tx.Notices().HasDue(i.base.Now())
		return err
	})
	if err != nil || !waiting {
		return nil, err
	}
	var notices []Notice
	err = i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		notices, err = tx.Notices().Claim(noticeBatchSize, i.base.Now(), noticeLease)
		return err
	})
	return notices, err
}

// FinishNotice marks a notice processed.
func (i *Inbox) FinishNotice(ctx context.Context, notice Notice) error {
	return i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Notices().Finish(notice.ID, i.base.Now()) })
}

// RemoveOldNotices removes notices that the provider no longer repeats, and answers to strangers.
func (i *Inbox) RemoveOldNotices(ctx context.Context) error {
	before := i.base.Now().Add(-noticeRetention)
	return i.base.RunRemovals(ctx, []usecase.Removal{
		{Remove: usecase.RemoverOf((*store.PlatformTx).Notices, store.Notices.Remove), Before: before},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Notices, store.Notices.RemoveInbound), Before: before},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Messages, store.PlatformMessages.RemoveAnswersToStrangers), Before: before},
	})
}

// ApplyDeliveries records the states of messages. It ignores unknown messages and repeats.
func (i *Inbox) ApplyDeliveries(ctx context.Context, deliveries []loyalty.Delivery) error {
	for len(deliveries) > 0 {
		batch := inLockOrder(deliveries[:min(deliveryBatchSize, len(deliveries))])
		deliveries = deliveries[len(batch):]
		err := i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
			for _, delivery := range batch {
				if err := i.applyDelivery(tx, delivery); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("applying delivery reports: %w", err)
		}
	}
	return nil
}

// inLockOrder sorts by message, against deadlocks.
func inLockOrder(deliveries []loyalty.Delivery) []loyalty.Delivery {
	return slices.SortedStableFunc(slices.Values(deliveries), func(a, b loyalty.Delivery) int {
		return cmp.Or(strings.Compare(a.ProviderID, b.ProviderID), strings.Compare(a.MessageID, b.MessageID))
	})
}

func (i *Inbox) applyDelivery(tx *store.PlatformTx, delivery loyalty.Delivery) error {
	message, found, err := tx.Deliveries().Lock(delivery)
	if err != nil || !found {
		return err
	}
	if after := message.WithDelivery(delivery); after != message {
		if err := tx.Deliveries().Update(after, i.base.Now()); err != nil {
			return err
		}
	}
	if !delivery.OptedOut || message.CustomerID == "" {
		return nil
	}
	_, err = i.marketing.withdrawConsents(tx.In(message.BusinessID), message.CustomerID, loyalty.FormWhatsAppStop, delivery.At)
	return err
}
