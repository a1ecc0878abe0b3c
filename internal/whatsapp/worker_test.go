package whatsapp_test

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/messaging"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp/graphtest"
)

func TestWorker_QueuedMessage_IsSentAtOnce(t *testing.T) {
	withFixture(t, loyalty.DefaultWhatsAppLimits(), func(t *testing.T, house *house) {
		graph, provider := standIn(t)
		stop := work(house.cases.Queue, provider, time.Minute)
		time.Sleep(10*time.Minute + 300*time.Millisecond) // between two polls
		queuedAt := time.Now()
		house.queue("uno", loyalty.MessageOTP, 0, 1)
		synctest.Wait()
		stop()
		acceptedMessages := graph.AcceptedMessages()
		if len(acceptedMessages) != 1 || acceptedMessages[0].At.Sub(queuedAt) > 0 {
			t.Errorf("the accepted messages are %+v, want one as soon as it was queued at %s", acceptedMessages, queuedAt)
		}
		if got := house.messageStates("uno", 1); got != "SENT" {
			t.Errorf("the message is %s, want SENT", got)
		}
	})
}

func TestWorker_Stopped_FinishesRunningTries(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		patience time.Duration
		first    string
	}{
		"within the timeout":      {time.Minute, "SENT"},
		"longer than the timeout": {time.Second, "UNKNOWN"},
	} {
		t.Run(name, func(t *testing.T) {
			withFixture(t, loyalty.WhatsAppLimits{RatePerMinute: 100, DailyCap: 100, MonthlyCap: 100}, func(t *testing.T, house *house) {
				graph, provider := standIn(t)
				graph.Faults = func(graphtest.Body) graphtest.Fault {
					time.Sleep(5 * time.Second)
					return graphtest.None
				}
				house.queue("uno", loyalty.MessageReply, 0, 20)
				stop := work(house.cases.Queue, provider, want.patience)
				time.Sleep(2 * time.Second)
				stop()
				states := map[loyalty.MessageStatus]int{}
				for _, message := range house.messages() {
					states[message.Status]++
				}
				if states[loyalty.MessageStatus(want.first)] != 8 || states[loyalty.MessageQueued] != 12 {
					t.Errorf("after the stop, the states are %v, want 8 of the first status and 12 queued", states)
				}
				defer work(house.cases.Queue, provider, time.Minute)()
				time.Sleep(time.Minute)
				mustBeAcceptedOnce(t, graph.AcceptedMessages())
			})
		})
	}
}

func mustBeAcceptedOnce(t *testing.T, acceptedMessages []graphtest.AcceptedMessage) map[string]graphtest.AcceptedMessage {
	t.Helper()
	first := map[string]graphtest.AcceptedMessage{}
	for _, message := range acceptedMessages {
		if before, twice := first[message.MessageID]; twice {
			t.Errorf("%s was accepted at %s and at %s", message.MessageID, before.At, message.At)
		}
		first[message.MessageID] = message
	}
	return first
}

func TestWorker_BusyBusiness_DoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	synctest.Test(t, func(t *testing.T) {
		house := newFixture(t, database)
		plenty := loyalty.WhatsAppLimits{RatePerMinute: 10_000, DailyCap: 10_000, MonthlyCap: 10_000}
		house.business("muchos", plenty)
		house.business("pocos", plenty)
		graph, provider := standIn(t)
		graph.NoPairLimit = true
		graph.Faults = func(graphtest.Body) graphtest.Fault {
			time.Sleep(time.Second)
			return graphtest.None
		}
		house.queue("muchos", loyalty.MessageReply, 0, 400)
		defer work(house.cases.Queue, provider, time.Minute)()
		time.Sleep(10 * time.Second)
		queuedAt := time.Now()
		house.queue("pocos", loyalty.MessageReply, 0, 3)
		house.queue("muchos", loyalty.MessageOTP, 400, 401)
		time.Sleep(time.Minute)
		acceptedMessages := mustBeAcceptedOnce(t, graph.AcceptedMessages())
		for id, patience := range map[string]time.Duration{"pocos-00002": 3 * time.Second, "muchos-00400": time.Second} {
			if waitTime := acceptedMessages[id].At.Sub(queuedAt); waitTime < 0 || waitTime > patience {
				t.Errorf("%s was accepted %s after it was queued, want 0 to %s", id, waitTime, patience)
			}
		}
		if len(acceptedMessages) != 404 {
			t.Errorf("%d messages were accepted, want 404", len(acceptedMessages))
		}
	})
}

func TestWorker_RefusedSender_PausesAndReportsIt(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		fault graphtest.Fault
		hold  loyalty.MessageHold
		tries int64
	}{
		"an invalid token": {graphtest.BadToken, loyalty.HeldBySetup, 10},
		"spam complaints":  {graphtest.Spam, loyalty.HeldByProvider, 1},
	} {
		t.Run(name, func(t *testing.T) {
			withFixture(t, loyalty.DefaultWhatsAppLimits(), func(t *testing.T, house *house) {
				graph, provider := standIn(t)
				var tries atomic.Int64
				var isRepaired atomic.Bool
				graph.Faults = func(graphtest.Body) graphtest.Fault {
					tries.Add(1)
					if isRepaired.Load() {
						return graphtest.None
					}
					return want.fault
				}
				stop := work(house.cases.Queue, provider, time.Minute)
				house.queue("uno", loyalty.MessageReply, 0, 1)
				time.Sleep(time.Second)
				house.queue("uno", loyalty.MessageReply, 1, 12)
				time.Sleep(9 * time.Minute)
				synctest.Wait()
				for id, message := range house.messages() {
					if message.Status != loyalty.MessageQueued || message.HeldBy != want.hold {
						t.Errorf("%s is %s, held by %q; want QUEUED with the hold of this fault", id, message.Status, message.HeldBy)
					}
				}
				if got := tries.Load(); got < 1 || got > 8*want.tries {
					t.Errorf("a number on hold made %d tries; want at least 1 and at most %d", got, 8*want.tries)
				}
				isRepaired.Store(true)
				time.Sleep(time.Hour)
				stop()
				if acceptedMessages := mustBeAcceptedOnce(t, graph.AcceptedMessages()); len(acceptedMessages) != 12 {
					t.Errorf("in the end %d messages were accepted, want 12", len(acceptedMessages))
				}
			})
		})
	}
}

func TestWorker_RefusedNumber_HoldsOnlyItsMessages(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		refusedSender string
		states        string
	}{
		"the business's own number": {"555", "SENT: QUEUED:SETUP SENT:"},
		"the platform's number":     {platform, "QUEUED:SETUP SENT: QUEUED:SETUP"},
	} {
		t.Run(name, func(t *testing.T) {
			withFixture(t, loyalty.WhatsAppLimits{RatePerMinute: 100, DailyCap: 100, MonthlyCap: 100, PhoneNumberID: "555"}, func(t *testing.T, house *house) {
				sendNoCodes(t, house)
				tries := map[string]int{}
				var mutex sync.Mutex
				provider := trip(func(r *http.Request) (*http.Response, error) {
					sender := strings.Split(r.URL.Path, "/")[2]
					mutex.Lock()
					defer mutex.Unlock()
					if tries[sender]++; sender == test.refusedSender {
						return fixedResponse{status: http.StatusUnauthorized, body: `{"error":{"code":190}}`}.RoundTrip(r)
					}
					return fixedResponse{status: http.StatusOK, body: `{"id":"1","messages":[{"id":"wamid.` + strconv.Itoa(tries[sender]) + sender + `"}]}`}.RoundTrip(r)
				})
				defer work(house.cases.Queue, cloud(provider), time.Minute)()
				house.queue("uno", loyalty.MessageOTP, 0, 1)
				house.queue("uno", loyalty.MessageQR, 1, 2)
				time.Sleep(5 * time.Second)
				house.queue("uno", loyalty.MessageOTP, 2, 3)
				time.Sleep(15 * time.Second)
				synctest.Wait()
				var states []string
				all := house.messages()
				for _, id := range []string{"uno-00000", "uno-00001", "uno-00002"} {
					states = append(states, string(all[id].Status)+":"+string(all[id].HeldBy))
				}
				if got := strings.Join(states, " "); got != test.states || tries[test.refusedSender] != 1 {
					t.Errorf("got the states %s after %v tries", got, tries)
				}
			})
		})
	}
}

func TestWorker_RefusedTemplate_HoldsNoOther(t *testing.T) {
	withFixture(t, loyalty.DefaultWhatsAppLimits(), func(t *testing.T, house *house) {
		var isApproved atomic.Bool
		provider := trip(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			if strings.Contains(string(body), `"type":"template"`) && !isApproved.Load() {
				return fixedResponse{status: http.StatusNotFound, body: `{"error":{"code":132001}}`}.RoundTrip(r)
			}
			return fixedResponse{status: http.StatusOK, body: `{"id":"1","messages":[{"id":"wamid.` + strconv.Itoa(len(body)) + `"}]}`}.RoundTrip(r)
		})
		defer work(house.cases.Queue, cloud(provider), time.Minute)()
		house.queue("uno", loyalty.MessageQR, 0, 1)
		time.Sleep(5 * time.Second)
		house.queue("uno", loyalty.MessageReply, 1, 2)
		time.Sleep(time.Hour)
		synctest.Wait()
		if got := house.messageStates("uno", 2); got != "QUEUED SENT" {
			t.Errorf("the states are %s, want QUEUED for the template and SENT for the reply", got)
		}
		isApproved.Store(true)
		time.Sleep(6 * time.Minute)
		synctest.Wait()
		if got := house.messageStates("uno", 2); got != "SENT SENT" {
			t.Errorf("after Meta approved the template, the states are %s, want SENT SENT", got)
		}
	})
}

func sendNoCodes(t *testing.T, house *house) {
	t.Helper()
	err := house.store.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
		business, err := tx.Businesses().Get("uno")
		if err != nil {
			return err
		}
		business.WhatsApp.CodesAllowed = false
		return tx.Businesses().SetSending(business)
	})
	if err != nil {
		t.Fatal(err)
	}
}

type flawedQueue struct {
	*messaging.Queue
	onClaim  func()
	onFinish func() error
}

func (f flawedQueue) Claim(ctx context.Context, request messaging.ClaimRequest) (messaging.Claim, error) {
	claim, err := f.Queue.Claim(ctx, request)
	f.onClaim()
	return claim, err
}

func (f flawedQueue) Finish(ctx context.Context, m messaging.ClaimedMessage, try messaging.Try) error {
	if err := f.onFinish(); err != nil {
		return err
	}
	return f.Queue.Finish(ctx, m, try)
}

func TestWorker_DatabaseDown_RecordsTheOutcomeLater(t *testing.T) {
	withFixture(t, loyalty.DefaultWhatsAppLimits(), func(t *testing.T, house *house) {
		graph, provider := standIn(t)
		var failures atomic.Int64
		house.queue("uno", loyalty.MessageReply, 0, 1)
		defer work(flawedQueue{Queue: house.cases.Queue, onClaim: func() {}, onFinish: func() error {
			if failures.Add(1) <= 5 {
				return errDead
			}
			return nil
		}}, provider, time.Minute)()
		time.Sleep(20 * time.Second)
		if got := house.messageStates("uno", 1); got != "SENT" || len(mustBeAcceptedOnce(t, graph.AcceptedMessages())) != 1 {
			t.Errorf("the message is %s, want SENT once", got)
		}
	})
}

func TestWorker_ServerSlept_SendsNoExpiredClaim(t *testing.T) {
	withFixture(t, loyalty.DefaultWhatsAppLimits(), func(t *testing.T, house *house) {
		graph, provider := standIn(t)
		house.queue("uno", loyalty.MessageReply, 0, 1)
		waitOnce := sync.OnceFunc(func() { time.Sleep(queueing.Lease - time.Second) })
		stop := work(flawedQueue{Queue: house.cases.Queue, onClaim: waitOnce, onFinish: func() error { return nil }}, provider, time.Minute)
		time.Sleep(queueing.Lease - time.Second)
		synctest.Wait()
		if got := house.messageStates("uno", 1); got != "QUEUED" || len(graph.AcceptedMessages()) != 0 {
			t.Errorf("the message is %s and %d were accepted, want QUEUED and none", got, len(graph.AcceptedMessages()))
		}
		time.Sleep(time.Minute)
		stop()
		if got := house.messageStates("uno", 1); got != "SENT" || len(mustBeAcceptedOnce(t, graph.AcceptedMessages())) != 1 {
			t.Errorf("later the message is %s, want SENT once", got)
		}
	})
}
