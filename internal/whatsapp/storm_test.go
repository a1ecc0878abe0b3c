package whatsapp_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp"
	"axioma/internal/whatsapp/graphtest"
)

const (
	stormTime  = 20 * time.Minute
	crashEvery = 40 * time.Second
)

// storm is how much happens: ten thousand messages through three servers on
// PostgreSQL; on SQLite, where there is one server and where the race detector
// watches, a tenth of them.
type storm struct{ servers, share int }

func stormOn(database storetest.Database) storm {
	if database.URL != "" {
		return storm{servers: 3, share: 1}
	}
	return storm{servers: 1, share: 10}
}

// stormShop is a business in the storm: its limits, its messages, and how many
// of those are codes.
type stormShop struct {
	limits   loyalty.WhatsAppLimits
	messages int
	codes    int
}

// shops are the businesses with all their messages.
func (s storm) shops() map[string]stormShop {
	const plenty = 100_000
	shops := map[string]stormShop{
		"libre":  {loyalty.WhatsAppLimits{RatePerMinute: 2000, DailyCap: plenty, MonthlyCap: plenty}, 4000, 300},
		"ritmo":  {loyalty.WhatsAppLimits{RatePerMinute: 90, DailyCap: plenty, MonthlyCap: plenty}, 2500, 1200},
		"diario": {loyalty.WhatsAppLimits{RatePerMinute: 1000, DailyCap: 600, MonthlyCap: plenty}, 1750, 700},
		"mes":    {loyalty.WhatsAppLimits{RatePerMinute: 1000, DailyCap: 900, MonthlyCap: 500}, 1750, 50},
	}
	share := int64(s.share)
	for name, shop := range shops {
		shop.messages, shop.codes = shop.messages/s.share, shop.codes/s.share
		shop.limits.RatePerMinute, shop.limits.DailyCap = shop.limits.RatePerMinute/share, shop.limits.DailyCap/share
		shop.limits.MonthlyCap /= share
		shops[name] = shop
	}
	return shops
}

var errDead = errors.New("the server is dead")

// mortal is a server that may die at any moment: between taking messages and
// sending them, or between sending them and recording it.
type mortal struct {
	*service.Service
	dead atomic.Bool
}

func (m *mortal) ClaimMessages(ctx context.Context, request service.ClaimRequest) (service.Claim, error) {
	claim, err := m.Service.ClaimMessages(ctx, request)
	if m.dead.Load() {
		return service.Claim{}, errDead
	}
	return claim, err
}

func (m *mortal) FinishMessage(ctx context.Context, message service.ClaimedMessage, try service.Try) error {
	if m.dead.Load() {
		return nil
	}
	return m.Service.FinishMessage(ctx, message, try)
}

// crashes runs a server that dies again and again, at moments that differ, each
// time replaced by another at once. The last one is stopped in good order.
func crashes(cases *service.Service, provider whatsapp.Provider, until time.Time) {
	for time.Now().Before(until) {
		server := &mortal{Service: cases}
		stop := work(server, provider, time.Minute)
		life := min(crashEvery/2+rand.N(crashEvery), time.Until(until))
		time.Sleep(life)
		server.dead.Store(time.Now().Before(until))
		stop()
	}
}

// weather makes one request in five go wrong, in every way that there is.
func weather(graphtest.Body) graphtest.Fault {
	time.Sleep(50*time.Millisecond + rand.N(400*time.Millisecond))
	faults := []graphtest.Fault{
		graphtest.LostBefore, graphtest.LostAfter, graphtest.SlowAfter, graphtest.AcceptedLate, graphtest.Overloaded, graphtest.TooFast,
		graphtest.Trouble, graphtest.Proxy, graphtest.Undeliverable, graphtest.Trouble,
	}
	if rand.N(5) > 0 {
		return graphtest.None
	}
	return faults[rand.N(len(faults))]
}

// TestInAStormEachMessageIsAcceptedOnceOrAccountedFor sends thousands of
// messages through servers that crash and a network that fails, around the
// midnight that ends a month.
func TestInAStormEachMessageIsAcceptedOnceOrAccountedFor(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2000, 1, 31, 23, 47, 0, 0, madrid(t))))
		house, storm := openHouse(t, database), stormOn(database)
		graph := graphtest.New(token, version)
		graph.Faults = weather
		provider := cloud(graph.Network(t, func() bool { return rand.N(100) == 0 }))
		for name, shop := range storm.shops() {
			house.business(name, shop.limits)
			house.queue(name, loyalty.MessageOTP, 0, shop.codes)
			house.queue(name, loyalty.MessageReply, shop.codes, shop.messages)
		}
		until := time.Now().Add(stormTime)
		var servers sync.WaitGroup
		for range storm.servers {
			cases := house.cases
			if database.URL != "" { // each server has connections of its own
				cases = openHouse(t, database).cases
			}
			servers.Go(func() { crashes(cases, provider, until) })
		}
		servers.Wait()
		time.Sleep(loyalty.MessageLease)
		if err := house.cases.TidyMessages(t.Context()); err != nil {
			t.Fatal(err)
		}
		accepted, messages := once(t, graph.Accepted()), house.messages()
		mustBeAccountedFor(t, messages, accepted, 10_000/storm.share)
		for name, shop := range storm.shops() {
			mustKeepLimits(t, name, shop.limits, accepted)
		}
	})
}

// mustBeAccountedFor compares what the database says of each message with what
// the provider has.
func mustBeAccountedFor(t *testing.T, messages map[string]loyalty.Message, accepted map[string]graphtest.Accepted, queued int) {
	t.Helper()
	counts := map[loyalty.MessageStatus]int{}
	for id, message := range messages {
		counts[message.Status]++
		at, has := accepted[id]
		switch {
		case message.Status == loyalty.MessageSent && !has:
			t.Errorf("%s is SENT and was never accepted", id)
		case message.Status == loyalty.MessageSending:
			t.Errorf("%s is SENDING when nobody works any more", id)
		case message.Status != loyalty.MessageSent && message.Status != loyalty.MessageUnknown && has:
			t.Errorf("%s is %s and was accepted", id, message.Status)
		case has && !message.ExpiresAt.IsZero() && at.At.After(message.ExpiresAt):
			t.Errorf("code %s was accepted %s after it expired", id, at.At.Sub(message.ExpiresAt))
		}
	}
	t.Logf("%d messages: %v; %d accepted", len(messages), counts, len(accepted))
	if len(messages) != queued || len(accepted) < queued/2 {
		t.Errorf("%d messages of %d, %d accepted", len(messages), queued, len(accepted))
	}
	for _, status := range []loyalty.MessageStatus{
		loyalty.MessageSent, loyalty.MessageUnknown, loyalty.MessageFailed, loyalty.MessageDropped, loyalty.MessageQueued,
	} {
		if counts[status] == 0 {
			t.Errorf("no message is %s: the storm was none", status)
		}
	}
}

// mustKeepLimits fails when a minute, a day or a month has more accepted
// messages than a business may send.
func mustKeepLimits(t *testing.T, business string, limits loyalty.WhatsAppLimits, accepted map[string]graphtest.Accepted) {
	t.Helper()
	var times []time.Time
	for id, message := range accepted {
		if strings.HasPrefix(id, business+"-") {
			times = append(times, message.At.In(madrid(t)))
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	days, fullest := map[string]int64{}, 0
	for i, at := range times {
		days[at.Format("2006-01-02")]++
		days[at.Format("2006-01")]++
		before := i - 1
		for before >= 0 && at.Sub(times[before]) < time.Minute {
			before--
		}
		fullest = max(fullest, i-before)
	}
	t.Logf("%s: %d accepted, at most %d in a minute, %v", business, len(times), fullest, days)
	if int64(fullest) > limits.RatePerMinute {
		t.Errorf("%s: %d in a minute, the limit is %d", business, fullest, limits.RatePerMinute)
	}
	for when, used := range days {
		most := limits.DailyCap
		if len(when) == len("2006-01") {
			most = limits.MonthlyCap
		}
		if used > most {
			t.Errorf("%s: %d in %s, the limit is %d", business, used, when, most)
		}
	}
	if len(times) == 0 {
		t.Errorf("%s sent nothing", business)
	}
}
