package service_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// sendingDay is a model of a provider that accepts a message at any moment of
// its try: the latest that the queue has to reckon with.
type sendingDay struct {
	shop     *servicetest.Shop
	underway []service.ClaimedMessage
	accepted []time.Time
}

// moment is a moment from one to another: mostly one of the two, which is where
// limits break.
func moment(t *rapid.T, from, to time.Time) time.Time {
	between := from.Add(to.Sub(from) / 2).Truncate(time.Millisecond)
	return rapid.SampledFrom([]time.Time{from, to, to, between}).Draw(t, "moment")
}

// take takes messages. Each of their tries ends later, or never.
func (d *sendingDay) take(t *rapid.T) {
	d.underway = append(d.underway, d.shop.Claim(rapid.Int64Range(1, 8).Draw(t, "most"))...)
}

// end ends the oldest try in one of the ways that there are.
func (d *sendingDay) end(t *rapid.T) {
	if len(d.underway) == 0 {
		return
	}
	message := d.underway[0]
	d.underway = d.underway[1:]
	now := d.shop.Clock.Now()
	lease := message.ClaimedAt.Add(loyalty.MessageLease)
	if now.After(lease) {
		now = lease // nothing is accepted after that
	}
	switch rapid.IntRange(0, 5).Draw(t, "how") {
	case 0:
		d.shop.Finish(message, service.Try{Result: service.TryLater, Error: "131000"})
	case 1:
		d.shop.Finish(message, service.Try{Result: service.TryNever, Error: "131026"})
	case 2:
		d.accepted = append(d.accepted, moment(t, message.ClaimedAt, lease)) // the answer is lost
		d.shop.Finish(message, service.Try{Result: service.TryUnknown})
	case 3:
		d.accepted = append(d.accepted, moment(t, message.ClaimedAt, lease)) // the worker dies
	default:
		d.accepted = append(d.accepted, moment(t, message.ClaimedAt, now))
		d.shop.Finish(message, service.Try{Result: service.TryAccepted})
	}
}

// pass lets time pass: a moment, or as long as most of a minute.
func (d *sendingDay) pass(t *rapid.T) {
	d.shop.Clock.Advance(time.Duration(rapid.SampledFrom([]int64{1, 500, 15_000, 45_000, 61_000}).Draw(t, "pass")) * time.Millisecond)
	if err := d.shop.Cases.TidyMessages(t.Context()); err != nil {
		t.Fatalf("tidying up: %v", err)
	}
}

// mustKeep fails when a minute, a day or a month has more than the limits let
// through.
func (d *sendingDay) mustKeep(t *rapid.T, limits loyalty.WhatsAppLimits) {
	slices.SortFunc(d.accepted, time.Time.Compare)
	counts := map[string]int64{}
	for i, at := range d.accepted {
		local := at.In(d.shop.Business.Zone)
		counts[local.Format("2006-01-02")]++
		counts[local.Format("2006-01")]++
		if before := i - int(limits.RatePerMinute); before >= 0 && at.Sub(d.accepted[before]) < time.Minute {
			t.Fatalf("more than %d in the minute before %s", limits.RatePerMinute, at)
		}
	}
	for when, count := range counts {
		if len(when) == len("2006-01") && count > limits.MonthlyCap || len(when) > len("2006-01") && count > limits.DailyCap {
			t.Fatalf("%d in %s, the limits are %+v", count, when, limits)
		}
	}
}

func TestLimitsHoldInEveryMinuteDayAndMonthHoweverTriesEnd(t *testing.T) {
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
		queue(t, shop, shop.Customer("Ana"), slices.Repeat([]loyalty.MessageKind{loyalty.MessageQR}, 40)...)
		for range 60 {
			rapid.SampledFrom([]func(*rapid.T){day.take, day.end, day.pass}).Draw(t, "step")(t)
		}
		for len(day.underway) > 0 {
			day.end(t)
		}
		day.mustKeep(t, limits)
	})
}

func TestWhatMayHaveBeenAcceptedLateCountsFromThen(t *testing.T) {
	t.Parallel()
	shop := limited(t, func(l *loyalty.WhatsAppLimits) { l.RatePerMinute = 1 })
	queue(t, shop, shop.Customer("Ana"), loyalty.MessageQR, loyalty.MessageQR)
	if first := shop.Claim(2); len(first) != 1 {
		t.Fatalf("%d were taken", len(first))
	}
	shop.Clock.Advance(loyalty.MessageLease)
	if err := shop.Cases.TidyMessages(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(loyalty.MessageRateWindow - time.Millisecond)
	if early := shop.Claim(2); len(early) != 0 {
		t.Errorf("%d were taken within a minute of the end of the lease", len(early))
	}
	shop.Clock.Advance(time.Millisecond)
	if next := shop.Claim(2); len(next) != 1 {
		t.Errorf("%d were taken after it", len(next))
	}
}
