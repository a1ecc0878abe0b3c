package service_test

import (
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/service/passes"
	"axioma/internal/service/servicetest"
)

const wrongBy = 48 * time.Hour

type clockShop struct {
	*servicetest.Shop
	customer loyalty.Customer
	elapsed  time.Duration
}

func newClockShop(t *testing.T) *clockShop {
	shop := servicetest.New(t)
	c := &clockShop{Shop: shop, customer: shop.CustomerWithEmail("Ana", "ana@example.com")}
	shop.IssueAndInstallPass(c.customer, "telephone")
	shop.UpdatePasses()
	shop.SendPushes()
	return c
}

func (c *clockShop) pass(t *testing.T, span time.Duration) {
	t.Helper()
	c.elapsed += span
	c.Clock.Advance(span)
	if err := c.Cases.ClockRepairs.Compare(t.Context(), slog.New(slog.DiscardHandler), c.elapsed); err != nil {
		t.Fatal(err)
	}
}

func (c *clockShop) queue(t *testing.T) {
	t.Helper()
	servicetest.QueueMessages(t, c.Shop, c.customer, loyalty.MessageQR)
	c.QueueMail(c.customer)
	c.Visit(c.customer)
	c.UpdatePasses()
	now := c.Clock.Now().UnixMilli()
	c.Database.Corrupt(t, fmt.Sprintf("INSERT INTO notices (id, body, received_at, next_try_at, tries) VALUES ('n%d', '{}', %[1]d, %[1]d, 0)", now))
}

func (c *clockShop) dueNow(t *testing.T) []string {
	t.Helper()
	due := []string{}
	now := c.Clock.Now().UnixMilli()
	for name, query := range map[string]string{
		"message": "SELECT id FROM messages WHERE status = 'QUEUED' AND next_try_at <= %d",
		"mail":    "SELECT id FROM mails WHERE send_at <= %d",
		"push":    "SELECT holder FROM pass_holders WHERE push_at <= %d",
		"notice":  "SELECT id FROM notices WHERE done_at IS NULL AND next_try_at <= %d",
	} {
		if len(c.Database.Rows(t, fmt.Sprintf(query, now))) > 0 {
			due = append(due, name)
		}
	}
	slices.Sort(due)
	return due
}

func allKinds() []string { return []string{"mail", "message", "notice", "push"} }

func TestClockRepairs_SetBack_QueuedWorkIsDue(t *testing.T) {
	t.Parallel()
	c := newClockShop(t)
	c.pass(t, 0)
	c.Clock.Advance(wrongBy)
	c.pass(t, time.Minute)
	c.queue(t)
	c.Clock.Advance(-wrongBy)
	c.pass(t, 5*time.Second)
	if due := c.dueNow(t); len(due) > 0 {
		t.Errorf("before the end of running tries %q are due, want nothing", due)
	}
	c.pass(t, 2*time.Minute)
	if due := c.dueNow(t); !slices.Equal(due, allKinds()) {
		t.Errorf("%q are due, want all kinds", due)
	}
	if messages := c.ClaimMessages(10); len(messages) != 1 {
		t.Errorf("%d messages can be sent, want 1", len(messages))
	}
	if mails := c.ClaimMails(); len(mails) != 1 {
		t.Errorf("%d mails can be sent, want 1", len(mails))
	}
	if pushes := c.ClaimPushes(); len(pushes) != 1 {
		t.Errorf("%d pushes can be sent, want 1", len(pushes))
	}
}

func TestClockRepairs_StartAfterWrongClock_QueuedWorkIsDue(t *testing.T) {
	t.Parallel()
	c := newClockShop(t)
	c.Clock.Advance(wrongBy)
	c.queue(t)
	c.Clock.Advance(-wrongBy)
	c.pass(t, 0)
	if due := c.dueNow(t); !slices.Equal(due, allKinds()) {
		t.Errorf("%q are due, want all kinds", due)
	}
}

// No running server renews these leases.
func TestClockRepairs_SetBack_TriesOfDeadServersEnd(t *testing.T) {
	t.Parallel()
	c := newClockShop(t)
	c.pass(t, 0)
	c.Clock.Advance(wrongBy)
	c.pass(t, time.Minute)
	c.queue(t)
	c.ClaimMessages(10)
	c.ClaimMails()
	c.ClaimPushes()
	until := c.Clock.Now().Add(time.Minute).UnixMilli()
	c.Database.Corrupt(t,
		fmt.Sprintf("INSERT INTO data_jobs (business_id, claim, lease_until) VALUES ('%s', 'dead', %d)", c.Business.ID, until),
		fmt.Sprintf(`INSERT INTO imports (business_id, id, file_name, state, version, run, position, rows_done, mapping, report, counts, undone, lease, lease_until, created_by, created_at, expires_at)
			VALUES ('%s', 'i', 'a.csv', 'IMPORTING', 1, 1, 0, 0, '{}', '{}', '{}', 0, 'dead', %d, 'x', %[2]d, %[2]d)`, c.Business.ID, until))
	c.Clock.Advance(-wrongBy)
	c.pass(t, 5*time.Second)
	c.pass(t, 2*time.Minute)
	if due := c.dueNow(t); !slices.Equal(due, []string{"mail", "notice", "push"}) {
		t.Errorf("%q are due, want mail, notice and push", due)
	}
	c.Clock.Advance(time.Second)
	if err := c.Cases.Queue.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if states := servicetest.MessageStates(t, c.Shop); states != "UNKNOWN:WORKER_GONE" {
		t.Errorf("the message is %s, want UNKNOWN:WORKER_GONE", states)
	}
	leases := c.Database.Rows(t, fmt.Sprintf("SELECT claim FROM data_jobs WHERE lease_until > %d UNION ALL SELECT lease FROM imports WHERE lease_until > %[1]d", c.Clock.Now().UnixMilli()))
	if len(leases) > 0 {
		t.Errorf("the held leases are %q, want none", leases)
	}
}

func TestClockRepairs_RunningTries_KeepTheirLeases(t *testing.T) {
	t.Parallel()
	c := newClockShop(t)
	c.pass(t, 0)
	c.queue(t)
	c.Clock.Advance(-time.Hour)
	c.pass(t, 5*time.Second)
	c.Clock.Advance(time.Hour) // the clock is corrected before the repair
	c.pass(t, time.Minute)
	c.ClaimMessages(10)
	c.ClaimMails()
	c.ClaimPushes()
	c.pass(t, 30*time.Second)
	if due := c.dueNow(t); !slices.Equal(due, []string{"notice"}) {
		t.Errorf("%q are due, want only the notice", due)
	}
	if states := servicetest.MessageStates(t, c.Shop); states != "SENDING" {
		t.Errorf("the message is %s, want SENDING", states)
	}
}

func TestClockRepairs_SteadyClock_LeavesPausesAlone(t *testing.T) {
	t.Parallel()
	c := newClockShop(t)
	c.pass(t, 0)
	servicetest.QueueMessages(t, c.Shop, c.customer, loyalty.MessageQR)
	c.FinishMessage(c.ClaimMessages(1)[0], messaging.Try{Result: messaging.TryRetryLater, Hold: loyalty.HeldByProvider, RetryAfter: 24 * time.Hour})
	c.Clock.Advance(-time.Second) // NTP corrects small errors
	c.pass(t, 5*time.Second)
	c.pass(t, 2*time.Minute)
	if due := c.dueNow(t); len(due) > 0 {
		t.Errorf("%q are due, want nothing", due)
	}
}

func TestPushes_LastPushInFuture_NextIsDue(t *testing.T) {
	t.Parallel()
	c := newClockShop(t)
	c.Clock.Advance(wrongBy)
	c.Visit(c.customer)
	c.UpdatePasses()
	for _, push := range c.ClaimPushes() {
		c.FinishPush(push, passes.PushTry{Result: passes.PushAccepted})
	}
	c.Clock.Advance(-wrongBy)
	c.Visit(c.customer)
	c.UpdatePasses()
	if due := c.dueNow(t); !slices.Equal(due, []string{"push"}) {
		t.Errorf("%q are due, want only the push", due)
	}
}
