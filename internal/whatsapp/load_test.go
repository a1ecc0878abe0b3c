package whatsapp_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp"
	"axioma/internal/whatsapp/graphtest"
)

const (
	stormTime  = 12 * time.Minute
	crashEvery = 40 * time.Second
)

// storm sends ten thousand messages divided by share, on three servers with PostgreSQL and one with SQLite. TEST_EFFORT
// lowers share.
type storm struct{ servers, share int }

const mostForOne = 5

func stormOn(database storetest.Database) storm {
	few := storm{servers: 1, share: max(mostForOne, 20/servicetest.Effort())}
	switch {
	case database.URL == "":
		return few
	case testing.Short():
		return storm{servers: 3, share: few.share}
	}
	return storm{servers: 3, share: max(1, 10/servicetest.Effort())}
}

type stormShop struct {
	limits    loyalty.WhatsAppLimits
	messages  int
	codes     int
	pictures  int
	greetings int
}

func (s storm) shops() map[string]stormShop {
	const plenty = 100_000
	shops := map[string]stormShop{
		"libre":  {loyalty.WhatsAppLimits{RatePerMinute: 2000, DailyCap: plenty, MonthlyCap: plenty}, 4000, 300, 200, 800},
		"ritmo":  {loyalty.WhatsAppLimits{RatePerMinute: 90, DailyCap: plenty, MonthlyCap: plenty}, 2500, 1200, 200, 0},
		"diario": {loyalty.WhatsAppLimits{RatePerMinute: 1000, DailyCap: 600, MonthlyCap: plenty}, 1800, 700, 200, 0},
		"mes":    {loyalty.WhatsAppLimits{RatePerMinute: 1000, DailyCap: 900, MonthlyCap: 500}, 1700, 50, 200, 0},
	}
	share := int64(s.share)
	for name, shop := range shops {
		shop.messages, shop.codes = shop.messages/s.share, shop.codes/s.share
		shop.pictures, shop.greetings = shop.pictures/s.share, shop.greetings/s.share
		shop.limits.RatePerMinute, shop.limits.DailyCap = shop.limits.RatePerMinute/share, shop.limits.DailyCap/share
		shop.limits.MonthlyCap /= share
		shops[name] = shop
	}
	return shops
}

var errDead = errors.New("the server is dead")

// mortal is a server that may crash after claiming, sending or recording.
type mortal struct {
	*messaging.Queue
	dead atomic.Bool
}

func (m *mortal) Claim(ctx context.Context, request messaging.ClaimRequest) (messaging.Claim, error) {
	claim, err := m.Queue.Claim(ctx, request)
	if m.dead.Load() {
		return messaging.Claim{}, errDead
	}
	return claim, err
}

func (m *mortal) Finish(ctx context.Context, message messaging.ClaimedMessage, try messaging.Try) error {
	if m.dead.Load() {
		return nil
	}
	return m.Queue.Finish(ctx, message, try)
}

func crashRepeatedly(cases *service.Service, provider whatsapp.Provider, until time.Time, luck *rand.Rand) {
	for time.Now().Before(until) {
		server := &mortal{Queue: cases.Queue}
		stop := work(server, provider, time.Minute)
		life := min(crashEvery/2+upTo(luck, crashEvery), time.Until(until))
		time.Sleep(life)
		server.dead.Store(time.Now().Before(until))
		stop()
	}
}

func crashingListeners(cases *service.Service, until time.Time, luck *rand.Rand) {
	for time.Now().Before(until) {
		life, crash := context.WithTimeout(context.Background(), min(crashEvery/2+upTo(luck, crashEvery), time.Until(until)))
		whatsapp.NewNoticeProcessor(cases.Inbox, quietLog()).Run(life)
		crash()
	}
}

func upTo(luck *rand.Rand, most time.Duration) time.Duration {
	return time.Duration(luck.Int64N(int64(most)))
}

// randomFault lets one request in five fail, in every possible way.
func randomFault(luck *rand.Rand) graphtest.Fault {
	time.Sleep(50*time.Millisecond + upTo(luck, 400*time.Millisecond))
	faults := []graphtest.Fault{
		graphtest.LostBefore, graphtest.LostAfter, graphtest.SlowAfter, graphtest.AcceptedLate, graphtest.Overload, graphtest.TooFast,
		graphtest.Trouble, graphtest.Proxy, graphtest.Undeliverable, graphtest.Trouble,
	}
	if luck.IntN(5) > 0 {
		return graphtest.None
	}
	return faults[luck.IntN(len(faults))]
}

type loadTest struct {
	storm
	*house
	database storetest.Database
	graph    *graphtest.Graph
	servers  []*service.Service
	chance   servicetest.RandomSource
	teller   *rand.Rand
	mutex    sync.Mutex
	requests map[string]int
}

func begin(t *testing.T, database storetest.Database) *loadTest {
	chance := servicetest.NewRandomSource(t)
	s := &loadTest{
		storm: stormOn(database), house: newFixture(t, database), database: database, graph: newGraph(),
		chance: chance, teller: chance.Rand("teller"), requests: map[string]int{},
	}
	s.graph.NoPairLimit = true // most messages are replies to one customer
	s.graph.OpenWindow(phoneOfAna, time.Now())
	s.graph.Random = func(key string) *rand.Rand { return chance.Rand("graph", key) }
	s.graph.Faults = func(body graphtest.Body) graphtest.Fault { return randomFault(s.request(body.MessageID)) }
	s.graph.PictureFaults = func() graphtest.Fault { return randomFault(s.request("a picture")) }
	s.servers = []*service.Service{s.cases}
	for len(s.servers) < s.storm.servers {
		s.servers = append(s.servers, newFixture(t, database).cases)
	}
	for name, shop := range s.shops() {
		s.business(name, shop.limits)
		pictures, replies := shop.codes+shop.pictures, shop.messages-shop.greetings
		s.queue(name, loyalty.MessageOTP, 0, shop.codes)
		s.queue(name, loyalty.MessageQR, shop.codes, pictures)
		s.queue(name, loyalty.MessageReply, pictures, replies)
		s.greet(name, replies, shop.messages)
	}
	return s
}

func (s *loadTest) request(message string) *rand.Rand {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.requests[message]++
	return s.chance.Rand("request", message, s.requests[message])
}

func (s *loadTest) greet(business string, from, to int) {
	s.t.Helper()
	for i := from; i < to; i++ {
		phone, luck := fmt.Sprintf("+346%08d", i), s.chance.Rand("greeting", i)
		message := loyalty.Message{
			ID: fmt.Sprintf("%s-%05d", business, i), CustomerID: fmt.Sprintf("greeted-%05d", i), Phone: phone, Kind: loyalty.MessageBirthday,
			Text: "Feliz cumpleaños", CreatedAt: time.Now(), NextTryAt: time.Now().Add(upTo(luck, stormTime/2)),
		}
		if err := s.store.InBusiness(s.t.Context(), business, func(tx *store.Tx) error { return greeting(tx, message) }); err != nil {
			s.t.Fatal(err)
		}
		switch at := time.Now().Add(upTo(luck, stormTime/2)); i % 4 {
		case 0:
			s.graph.WriteText(phone, "BAJA", at)
		case 1:
			s.graph.StopMarketing(phone, at)
		}
	}
}

func greeting(tx *store.Tx, m loyalty.Message) error {
	_, err := tx.Customers().Insert(loyalty.Customer{ID: m.CustomerID, Name: "Ana García", Phone: m.Phone, CreatedAt: m.CreatedAt},
		loyalty.Card{ID: "card-" + m.CustomerID, CustomerID: m.CustomerID})
	if err != nil {
		return err
	}
	for _, kind := range []loyalty.ConsentKind{loyalty.ConsentWhatsApp, loyalty.ConsentPromotions} {
		err := tx.Consents().Insert(loyalty.Consent{
			ID: string(kind) + m.CustomerID, CustomerID: m.CustomerID, Kind: kind, Granted: true, At: m.CreatedAt,
			Form: loyalty.FormRegistration, TextVersion: loyalty.ConsentTextVersion,
		})
		if err != nil {
			return err
		}
	}
	return tx.Messages().Insert(m)
}

func (s *loadTest) tell(notices [][]byte) {
	for _, notice := range notices {
		if err := s.servers[s.teller.IntN(len(s.servers))].Inbox.StoreNotice(s.t.Context(), notice); err != nil {
			s.t.Error(err)
		}
	}
}

func (s *loadTest) runRandomLoad() {
	unreachable := func() bool { return s.request("a connection").IntN(100) == 0 }
	provider, until := cloud(s.graph.Network(s.t, unreachable)), time.Now().Add(stormTime)
	var work sync.WaitGroup
	for i, cases := range s.servers {
		work.Go(func() { crashRepeatedly(cases, provider, until, s.chance.Rand("server", i)) })
		work.Go(func() { crashingListeners(cases, until, s.chance.Rand("listener", i)) })
	}
	work.Go(func() {
		for time.Now().Before(until) {
			time.Sleep(upTo(s.teller, 4*time.Second))
			s.tell(s.graph.DueNotices(time.Now()))
		}
	})
	work.Wait()
}

func (s *loadTest) settle() {
	time.Sleep(queueing.Lease)
	if err := s.cases.Queue.CleanUp(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	s.tell(s.graph.RemainingNotices())
	ctx, stop := context.WithCancel(s.t.Context())
	var listening sync.WaitGroup
	for _, cases := range s.servers {
		listening.Go(func() { whatsapp.NewNoticeProcessor(cases.Inbox, quietLog()).Run(ctx) })
	}
	defer listening.Wait()
	defer stop()
	for range 60 {
		if time.Sleep(time.Minute); s.database.Rows(s.t, "SELECT count(*) FROM notices WHERE done_at IS NULL")[0] == "0" {
			return
		}
	}
	s.t.Error("some notices are not processed")
}

// Servers crash and the network fails around a midnight at the end of a month. Notices come late,
// repeated and out of order.
// Spec: product-6
func TestWorker_LoadWithCrashes_SendsEachMessageAtMostOnce(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2000, 1, 31, 23, 53, 0, 0, madrid(t))))
		storm := begin(t, database)
		storm.runRandomLoad()
		storm.settle()
		acceptedMessages, messages := mustBeAcceptedOnce(t, storm.graph.AcceptedMessages()), storm.messages()
		mustBeAccountedFor(t, messages, acceptedMessages, 10_000/storm.share)
		mustHaveReportedState(t, messages, acceptedMessages, storm.graph.Statuses())
		storm.mustRespectWhoOptedOut(messages, acceptedMessages)
		for name, shop := range storm.shops() {
			mustKeepLimits(t, name, shop.limits, messages, acceptedMessages)
		}
	})
}

func mustBeAccountedFor(t *testing.T, messages map[string]loyalty.Message, acceptedMessages map[string]graphtest.AcceptedMessage, queuedCount int) {
	t.Helper()
	counts, ours := map[loyalty.MessageStatus]int{}, 0
	for id, message := range messages {
		counts[message.Status]++
		at, has := acceptedMessages[id]
		switch {
		case message.Status == loyalty.MessageSending:
			t.Errorf("%s is SENDING after all workers have stopped", id)
		case has != isSent(message) && message.Status != loyalty.MessageFailed:
			t.Errorf("%s is %s, but the stand-in accepted it: %t", id, message.Status, has)
		case has && !message.ExpiresAt.IsZero() && at.At.After(message.ExpiresAt):
			t.Errorf("code %s was accepted %s after it expired", id, at.At.Sub(message.ExpiresAt))
		}
		if strings.Contains(id, "-") {
			ours++
		}
	}
	t.Logf("%d messages: %v; %d accepted", len(messages), counts, len(acceptedMessages))
	if ours != queuedCount || len(acceptedMessages) < queuedCount/2 {
		t.Errorf("%d messages of %d, %d accepted", ours, queuedCount, len(acceptedMessages))
	}
	for _, status := range []loyalty.MessageStatus{
		loyalty.MessageSent, loyalty.MessageDelivered, loyalty.MessageRead, loyalty.MessageUnknown, loyalty.MessageFailed,
		loyalty.MessageDropped, loyalty.MessageQueued,
	} {
		if counts[status] == 0 {
			t.Errorf("the load left no message with the status %s", status)
		}
	}
}

func isSent(m loyalty.Message) bool {
	return m.Status == loyalty.MessageSent || m.Status == loyalty.MessageDelivered || m.Status == loyalty.MessageRead
}

// mustHaveReportedState expects the most advanced reported state. Delivered ranks above failed.
func mustHaveReportedState(t *testing.T, messages map[string]loyalty.Message, acceptedMessages map[string]graphtest.AcceptedMessage, statuses []graphtest.Status) {
	t.Helper()
	order := []string{"", "sent", "failed", "delivered", "read"}
	furthest := map[string]int{}
	for _, status := range statuses {
		furthest[status.MessageID] = max(furthest[status.MessageID], slices.Index(order, status.State))
	}
	for id, by := range acceptedMessages {
		message := messages[id]
		if want := strings.ToUpper(order[furthest[id]]); string(message.Status) != want {
			t.Errorf("%s is %s, but its last report makes it %s", id, message.Status, want)
		}
		if message.ProviderID != by.ProviderID {
			t.Errorf("%s has the provider's id %q, want %q", id, message.ProviderID, by.ProviderID)
		}
	}
}

func (s *loadTest) mustRespectWhoOptedOut(messages map[string]loyalty.Message, acceptedMessages map[string]graphtest.AcceptedMessage) {
	s.t.Helper()
	optOutTimes := map[string]time.Time{}
	for _, row := range s.database.Rows(s.t, "SELECT customer_id, given_at FROM consents WHERE kind = 'WHATSAPP' AND NOT granted") {
		customer, at, _ := strings.Cut(row, " ")
		since, err := strconv.ParseInt(at, 10, 64)
		if _, twice := optOutTimes[customer]; twice || err != nil {
			s.t.Errorf("%s opted out twice, or at %q", customer, at)
		}
		optOutTimes[customer] = time.UnixMilli(since)
	}
	confirmations, greetingCount, dropCount := map[string]int{}, 0, 0
	for id, message := range messages {
		at, has := acceptedMessages[id]
		switch since, stopped := optOutTimes[message.CustomerID]; {
		case !strings.Contains(id, "-"):
			confirmations[message.CustomerID]++
		case message.Kind != loyalty.MessageBirthday:
		case stopped && has && at.At.After(since.Add(queueing.Lease)):
			s.t.Errorf("%s was accepted %s after its customer opted out", id, at.At.Sub(since))
		case has:
			greetingCount++
		case stopped && message.Status == loyalty.MessageDropped:
			dropCount++
		}
	}
	s.t.Logf("%d opted out; %d greetings accepted, %d dropped", len(optOutTimes), greetingCount, dropCount)
	if want := s.shops()["libre"].greetings / 2; len(optOutTimes) != want || len(confirmations) != want || greetingCount == 0 || dropCount == 0 {
		s.t.Errorf("%d of %d opted out, %d got a confirmation; %d greetings accepted, %d dropped", len(optOutTimes), want, len(confirmations), greetingCount, dropCount)
	}
	for customer, times := range confirmations {
		if times != 1 {
			s.t.Errorf("%s gets %d confirmations of the opt-out", customer, times)
		}
	}
}

func mustKeepLimits(
	t *testing.T, business string, limits loyalty.WhatsAppLimits, messages map[string]loyalty.Message, acceptedMessages map[string]graphtest.AcceptedMessage,
) {
	t.Helper()
	var times []time.Time
	for id, message := range acceptedMessages {
		if messages[id].BusinessID == business {
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
		limit := limits.DailyCap
		if len(when) == len("2006-01") {
			limit = limits.MonthlyCap
		}
		if used > limit {
			t.Errorf("%s: %d in %s, the limit is %d", business, used, when, limit)
		}
	}
	if len(times) == 0 {
		t.Errorf("%s sent nothing", business)
	}
}
