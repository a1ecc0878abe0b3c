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
	noticesAtATime = 10
	// noticePause is how long a notice rests before it is taken again, when
	// whoever took it did not finish. It is longer than dealing with as many
	// takes.
	noticePause = 2 * time.Minute
	// noticeMemory is how long it is known that a notice has come already: the
	// provider tries for seven days to tell it.
	noticeMemory = 8 * 24 * time.Hour
	// deliveriesAtATime bounds a transaction, so that nobody at a counter waits
	// for it.
	deliveriesAtATime = 50
)

// Notice is what the provider of WhatsApp has told us, as it came.
type Notice = store.Notice

// KeepNotice stores what the provider tells and returns when it is durable; it
// is dealt with later. The same notice is kept once.
func (i *Inbox) KeepNotice(ctx context.Context, body []byte) error {
	sum := sha256.Sum256(body)
	notice := Notice{ID: hex.EncodeToString(sum[:]), Body: string(body), ReceivedAt: i.base.Now()}
	if err := i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Notices().Insert(notice) }); err != nil {
		return err
	}
	select {
	case i.noticesKept <- struct{}{}:
	default: // whoever listens has been told already
	}
	return nil
}

// NoticesKept tells whoever deals with notices that this program has kept one.
func (i *Inbox) NoticesKept() <-chan struct{} { return i.noticesKept }

// TakeNotices returns notices to deal with, each to one taker, who finishes them.
// What is not finished is handed out again.
func (i *Inbox) TakeNotices(ctx context.Context) ([]Notice, error) {
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
		notices, err = tx.Notices().Take(noticesAtATime, i.base.Now(), noticePause)
		return err
	})
	return notices, err
}

// FinishNotice records that all a notice says has been dealt with.
func (i *Inbox) FinishNotice(ctx context.Context, notice Notice) error {
	return i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Notices().Finish(notice.ID, i.base.Now()) })
}

// ForgetNotices removes what the provider would not tell again.
func (i *Inbox) ForgetNotices(ctx context.Context) error {
	before := i.base.Now().Add(-noticeMemory)
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
		some := inOrder(deliveries[:min(deliveriesAtATime, len(deliveries))])
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

// inOrder sorts deliveries by what they are about: servers that are told of the
// same messages then lock them one after another, and none waits for another
// that waits for it. What they say has no order of its own.
func inOrder(deliveries []loyalty.Delivery) []loyalty.Delivery {
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
	_, err = i.marketing.withdraw(tx.In(message.BusinessID), message.CustomerID, loyalty.FormWhatsAppStop, delivery.At)
	return err
}
