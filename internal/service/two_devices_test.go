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
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

type counter struct {
	shop      *servicetest.Shop
	customers []loyalty.Customer
	devices   [2]device
	onTheWay  []request                           // requests whose page was closed before the response
	due       map[usecase.IdempotencyKey]dueVisit // for each scan that the server received
	sentKeys  map[usecase.IdempotencyKey]bool     // scans that were sent, not only handed over
	keys      int
}

// device has a page, a storage that outlives the page, and a wrong clock. It has a name until it is revoked.
type device struct {
	namedDevice access.EnrolledDevice
	ahead       time.Duration
	storedScans []scan
}

type scan struct {
	customer loyalty.Customer
	key      usecase.IdempotencyKey
	at       time.Time
	ahead    time.Duration
	refused  bool // the response of its key is a refusal
}

type request struct {
	service.VisitRequest
	due dueVisit
}

type dueVisit struct {
	customer string
	day      loyalty.Day
}

const toMidnight = 14*time.Hour - 2*time.Second

const (
	promptAnswer  = "the answer comes"
	lostAnswer    = "it never arrives"
	cutAnswer     = "the network or the page goes between sending and the answer"
	delayedAnswer = "the page goes, and it arrives after the next page's"
)

// saysItsTimesAfter is the value of lateAfter in web/src/acts/staff/outbox/send.ts.
const saysItsTimesAfter = 10 * time.Second

// townsHistories is the number of histories after which the database is emptied. Many shops make it slow, and so does
// emptying it often.
const townsHistories = 10

// Requests are lost or sent twice, two devices scan, pages crash, clocks are set, devices are revoked. In the end each
// customer must have one visit on each day with a scan. make test-histories runs 10,000 histories.
// Spec: checkin-19, states-13
func TestTwoDevices_RandomOfflineHistory_CountsEachVisitOnce(t *testing.T) {
	town := servicetest.NewTown(t)
	rounds := 0
	rapid.Check(t, func(t1 *rapid.T) {
		if rounds++; rounds%townsHistories == 0 {
			town.Database.Wipe(t)
		}
		town.Clock.Set(time.Date(2026, 3, 27, 9, 0, 0, 0, time.UTC)) // two days before clocks change
		c := &counter{shop: town.Shop(t1), due: map[usecase.IdempotencyKey]dueVisit{}, sentKeys: map[usecase.IdempotencyKey]bool{}}
		for i := range 3 {
			c.customers = append(c.customers, c.shop.Customer(fmt.Sprintf("Cliente %d", i)))
		}
		for i := range c.devices {
			c.devices[i].namedDevice = c.shop.EnrolDevice("Tablet")
			c.devices[i].setClock(t1)
		}
		t1.Repeat(map[string]func(*rapid.T){
			"scan": c.scan, "scan more": c.scan, "send": c.send, "send more": c.send, "arrive": c.arrive,
			"time passes": c.pass, "a clock is set": c.jump, "revoke": c.revoke, "decide": c.decide,
		})
		c.sendAll(t1)
		for _, visit := range c.openHandovers(t1) {
			c.settle(t1, visit)
		}
		c.mustHaveEach(t1)
	})
}

func (c *counter) anyDevice(t *rapid.T) *device {
	return &c.devices[rapid.IntRange(0, 1).Draw(t, "device")]
}

func (d *device) setClock(t *rapid.T) {
	d.ahead = rapid.SampledFrom([]time.Duration{0, 3 * time.Hour, -24 * time.Hour, 40 * time.Second}).Draw(t, "clock ahead")
}

func (c *counter) jump(t *rapid.T) { c.anyDevice(t).setClock(t) }

// scan scans a customer. If the page crashes before the visit is stored, no visit is expected, because the device has not
// confirmed it. If it crashes after that, the customer is scanned again.
func (c *counter) scan(t *rapid.T) {
	d, customer := c.anyDevice(t), rapid.SampledFrom(c.customers).Draw(t, "customer")
	writeCount := rapid.SampledFrom([]int{1, 1, 1, 0, 2}).Draw(t, "written, before the beep")
	for range writeCount {
		c.keys++
		key := usecase.IdempotencyKey(fmt.Sprintf("scan-%d", c.keys))
		d.storedScans = append(d.storedScans, scan{customer: customer, key: key, at: c.clockOf(d), ahead: d.ahead})
	}
}

func (c *counter) clockOf(d *device) time.Time { return c.shop.Clock.Now().Add(d.ahead) }

func (c *counter) pass(t *rapid.T) {
	by := rapid.SampledFrom([]time.Duration{5 * time.Second, 5 * time.Minute, 7 * time.Hour, toMidnight, 16 * time.Hour}).Draw(t, "time")
	for _, d := range c.devices {
		tooLong := func(s scan) bool { return c.shop.Clock.Now().Add(by+s.ahead).Sub(s.at) > loyalty.MaxVisitDelay }
		if slices.ContainsFunc(d.storedScans, tooLong) {
			return
		}
	}
	c.onTheWay = nil
	c.shop.Clock.Advance(by)
}

func (c *counter) send(t *rapid.T) {
	d := c.anyDevice(t)
	if len(d.storedScans) == 0 {
		return
	}
	index := rapid.IntRange(0, len(d.storedScans)-1).Draw(t, "which")
	fate := rapid.SampledFrom([]string{promptAnswer, lostAnswer, cutAnswer, delayedAnswer}).Draw(t, "fate")
	switch fate {
	case delayedAnswer:
		c.onTheWay = append(c.onTheWay, c.request(d, d.storedScans[index]))
	case promptAnswer, cutAnswer:
		c.deliver(t, d, index)
	}
	if fate == promptAnswer {
		d.storedScans = slices.Delete(d.storedScans, index, index+1)
	}
}

func (c *counter) sendAll(t *rapid.T) {
	for i := range c.devices {
		d := &c.devices[i]
		for index := range d.storedScans {
			c.deliver(t, d, index)
		}
		d.storedScans = nil
	}
}

// request returns the request for a scan. If the device's clock was set meanwhile, its times are wrong. The server
// accepts them within limits: a visit of an earlier day waits for the owner, with the time of its scan.
func (c *counter) request(d *device, s scan) request {
	now, due := c.shop.Clock.Now(), dueVisit{customer: s.customer.ID}
	visitRequest := service.VisitRequest{CustomerID: s.customer.ID, Key: s.key}
	wait := c.clockOf(d).Sub(s.at)
	if wait >= saysItsTimesAfter {
		visitRequest.Times = loyalty.VisitTimes{ScannedAt: s.at, SentAt: c.clockOf(d)}
	}
	due.day = c.dayOf(d, s, max(wait, 0))
	if visitRequest.Times.SentAt.IsZero() {
		due.day = c.shop.Business.DayOf(now)
	}
	return request{VisitRequest: visitRequest, due: due}
}

func (c *counter) dayOf(d *device, s scan, wait time.Duration) loyalty.Day {
	if d.ahead == s.ahead {
		return c.shop.Business.DayOf(s.at.Add(-s.ahead))
	}
	return c.shop.Business.DayOf(c.shop.Clock.Now().Add(-min(wait, loyalty.MaxScanAge)))
}

func (c *counter) deliver(t *rapid.T, d *device, index int) {
	s := &d.storedScans[index]
	sentRequest := c.request(d, *s)
	err := c.register(sentRequest)
	// A second scan that is sent without delay is refused. A request with its key gets the same refusal.
	refusable := s.refused || sentRequest.Times.SentAt.Sub(sentRequest.Times.ScannedAt) < loyalty.MinLateDelay
	if err != nil && (!errors.Is(err, loyalty.ErrSameDayVisit) || !refusable) {
		t.Fatalf("a scan at %s was refused with %v", s.at, err)
	}
	s.refused = err != nil
}

func (c *counter) register(sentRequest request) error {
	if !c.sentKeys[sentRequest.Key] { // otherwise the first request counts
		c.sentKeys[sentRequest.Key], c.due[sentRequest.Key] = true, sentRequest.due
	}
	_, err := c.shop.Cases.Visits.Register(context.Background(), c.shop.Barber, sentRequest.VisitRequest)
	return err
}

func (c *counter) arrive(t *rapid.T) {
	if len(c.onTheWay) == 0 {
		return
	}
	index := rapid.IntRange(0, len(c.onTheWay)-1).Draw(t, "which")
	sentRequest := c.onTheWay[index]
	c.onTheWay = slices.Delete(c.onTheWay, index, index+1)
	err := c.register(sentRequest)
	if err != nil && !errors.Is(err, loyalty.ErrSameDayVisit) {
		t.Fatalf("a late scan was refused with %v", err)
	}
	if err != nil {
		c.markRefused(sentRequest.Key)
	}
}

func (c *counter) markRefused(key usecase.IdempotencyKey) {
	for i := range c.devices {
		for k := range c.devices[i].storedScans {
			s := &c.devices[i].storedScans[k]
			s.refused = s.refused || s.key == key
		}
	}
}

// revoke revokes a device and hands over its scans, some of them twice, because responses may be lost. The browser
// continues under another name.
func (c *counter) revoke(t *rapid.T) {
	d := c.anyDevice(t)
	c.shop.RevokeDevice(d.namedDevice)
	var visits []service.HandoverVisit
	for _, s := range d.storedScans {
		visit := c.shop.ScannedVisit(s.customer)
		visit.Name = string(s.key) // lists hide the key
		visit.Key, visit.Times = s.key, loyalty.VisitTimes{ScannedAt: s.at, SentAt: latest(c.clockOf(d), s.at)}
		if !c.sentKeys[s.key] || s.refused { // the owner may accept a refused visit, by these times
			c.due[s.key] = dueVisit{customer: s.customer.ID, day: c.dayOf(d, s, visit.Times.SentAt.Sub(s.at))}
		}
		visits = append(visits, visit)
	}
	lostCount := rapid.IntRange(0, len(visits)).Draw(t, "handed over, and the answer is lost")
	for _, part := range [][]service.HandoverVisit{visits[:lostCount], visits} {
		if _, err := c.shop.Cases.Handovers.Receive(context.Background(), d.namedDevice.Token, part); err != nil {
			t.Fatalf("handing over: %v", err)
		}
	}
	d.storedScans, d.namedDevice = nil, c.shop.EnrolDevice("Tablet")
}

func latest(one, other time.Time) time.Time {
	if one.After(other) {
		return one
	}
	return other
}

func (c *counter) decide(t *rapid.T) {
	if handovers := c.openHandovers(t); len(handovers) > 0 {
		c.settle(t, rapid.SampledFrom(handovers).Draw(t, "visit"))
	}
}

func (c *counter) openHandovers(t *rapid.T) []loyalty.HandoverVisit {
	devices, err := c.shop.Cases.Devices.List(context.Background(), c.shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	var open []loyalty.HandoverVisit
	for _, device := range devices {
		for _, visit := range device.HandoverVisits {
			if visit.Outcome == "" {
				open = append(open, visit.HandoverVisit)
			}
		}
	}
	for _, visit := range c.shop.WaitingVisits() { // of an earlier day
		if visit.Outcome == "" {
			open = append(open, visit)
		}
	}
	return open
}

func (c *counter) settle(t *rapid.T, visit loyalty.HandoverVisit) {
	c.sentKeys[usecase.IdempotencyKey(visit.Name)] = true
	_, err := c.shop.Cases.Handovers.Register(context.Background(), c.shop.Owner, visit.DeviceID, visit.ID)
	if errors.Is(err, loyalty.ErrHandoverVisitSettled) {
		return // accepted already: the same visit was sent and handed over
	}
	if errors.Is(err, loyalty.ErrSameDayVisit) {
		_, err = c.shop.Cases.Handovers.Discard(context.Background(), c.shop.Owner, visit.DeviceID, visit.ID)
	}
	if err != nil {
		t.Fatalf("a visit of %s was refused with %v", visit.At, err)
	}
}

func (c *counter) mustHaveEach(t *rapid.T) {
	if len(c.due) != c.keys {
		t.Fatalf("of %d stored scans, %d were sent or handed over, want all", c.keys, len(c.due))
	}
	due := map[dueVisit]bool{}
	for _, visit := range c.due {
		due[visit] = true
	}
	visits := 0
	for _, customer := range c.customers {
		list, err := c.shop.Cases.Visits.List(context.Background(), c.shop.Owner, customer.ID, usecase.ListRequest{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, visit := range list.Items {
			if visits++; !due[dueVisit{customer.ID, visit.Day}] {
				t.Fatalf("there is a visit on %s without a scan", visit.Day)
			}
		}
	}
	if visits != len(due) {
		t.Fatalf("there are %d visits, want one for each of %d customers and days: %v", visits, len(due), due)
	}
	c.shop.MustHoldInvariants(t)
}
