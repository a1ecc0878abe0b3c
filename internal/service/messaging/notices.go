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
	// noticeLease is how long a notice rests before it is taken again, when
	// whoever took it did not finish. It is longer than dealing with as many
	// takes.
	noticeLease = 2 * time.Minute
	// noticeRetention is how long it is known that a notice has come already: the
	// provider tries for seven days to tell it.
	noticeRetention = 8 * 24 * time.Hour
	// deliveryBatchSize bounds a transaction, so that nobody at a counter waits
	// for it.
	deliveryBatchSize = 50
)

// Notice is what the provider of WhatsApp has told us, as it came.
type Notice = store.Notice

// StoreNotice stores what the provider tells and returns when it is durable; it
// is dealt with later. The same notice is kept once.
func (i *Inbox) StoreNotice(ctx context.Context, body []byte) error {
	sum := sha256.Sum256(body)
	notice := Notice{ID: hex.EncodeToString(sum[:]), Body: string(body), ReceivedAt: i.base.Now()}
	if err := i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Notices().Insert(notice) }); err != nil {
		return err
	}
	select {
	case i.noticeStored <- struct{}{}:
	default: // whoever listens has been told already
	}
	return nil
}

// NoticeStored tells whoever deals with notices that this program has kept one.
func (i *Inbox) NoticeStored() <-chan struct{} { return i.noticeStored }

// ClaimNotices returns notices to deal with, each to one taker, who finishes them.
// What is not finished is handed out again.
func (i *Inbox) ClaimNotices(ctx context.Context) ([]Notice, error) {
	waiting := false
	err := i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		waiting, err = tx.Notices().Wait(i.base.Now())
		return err
	})
	if err != nil || !waiting {
		return nil, err
	}
	var notices []Notice
	err = i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		notices, err = tx.Notices().Take(noticeBatchSize, i.base.Now(), noticeLease)
		return err
	})
	return notices, err
}

// FinishNotice records that all a notice says has been dealt with.
func (i *Inbox) FinishNotice(ctx context.Context, notice Notice) error {
	return i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Notices().Finish(notice.ID, i.base.Now()) })
}

// RemoveOldNotices removes what the provider would not tell again.
func (i *Inbox) RemoveOldNotices(ctx context.Context) error {
	before := i.base.Now().Add(-noticeRetention)
	return i.base.RunRemovals(ctx, []usecase.Removal{
		{Remove: usecase.RemoverOf((*store.PlatformTx).Notices, store.Notices.Remove), Before: before},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Notices, store.Notices.RemoveInbound), Before: before},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Messages, store.PlatformMessages.RemoveAnswersToStrangers), Before: before},
	})
}

// ApplyDeliveries notes how far messages have come. Deliveries of messages that
// are not known are passed over, those that are known already change nothing.
func (i *Inbox) ApplyDeliveries(ctx context.Context, deliveries []loyalty.Delivery) error {
	for len(deliveries) > 0 {
		some := inLockOrder(deliveries[:min(deliveryBatchSize, len(deliveries))])
		deliveries = deliveries[len(some):]
		err := i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
			for _, delivery := range some {
				if err := i.applyDelivery(tx, delivery); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("applying deliveries: %w", err)
		}
	}
	return nil
}

// inLockOrder sorts deliveries by what they are about: servers that are told of the
// same messages then lock them one after another, and none waits for another
// that waits for it. What they say has no order of its own.
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
