package service

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
	"axioma/internal/traces"
	"axioma/internal/traces/tracestest"
)

func TestMaintenance_IdempotencyKeys_AreRemovedAfter30Days(t *testing.T) {
	st := storetest.Open(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	cases, err := New(st, Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	business, err := cases.Businesses.Create(context.Background(), NewBusiness{Name: "Barbería"})
	if err != nil {
		t.Fatal(err)
	}
	keep := func(tx *store.Tx) error { return tx.StoredResponses().Insert("key", "asked", "answered", now) }
	if err := st.InBusiness(context.Background(), business.ID, keep); err != nil {
		t.Fatal(err)
	}
	insertKey := func(tx *store.PlatformTx) error { return tx.BusinessKeys().Insert("key", "asked", business.ID, now) }
	if err := st.InPlatform(context.Background(), insertKey); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		age   time.Duration
		known bool
	}{{29 * 24 * time.Hour, true}, {31 * 24 * time.Hour, false}} {
		now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Add(step.age)
		if err := cases.Maintenance.removeOldResponses(context.Background()); err != nil {
			t.Fatal(err)
		}
		var known bool
		err := st.ViewBusiness(context.Background(), business.ID, func(tx *store.Tx) (err error) {
			_, _, known, err = tx.StoredResponses().Get("key")
			return err
		})
		if err != nil || known != step.known {
			t.Errorf("after %s the key is known = %t (%v), want %t", step.age, known, err, step.known)
		}
		err = st.ViewPlatform(context.Background(), func(tx *store.PlatformTx) (err error) {
			_, _, known, err = tx.BusinessKeys().Get("key")
			return err
		})
		if err != nil || known != step.known {
			t.Errorf("after %s the key of the business is known = %t (%v), want %t", step.age, known, err, step.known)
		}
	}
}

func TestMaintenance_Notices_AreRemovedAfterRedeliveryPeriod(t *testing.T) {
	database := storetest.New(t)
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := began
	cases, err := New(database.Open(t), Options{Clock: func() time.Time { return now }, Sender: messaging.Sender{Number: "+34600111222", ReceivesReplies: true}})
	if err != nil {
		t.Fatal(err)
	}
	business, err := cases.Businesses.Create(t.Context(), NewBusiness{Name: "Barbería"})
	if err != nil {
		t.Fatal(err)
	}
	request, err := cases.Proofs.RequestSignIn(t.Context(), business.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(request.Link, "C%C3%B3digo%20")
	stranger := messaging.InboundMessage{Inbound: messaging.Inbound{Phone: "+34612345678", At: now}, ID: "wamid.1", Text: code}
	if err := errors.Join(cases.Inbox.StoreNotice(t.Context(), []byte("{}")), cases.Inbox.Receive(t.Context(), stranger)); err != nil {
		t.Fatal(err)
	}
	const counts = "SELECT (SELECT count(*) FROM notices), (SELECT count(*) FROM answered_message_ids), (SELECT count(*) FROM messages)"
	for _, step := range []struct {
		age             time.Duration
		remainingCounts string
	}{{7 * 24 * time.Hour, "1 1 1"}, {9 * 24 * time.Hour, "0 0 0"}} {
		now = began.Add(step.age)
		if err := cases.Inbox.RemoveOldNotices(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rows := database.Rows(t, counts); rows[0] != step.remainingCounts {
			t.Errorf("after %s the numbers of notices, messages and replies are %v, want %s", step.age, rows, step.remainingCounts)
		}
	}
	if err := cases.Proofs.RemoveExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows := database.Rows(t, "SELECT count(*) FROM phone_proofs"); rows[0] != "0" {
		t.Errorf("%s proofs are still stored, want 0", rows[0])
	}
}

func TestMaintenance_ManyRows_AreRemovedInBatches(t *testing.T) {
	t.Parallel()
	const most, each = 200, 450
	database := storetest.New(t)
	st, now := database.Open(t), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	cases, err := New(st, Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	business, err := cases.Businesses.Create(t.Context(), NewBusiness{Name: "Barbería"})
	if err != nil {
		t.Fatal(err)
	}
	long := now.Add(-responsesKeptFor - time.Hour)
	err = st.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
		for i := range each {
			name := strconv.Itoa(i)
			code := loyalty.LoginCode{Scope: business.ID, PhoneKey: name, CodeHash: name, TriesLeft: 1, ExpiresAt: long}
			proof := loyalty.PhoneProof{CodeHash: name, TicketHash: name, ExpiresAt: long}
			if err := errors.Join(tx.In(business.ID).StoredResponses().Insert(name, "asked", "answered", long), tx.Codes().Replace(code), tx.Proofs().Insert(proof)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, step := range map[string]func(*store.PlatformTx, time.Time, int) (int, error){
		"codes": usecase.RemoverOf((*store.PlatformTx).Codes, store.Codes.RemoveExpired), "proofs": usecase.RemoverOf((*store.PlatformTx).Proofs, store.Proofs.RemoveExpired),
	} {
		err := st.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
			removedCount, err := step(tx, now.Add(-responsesKeptFor), most)
			if removedCount != most {
				t.Errorf("one call removed %d %s, want %d", removedCount, name, most)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	remaining := database.Rows(t, "SELECT (SELECT count(*) FROM idempotency_keys), (SELECT count(*) FROM login_codes), (SELECT count(*) FROM phone_proofs)")
	if remaining[0] != "0 0 0" {
		t.Errorf("the numbers of replies, codes and proofs are still %s, want 0 0 0", remaining[0])
	}
}

func TestMaintenance_Schedule_StartsSoonAfterStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		var delays []time.Duration
		usecase.RunPeriodically(ctx, slog.New(slog.DiscardHandler), usecase.PeriodicTask{First: firstMaintenanceDelay, Every: maintenanceInterval, Run: func(context.Context) error {
			if delays = append(delays, time.Since(began)); len(delays) == 3 {
				cancel()
			}
			return errors.New("it is tried again")
		}})
		if want := []time.Duration{3 * time.Minute, 6*time.Hour + 3*time.Minute, 12*time.Hour + 3*time.Minute}; !slices.Equal(delays, want) {
			t.Errorf("maintenance ran after %v, want %v", delays, want)
		}
	})
}

func TestMaintenance_Task_IsTraced(t *testing.T) {
	t.Parallel()
	collector := tracestest.New(t)
	tracer, err := traces.New(t.Context(), traces.Options{Endpoint: collector.URL, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(tracer.NewContext(t.Context()))
	usecase.RunPeriodically(ctx, slog.New(slog.DiscardHandler), usecase.PeriodicTask{Name: "maintenance", Every: time.Hour, Run: func(ctx context.Context) error {
		defer stop()
		_, below := traces.StartChild(ctx, "database report")
		below.End()
		return nil
	}})
	if err := tracer.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	spans := collector.Spans()
	if len(spans) != 2 || spans[1].Name != "maintenance" || spans[0].Parent != spans[1].ID || spans[1].Failed {
		t.Errorf("the spans received are %+v, want a maintenance span with one child", spans)
	}
}
