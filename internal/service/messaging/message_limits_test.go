package messaging_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
)

// sendingDay has a provider that accepts at any moment of a try: the worst case.
type sendingDay struct {
	shop        *servicetest.Shop
	underway    []messaging.ClaimedMessage
	acceptTimes []time.Time
}

// moment prefers the two ends, where limits fail.
func moment(t *rapid.T, from, to time.Time) time.Time {
	between := from.Add(to.Sub(from) / 2).Truncate(time.Millisecond)
	return rapid.SampledFrom([]time.Time{from, to, to, between}).Draw(t, "moment")
}

func (d *sendingDay) take(t *rapid.T) {
	d.underway = append(d.underway, d.shop.ClaimMessages(rapid.Int64Range(1, 8).Draw(t, "most"))...)
}

func (d *sendingDay) end(t *rapid.T) {
	if len(d.underway) == 0 {
		return
	}
	message := d.underway[0]
	d.underway = d.underway[1:]
	now := d.shop.Clock.Now()
	lease := message.ClaimedAt.Add(queueing.Lease)
	if now.After(lease) {
		now = lease // nothing is accepted after that
	}
	switch rapid.IntRange(0, 5).Draw(t, "how") {
	case 0:
		d.shop.FinishMessage(message, messaging.Try{Result: messaging.TryRetryLater, Error: "131000"})
	case 1:
		d.shop.FinishMessage(message, messaging.Try{Result: messaging.TryRejected, Error: "131026"})
	case 2:
		d.acceptTimes = append(d.acceptTimes, moment(t, message.ClaimedAt, lease)) // the response is lost
		d.shop.FinishMessage(message, messaging.Try{Result: messaging.TryUnknown})
	case 3:
		d.acceptTimes = append(d.acceptTimes, moment(t, message.ClaimedAt, lease)) // the worker dies
	default:
		d.acceptTimes = append(d.acceptTimes, moment(t, message.ClaimedAt, now))
		d.shop.FinishMessage(message, messaging.Try{Result: messaging.TryAccepted})
	}
}

func (d *sendingDay) pass(t *rapid.T) {
	d.shop.Clock.Advance(time.Duration(rapid.SampledFrom([]int64{1, 500, 15_000, 45_000, 61_000}).Draw(t, "pass")) * time.Millisecond)
	if err := d.shop.Cases.Queue.CleanUp(t.Context()); err != nil {
		t.Fatalf("cleaning up: %v", err)
	}
}

func (d *sendingDay) mustKeep(t *rapid.T, limits loyalty.WhatsAppLimits) {
	slices.SortFunc(d.acceptTimes, time.Time.Compare)
	counts := map[string]int64{}
	for i, at := range d.acceptTimes {
		local := at.In(d.shop.Business.Zone)
		counts[local.Format("2006-01-02")]++
		counts[local.Format("2006-01")]++
		if before := i - int(limits.RatePerMinute); before >= 0 && at.Sub(d.acceptTimes[before]) < time.Minute {
			t.Fatalf("more than %d messages were accepted in the minute before %s", limits.RatePerMinute, at)
		}
	}
	for when, count := range counts {
		if len(when) == len("2006-01") && count > limits.MonthlyCap || len(when) > len("2006-01") && count > limits.DailyCap {
			t.Fatalf("%d messages were accepted in %s, the limits are %+v", count, when, limits)
		}
	}
}

func TestSendingLimits_AnyTryResults_Hold(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	rapid.Check(t, func(t *rapid.T) {
		limits := loyalty.WhatsAppLimits{
			Enabled:       true,
			RatePerMinute: rapid.Int64Range(1, 4).Draw(t, "rate"),
			DailyCap:      rapid.SampledFrom([]int64{2, 5, 9, 100}).Draw(t, "daily"),
			MonthlyCap:    rapid.SampledFrom([]int64{3, 8, 100}).Draw(t, "monthly"),
		}
		town.Clock.Set(time.Date(2026, 3, 31, 21, 57, 0, 0, time.UTC)) // three minutes before April in Madrid
		shop := town.Shop(t, func(b *loyalty.Business) { b.WhatsApp = limits })
		day := &sendingDay{shop: shop}
		servicetest.QueueMessages(t, shop, shop.Customer("Ana"), slices.Repeat([]loyalty.MessageKind{loyalty.MessageQR}, 40)...)
		for range 60 {
			rapid.SampledFrom([]func(*rapid.T){day.take, day.end, day.pass}).Draw(t, "step")(t)
		}
		for len(day.underway) > 0 {
			day.end(t)
		}
		day.mustKeep(t, limits)
	})
}

type movingDay struct {
	sendingDay
	acceptedMessages []messaging.ClaimedMessage // accepted ones, in the order in which they were claimed
}

func (d *movingDay) end(t *rapid.T) {
	before := len(d.acceptTimes)
	if len(d.underway) == 0 {
		return
	}
	message := d.underway[0]
	d.sendingDay.end(t)
	if len(d.acceptTimes) > before {
		d.acceptedMessages = append(d.acceptedMessages, message)
	}
}

func (d *movingDay) move(t *rapid.T) {
	zone := rapid.SampledFrom([]string{
		"Europe/Madrid", "Atlantic/Canary", "America/Bogota", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago",
	}).Draw(t, "zone")
	if _, err := d.shop.Cases.Businesses.ChangeSettings(context.Background(), d.shop.Owner, loyalty.SettingChanges{TimeZone: &zone}, false); err != nil {
		t.Fatalf("moving to %s: %v", zone, err)
	}
}

func (d *movingDay) wait(t *rapid.T) {
	d.shop.Clock.Advance(time.Duration(rapid.SampledFrom([]int64{30, 59, 60, 300, 660}).Draw(t, "minutes")) * time.Minute)
	d.pass(t)
}

func (d *movingDay) mustKeep(t *rapid.T, limits loyalty.WhatsAppLimits) {
	for i, message := range d.acceptedMessages {
		day, month := int64(0), int64(0)
		for j := range d.acceptedMessages[:i+1] {
			if sameIn(message.Business.Zone, "2006-01-02", d.acceptTimes[i], d.acceptTimes[j]) {
				day++
			}
			if sameIn(message.Business.Zone, "2006-01", d.acceptTimes[i], d.acceptTimes[j]) {
				month++
			}
		}
		if day > limits.DailyCap || month > limits.MonthlyCap {
			t.Fatalf("with the message accepted at %s in %s there are %d on that day and %d in that month, the limits are %+v",
				d.acceptTimes[i], message.Business.Zone, day, month, limits)
		}
	}
}

func sameIn(zone *time.Location, layout string, one, other time.Time) bool {
	return one.In(zone).Format(layout) == other.In(zone).Format(layout)
}

func TestSendingLimits_TimeZoneChanges_Hold(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	rapid.Check(t, func(t *rapid.T) {
		limits := loyalty.WhatsAppLimits{
			Enabled:       true,
			RatePerMinute: 4,
			DailyCap:      rapid.SampledFrom([]int64{2, 5, 9}).Draw(t, "daily"),
			MonthlyCap:    rapid.SampledFrom([]int64{8, 20, 100}).Draw(t, "monthly"),
		}
		town.Clock.Set(time.Date(2026, 3, 31, 9, 57, 0, 0, time.UTC)) // three minutes before April in Kiritimati
		shop := town.Shop(t, func(b *loyalty.Business) { b.WhatsApp = limits })
		day := &movingDay{sendingDay: sendingDay{shop: shop}}
		servicetest.QueueMessages(t, shop, shop.Customer("Ana"), slices.Repeat([]loyalty.MessageKind{loyalty.MessageQR}, 60)...)
		for range 60 {
			rapid.SampledFrom([]func(*rapid.T){day.take, day.take, day.end, day.end, day.pass, day.wait, day.move}).Draw(t, "step")(t)
		}
		for len(day.underway) > 0 {
			day.end(t)
		}
		day.mustKeep(t, limits)
	})
}

// The owner tries time zones in which a new day has begun.
func TestSendingLimits_ZoneBackAndForth_GivesNoMore(t *testing.T) {
	t.Parallel()
	const hours, daily = 48, 5
	town := servicetest.NewTown(t)
	shop := town.Shop(t, func(b *loyalty.Business) { b.WhatsApp.DailyCap = daily })
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), slices.Repeat([]loyalty.MessageKind{loyalty.MessageQR}, 200)...)
	sentCount := 0
	for range hours {
		for _, zone := range []string{"Pacific/Kiritimati", "Asia/Tokyo", "Europe/Madrid", "America/Bogota", "Pacific/Pago_Pago"} {
			if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{TimeZone: &zone}, false); err != nil {
				t.Fatal(err)
			}
			sentCount += len(shop.SendMessages())
		}
		shop.Clock.Advance(time.Hour)
	}
	if limit := (hours/24 + 2) * daily; sentCount > limit {
		t.Errorf("%d were sent within %d hours, want no more than %d", sentCount, hours, limit)
	}
}

func TestSendingLimits_UnknownResult_CountsAtLeaseEnd(t *testing.T) {
	t.Parallel()
	shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { l.RatePerMinute = 1 })
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageQR, loyalty.MessageQR)
	if first := shop.ClaimMessages(2); len(first) != 1 {
		t.Fatalf("%d messages were claimed first, want 1", len(first))
	}
	shop.Clock.Advance(queueing.Lease)
	if err := shop.Cases.Queue.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(queueing.RateWindow - time.Millisecond)
	if early := shop.ClaimMessages(2); len(early) != 0 {
		t.Errorf("%d messages were claimed within a minute of the end of the lease, want none", len(early))
	}
	shop.Clock.Advance(time.Millisecond)
	if next := shop.ClaimMessages(2); len(next) != 1 {
		t.Errorf("%d messages were claimed after that minute, want 1", len(next))
	}
}

func TestSendingLimits_ClockSetBack_DelaysNoCode(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t, func(b *loyalty.Business) { b.WhatsApp.RatePerMinute = 1 })
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	claim := func() int {
		t.Helper()
		claimResult, err := shop.Cases.Queue.Claim(t.Context(), messaging.ClaimRequest{BusinessID: shop.Business.ID, Lane: messaging.LaneCodes, Max: 10})
		if err != nil {
			t.Fatal(err)
		}
		for _, message := range claimResult.Messages {
			shop.FinishMessage(message, messaging.Try{Result: messaging.TryAccepted})
		}
		return len(claimResult.Messages)
	}
	shop.Code(ana.Phone)
	shop.Clock.Advance(-time.Hour)
	due, err := shop.Cases.Queue.Businesses(t.Context(), messaging.LaneCodes)
	if err != nil || !slices.Contains(due, shop.Business.ID) {
		t.Errorf("codes are due in %v, %v; want %v in it", due, err, shop.Business.ID)
	}
	if got := claim(); got != 1 {
		t.Errorf("%d codes that were requested before are sent, want 1", got)
	}
	shop.Clock.Advance(-time.Hour)
	shop.Code(berta.Phone)
	if got := claim(); got != 1 {
		t.Errorf("%d codes are sent after the earlier messages, want 1", got)
	}
}

func TestSendingLimits_TryAcrossMidnight_CountsForBothDays(t *testing.T) {
	t.Parallel()
	midnight := time.Date(2026, 3, 31, 22, 0, 0, 0, time.UTC) // in Madrid, also of a month
	for name, want := range map[string]struct {
		finishedAfter time.Duration
		try           messaging.Try
		usage         string
	}{
		"accepted before midnight":            {10 * time.Second, messaging.Try{Result: messaging.TryAccepted}, "2026-03-31 1"},
		"accepted after midnight":             {40 * time.Second, messaging.Try{Result: messaging.TryAccepted}, "2026-03-31 1, 2026-04-01 1"},
		"of unknown outcome before midnight":  {10 * time.Second, messaging.Try{Result: messaging.TryUnknown}, "2026-03-31 1, 2026-04-01 1"},
		"to be retried later, after midnight": {40 * time.Second, messaging.Try{Result: messaging.TryRetryLater}, ""},
		"rejected before midnight":            {10 * time.Second, messaging.Try{Result: messaging.TryRejected}, ""},
		"without a result":                    {0, messaging.Try{}, "2026-03-31 1, 2026-04-01 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageQR)
			shop.Clock.Set(midnight.Add(-30 * time.Second))
			claimedMessages := shop.ClaimMessages(1)
			if got := usage(t, shop); got != "2026-03-31 1, 2026-04-01 1" {
				t.Errorf("during the try the usage is %s, want %q", got, "2026-03-31 1, 2026-04-01 1")
			}
			shop.Clock.Advance(want.finishedAfter)
			if want.try.Result != 0 {
				shop.FinishMessage(claimedMessages[0], want.try)
			}
			if got := usage(t, shop); got != want.usage {
				t.Errorf("after the try the usage is %s, want %s", got, want.usage)
			}
		})
	}
}

func TestSendingLimits_AroundMidnight_CountBothDays(t *testing.T) {
	t.Parallel()
	shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { l.DailyCap = 1 })
	ana := shop.Customer("Ana")
	shop.Clock.Set(time.Date(2026, 3, 31, 21, 59, 30, 0, time.UTC))
	servicetest.QueueMessages(t, shop, ana, loyalty.MessageQR, loyalty.MessageQR)
	claimedMessages := shop.ClaimMessages(2)
	if len(claimedMessages) != 1 {
		t.Fatalf("%d messages were claimed, want 1", len(claimedMessages))
	}
	if hits := shop.Town.Cases.LimitHits.Counts(); hits["messages daily"] != 1 || hits["messages rate"]+hits["messages monthly"] > 0 {
		t.Errorf("the limits that were hit are %v, want one of the day only", hits)
	}
	shop.Clock.Advance(time.Minute) // the first day is over, the try is not
	if more := shop.ClaimMessages(2); len(more) != 0 {
		t.Errorf("the try may still be accepted today, but %d more messages were claimed", len(more))
	}
}
