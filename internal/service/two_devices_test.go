package service_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// counter is what two devices do that keep their visits while they have no network.
type counter struct {
	shop      *servicetest.Shop
	customers []loyalty.Customer
	devices   [2]device
	seen      map[string]bool // "customer day" of every scan
	keys      int
}

// device keeps what it has scanned until an answer has come, by a clock that is wrong.
// It has a name, until it is revoked and takes another.
type device struct {
	named   service.EnrolledDevice
	ahead   time.Duration
	waiting []scan
}

type scan struct {
	customer loyalty.Customer
	key      service.Key
	at       time.Time // by the device's clock
	refused  bool      // the answer to its key
}

// TestTwoDevicesWithoutNetworkLoseAndDoubleNothing wants, when all has been sent,
// one visit for each customer and day on which she was scanned, whatever was cut off,
// sent twice, or scanned on both, and whichever of them is revoked meanwhile.
func TestTwoDevicesWithoutNetworkLoseAndDoubleNothing(t *testing.T) {
	town := servicetest.NewTown(t)
	rapid.Check(t, func(t1 *rapid.T) {
		town.Database.Wipe(t)
		town.Clock.Set(time.Date(2026, 3, 27, 9, 0, 0, 0, time.UTC)) // two days before the clocks change
		c := &counter{shop: town.Shop(t1), seen: map[string]bool{}}
		for i := range 3 {
			c.customers = append(c.customers, c.shop.Customer(fmt.Sprintf("Cliente %d", i)))
		}
		for i := range c.devices {
			c.devices[i].named = c.shop.Device("Tablet")
			c.devices[i].ahead = rapid.SampledFrom([]time.Duration{0, 3 * time.Hour, -24 * time.Hour, 40 * time.Second}).Draw(t1, "clock ahead")
		}
		t1.Repeat(map[string]func(*rapid.T){
			"scan": c.scan, "scan more": c.scan, "send": c.send, "time passes": c.pass, "revoke": c.revoke, "decide": c.decide,
		})
		for i := range c.devices {
			for len(c.devices[i].waiting) > 0 {
				c.deliver(t1, &c.devices[i], 0, false)
			}
		}
		for _, visit := range c.handedOver(t1) {
			c.settle(t1, visit)
		}
		c.mustHaveEach(t1)
	})
}

func (c *counter) anyDevice(t *rapid.T) *device {
	return &c.devices[rapid.IntRange(0, 1).Draw(t, "device")]
}

func (c *counter) scan(t *rapid.T) {
	d, customer := c.anyDevice(t), rapid.SampledFrom(c.customers).Draw(t, "customer")
	now := c.shop.Clock.Now()
	c.keys++
	d.waiting = append(d.waiting, scan{customer: customer, key: service.Key(fmt.Sprintf("scan-%d", c.keys)), at: now.Add(d.ahead)})
	c.seen[customer.ID+" "+string(c.shop.Business.DayOf(now))] = true
}

// pass lets time pass, but for what would leave a scan lying for over three days.
func (c *counter) pass(t *rapid.T) {
	by := rapid.SampledFrom([]time.Duration{time.Second, 5 * time.Minute, 7 * time.Hour, 16 * time.Hour}).Draw(t, "time")
	for _, d := range c.devices {
		tooLong := func(s scan) bool { return c.shop.Clock.Now().Add(d.ahead+by).Sub(s.at) > loyalty.LongestWait }
		if slices.ContainsFunc(d.waiting, tooLong) {
			return
		}
	}
	c.shop.Clock.Advance(by)
}

// send tries one of what waits, whose answer may be lost: then it waits on.
func (c *counter) send(t *rapid.T) {
	if d := c.anyDevice(t); len(d.waiting) > 0 {
		c.deliver(t, d, rapid.IntRange(0, len(d.waiting)-1).Draw(t, "which"), rapid.Bool().Draw(t, "the answer is lost"))
	}
}

func (c *counter) deliver(t *rapid.T, d *device, which int, lost bool) {
	sent := d.waiting[which]
	times := loyalty.VisitTimes{ScannedAt: sent.at, SentAt: c.shop.Clock.Now().Add(d.ahead)}
	_, err := c.shop.Cases.RegisterVisit(context.Background(), c.shop.Barber,
		service.VisitRequest{CustomerID: sent.customer.ID, Key: sent.key, Times: times})
	// On the spot, a second scan of a day is refused, and stays so under its key.
	refusable := sent.refused || times.SentAt.Sub(times.ScannedAt) < loyalty.ShortestWait
	if err != nil && (!errors.Is(err, loyalty.ErrSameDayVisit) || !refusable) {
		t.Fatalf("a scan of %s was refused with %v", sent.at, err)
	}
	d.waiting[which].refused = err != nil
	if !lost {
		d.waiting = slices.Delete(d.waiting, which, which+1)
	}
}

// revoke ends a device, which hands over what it has still to send, some of it twice,
// since an answer to that may be lost too. The browser goes on under another name.
func (c *counter) revoke(t *rapid.T) {
	d := c.anyDevice(t)
	c.shop.Revoke(d.named)
	var visits []service.HandedOver
	for _, s := range d.waiting {
		visit := c.shop.Scanned(s.customer)
		visit.Key, visit.Times = s.key, loyalty.VisitTimes{ScannedAt: s.at, SentAt: c.shop.Clock.Now().Add(d.ahead)}
		visits = append(visits, visit)
	}
	lost := rapid.IntRange(0, len(visits)).Draw(t, "handed over, and the answer is lost")
	for _, some := range [][]service.HandedOver{visits[:lost], visits} {
		if _, err := c.shop.Cases.HandOver(context.Background(), d.named.Token, some); err != nil {
			t.Fatalf("handing over: %v", err)
		}
	}
	d.waiting, d.named = nil, c.shop.Device("Tablet")
}

// decide lets the owner decide about one of the visits that were handed over.
func (c *counter) decide(t *rapid.T) {
	if handed := c.handedOver(t); len(handed) > 0 {
		c.settle(t, rapid.SampledFrom(handed).Draw(t, "visit"))
	}
}

func (c *counter) handedOver(t *rapid.T) []loyalty.HandedVisit {
	devices, err := c.shop.Cases.Devices(context.Background(), c.shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	var open []loyalty.HandedVisit
	for _, listed := range devices {
		for _, visit := range listed.Handed {
			if visit.Outcome == "" {
				open = append(open, visit.HandedVisit)
			}
		}
	}
	return open
}

// settle registers a visit that was handed over. Only what was refused at the counter
// already is refused again, and then given up.
func (c *counter) settle(t *rapid.T, visit loyalty.HandedVisit) {
	_, err := c.shop.Cases.RegisterHanded(context.Background(), c.shop.Owner, visit.DeviceID, visit.ID)
	if errors.Is(err, loyalty.ErrSameDayVisit) {
		_, err = c.shop.Cases.DiscardHanded(context.Background(), c.shop.Owner, visit.DeviceID, visit.ID)
	}
	if err != nil {
		t.Fatalf("a visit of %s was refused with %v", visit.At, err)
	}
}

func (c *counter) mustHaveEach(t *rapid.T) {
	visits := 0
	for _, customer := range c.customers {
		listed, err := c.shop.Cases.Visits(context.Background(), c.shop.Owner, customer.ID, service.ListRequest{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, visit := range listed.Items {
			if visits++; !c.seen[customer.ID+" "+string(visit.Day)] {
				t.Fatalf("a visit on %s that nobody scanned", visit.Day)
			}
		}
	}
	if visits != len(c.seen) {
		t.Fatalf("%d visits of %d customers and days: %v", visits, len(c.seen), c.seen)
	}
	c.shop.MustKeepTheRules(t)
}
