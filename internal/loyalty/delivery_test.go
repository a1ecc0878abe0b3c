package loyalty_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
)

func TestMessage_DeliveriesInAnyOrder_GiveTheSameMessage(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		first := loyalty.Message{
			ID: "m1", Status: rapid.SampledFrom([]loyalty.MessageStatus{
				loyalty.MessageQueued, loyalty.MessageSending, loyalty.MessageUnknown, loyalty.MessageSent,
			}).Draw(t, "status"),
		}
		if first.Status == loyalty.MessageSent {
			first.SentAt, first.ProviderID = began, "wamid.1"
		}
		deliveries := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) loyalty.Delivery {
			d := loyalty.Delivery{
				ProviderID: "wamid.1", MessageID: "m1",
				Status: rapid.SampledFrom([]loyalty.MessageStatus{
					loyalty.MessageSent, loyalty.MessageDelivered, loyalty.MessageRead, loyalty.MessageFailed,
				}).Draw(t, "told"),
				At: began.Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "seconds")) * time.Second),
			}
			if d.Status == loyalty.MessageFailed {
				d.Error = "131026"
			}
			return d
		}), 1, 6).Draw(t, "deliveries")
		again := rapid.SliceOf(rapid.SampledFrom(deliveries)).Draw(t, "again")
		permutation := rapid.Permutation(append(again, deliveries...)).Draw(t, "shuffled")
		if one, other := play(first, deliveries), play(first, permutation); one != other {
			t.Fatalf("the order and repetition of deliveries change the result: %+v\nand %+v", one, other)
		}
	})
}

func play(m loyalty.Message, deliveries []loyalty.Delivery) loyalty.Message {
	for _, d := range deliveries {
		m = m.WithDelivery(d)
	}
	return m
}

func TestMessage_WithDelivery_UpdatesState(t *testing.T) {
	t.Parallel()
	at := func(seconds int) time.Time { return time.Date(2026, 3, 26, 9, 0, seconds, 0, time.UTC) }
	delivery := func(status loyalty.MessageStatus, seconds int) loyalty.Delivery {
		d := loyalty.Delivery{ProviderID: "wamid.1", Status: status, At: at(seconds)}
		if status == loyalty.MessageFailed {
			d.Error = "131026"
		}
		return d
	}
	statusSent, statusDelivered, statusRead, statusFailed := loyalty.MessageSent, loyalty.MessageDelivered, loyalty.MessageRead, loyalty.MessageFailed
	for name, c := range map[string]struct {
		deliveries []loyalty.Delivery
		want       loyalty.Message
	}{
		"all deliveries in order": {[]loyalty.Delivery{delivery(statusSent, 1), delivery(statusDelivered, 2), delivery(statusRead, 3)},
			loyalty.Message{Status: statusRead, SentAt: at(1), DeliveredAt: at(2), ReadAt: at(3)}},
		"only the delivery of the reading": {[]loyalty.Delivery{delivery(statusRead, 3)},
			loyalty.Message{Status: statusRead, SentAt: at(3), DeliveredAt: at(3), ReadAt: at(3)}},
		"a message of unknown outcome was accepted": {[]loyalty.Delivery{delivery(statusSent, 1)}, loyalty.Message{Status: statusSent, SentAt: at(1)}},
		"the message fails":                         {[]loyalty.Delivery{delivery(statusSent, 1), delivery(statusFailed, 2)}, loyalty.Message{Status: statusFailed, SentAt: at(1), Error: "131026"}},
		"delivered after a failure": {[]loyalty.Delivery{delivery(statusFailed, 2), delivery(statusDelivered, 1)},
			loyalty.Message{Status: statusDelivered, SentAt: at(1), DeliveredAt: at(1)}},
	} {
		c.want.ProviderID = "wamid.1"
		if got := play(loyalty.Message{Status: loyalty.MessageUnknown, HeldBy: loyalty.HeldByRate}, c.deliveries); got != c.want {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}
