package messaging_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func usage(t *testing.T, shop *servicetest.Shop) string {
	t.Helper()
	return strings.Join(shop.Database.Rows(t, `SELECT day, message_count FROM message_usage WHERE message_count > 0 ORDER BY day`), ", ")
}

func TestQueue_Codes_GoFirstAndExpire(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	late := shop.Customer("Tarde")
	shop.Code(late.Phone)
	shop.Clock.Advance(loyalty.CodeLifetime - queueing.Lease + time.Second) // a code might arrive after it has expired
	for i := range 30 {
		shop.Register(fmt.Sprintf("Cliente %d", i)) // each customer is sent a QR
	}
	ana := shop.Customer("Ana")
	shop.Code(ana.Phone)
	first := shop.ClaimMessages(5)
	if len(first) != 5 || first[0].Phone != ana.Phone || first[0].Kind != loyalty.MessageOTP || first[1].Kind != loyalty.MessageQR {
		t.Errorf("the first messages are %+v, want the codes and then the QR", first)
	}
	if got := shop.Database.Rows(t, "SELECT status, error FROM messages WHERE phone = '"+late.Phone+"'"); !slices.Equal(got, []string{"DROPPED EXPIRED"}) {
		t.Errorf("the late code is %v, want DROPPED EXPIRED", got)
	}
}

func TestQueue_Code_HasReservedRoom(t *testing.T) {
	t.Parallel()
	shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { l.RatePerMinute = 20 })
	ana := shop.Customer("Ana")
	servicetest.QueueMessages(t, shop, ana, slices.Repeat([]loyalty.MessageKind{loyalty.MessageQR}, 30)...)
	if messages := shop.SendMessages(); len(messages) != 16 {
		t.Errorf("%d messages were sent at once, want 16 of 20 a minute", len(messages))
	}
	for i := range 5 {
		shop.Code(ana.Phone)
		if messages := shop.SendMessages(); len(messages) != min(1, 4-i) {
			t.Errorf("%d codes were sent after %d, want %d", len(messages), i, min(1, 4-i))
		}
	}
}

func TestQueue_HeldCodeExpires_IsDropped(t *testing.T) {
	t.Parallel()
	shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { l.Enabled = false })
	ana := shop.Customer("Ana")
	shop.Code(ana.Phone)
	shop.Clock.Advance(time.Millisecond)
	servicetest.QueueMessages(t, shop, ana, loyalty.MessageQR)
	shop.ClaimMessages(5)
	if got := servicetest.MessageStates(t, shop); got != "QUEUED:DISABLED QUEUED:DISABLED" {
		t.Errorf("the held messages are %s, want QUEUED:DISABLED QUEUED:DISABLED", got)
	}
	shop.Clock.Advance(loyalty.CodeLifetime)
	if err := shop.Cases.Queue.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := servicetest.MessageStates(t, shop); got != "DROPPED:EXPIRED QUEUED:DISABLED" {
		t.Errorf("after ten minutes the messages are %s, want DROPPED:EXPIRED QUEUED:DISABLED", got)
	}
}

func TestQueue_CleanUp_WorksInBatches(t *testing.T) {
	t.Parallel()
	const most, each = 200, 450
	shop := servicetest.New(t)
	cases, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, Sender: messaging.Sender{Provider: "cloud"}})
	if err != nil {
		t.Fatal(err)
	}
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), slices.Repeat([]loyalty.MessageKind{loyalty.MessageOTP, loyalty.MessageQR, loyalty.MessageReply}, each)...)
	now := shop.Clock.Now().UnixMilli()
	for _, statement := range []string{
		"UPDATE messages SET status = 'SENT', expires_at = %d WHERE kind = 'OTP'",
		"UPDATE messages SET expires_at = %d WHERE kind = 'QR'",
		"UPDATE messages SET status = 'SENDING', claimed_until = %d WHERE kind = 'REPLY'",
	} {
		shop.Database.Corrupt(t, fmt.Sprintf(statement, now))
	}
	states := func() []string {
		return shop.Database.Rows(t, "SELECT kind, status, CASE WHEN text = '' THEN 'blank' ELSE 'text' END, count(*) FROM messages GROUP BY 1, 2, 3 ORDER BY 1, 2, 3")
	}
	for name, step := range map[string]func(*store.PlatformTx, time.Time, int) (int, error){
		"expired": usecase.RemoverOf((*store.PlatformTx).Queue, store.PlatformQueue.DropExpired), "lost": usecase.RemoverOf((*store.PlatformTx).Queue, store.PlatformQueue.MarkLostClaims), "old codes": usecase.RemoverOf((*store.PlatformTx).Queue, store.PlatformQueue.BlankOldCodes),
	} {
		err := shop.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
			removedCount, err := step(tx, shop.Clock.Now(), most)
			if removedCount != most {
				t.Errorf("%s: one call cleaned up %d messages, want %d", name, removedCount, most)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"OTP SENT blank 200", "OTP SENT text 250", "QR DROPPED text 200", "QR QUEUED text 250", "REPLY SENDING text 250", "REPLY UNKNOWN text 200",
	}
	if got := states(); !slices.Equal(got, want) {
		t.Errorf("after one step each the messages are %q, want %q", got, want)
	}
	if err := cases.Queue.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := states(), []string{"OTP SENT blank 450", "QR DROPPED text 450", "REPLY UNKNOWN text 450"}; !slices.Equal(got, want) {
		t.Errorf("in the end the messages are %q, want %q", got, want)
	}
}

func TestQueue_NoLongerAllowed_IsDropped(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		kinds  []loyalty.MessageKind
		change func(*testing.T, *servicetest.Shop, loyalty.Customer)
		states string
	}{
		"consent was given": {
			[]loyalty.MessageKind{loyalty.MessageBirthday, loyalty.MessageOneMore}, func(*testing.T, *servicetest.Shop, loyalty.Customer) {}, "SENT SENT",
		},
		"consent was withdrawn": {
			[]loyalty.MessageKind{loyalty.MessageBirthday, loyalty.MessageQR, loyalty.MessageReply},
			func(t *testing.T, shop *servicetest.Shop, c loyalty.Customer) {
				servicetest.RecordConsent(t, shop, c, false, loyalty.ConsentPromotions)
			},
			"DROPPED:NO_CONSENT SENT SENT",
		},
		"consent to another purpose was withdrawn": {
			[]loyalty.MessageKind{loyalty.MessageBirthday},
			func(t *testing.T, shop *servicetest.Shop, c loyalty.Customer) {
				servicetest.RecordConsent(t, shop, c, false, loyalty.ConsentSMS)
			}, "SENT",
		},
		"the phone was corrected": {
			[]loyalty.MessageKind{loyalty.MessageOTP, loyalty.MessageQR, loyalty.MessageBirthday, loyalty.MessageReply},
			func(_ *testing.T, shop *servicetest.Shop, c loyalty.Customer) {
				shop.Change(c, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
			}, "DROPPED:GONE DROPPED:GONE DROPPED:GONE SENT",
		},
		"the customer was archived": {
			[]loyalty.MessageKind{loyalty.MessageQR, loyalty.MessageReply, loyalty.MessageOneMore},
			func(_ *testing.T, shop *servicetest.Shop, c loyalty.Customer) { shop.Archive(c) }, "DROPPED:GONE SENT DROPPED:GONE",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			servicetest.RecordConsent(t, shop, ana, true, loyalty.MarketingConsents()...)
			servicetest.QueueMessages(t, shop, ana, want.kinds...)
			shop.Clock.Advance(time.Second)
			want.change(t, shop, ana)
			shop.SendMessages()
			if got := servicetest.MessageStates(t, shop); got != want.states {
				t.Errorf("the messages are %s, want %s", got, want.states)
			}
		})
	}
}

func TestQueue_RefusedSender_HoldsReplies(t *testing.T) {
	t.Parallel()
	shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { l.PhoneNumberID = "2020" })
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageReply, loyalty.MessageQR) // the reply is sent by the platform's number
	request := messaging.ClaimRequest{
		BusinessID: shop.Business.ID, Lane: messaging.LaneRest, Max: 5, HoldOfSender: func(sender string) (loyalty.MessageHold, time.Duration) {
			if sender == "" {
				return loyalty.HeldByProvider, time.Minute
			}
			return "", 0
		},
	}
	claim, err := shop.Cases.Queue.Claim(t.Context(), request)
	if got := servicetest.MessageStates(t, shop); err != nil || len(claim.Messages) != 1 || got != "QUEUED:PROVIDER SENDING" {
		t.Errorf("the claim took %+v, %v; the messages are %s; want one and QUEUED:PROVIDER SENDING", claim.Messages, err, got)
	}
	shop.Clock.Advance(time.Minute)
	if again := shop.ClaimMessages(5); len(again) != 1 || again[0].Kind != loyalty.MessageReply {
		t.Errorf("a minute later the claim took %+v, want the reply", again)
	}
}

func TestQueue_WithoutConsent_SendsNoMarketing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageOneMore)
	shop.SendMessages()
	if got := servicetest.MessageStates(t, shop); got != "DROPPED:NO_CONSENT" {
		t.Errorf("the message is %s, want DROPPED:NO_CONSENT", got)
	}
}

func TestQueue_LimitReached_HoldsAndSendsLater(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		limits loyalty.WhatsAppLimits
		hold   loyalty.MessageHold
		wait   time.Duration
	}{
		"of a minute": {loyalty.WhatsAppLimits{RatePerMinute: 2, DailyCap: 9, MonthlyCap: 9}, loyalty.HeldByRate, queueing.RateWindow},
		"of a day":    {loyalty.WhatsAppLimits{RatePerMinute: 9, DailyCap: 2, MonthlyCap: 9}, loyalty.HeldByDaily, 24 * time.Hour},
		"of a month":  {loyalty.WhatsAppLimits{RatePerMinute: 9, DailyCap: 9, MonthlyCap: 2}, loyalty.HeldByMonthly, 31 * 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { *l = want.limits; l.Enabled = true })
			ana := shop.Customer("Ana")
			servicetest.QueueMessages(t, shop, ana, loyalty.MessageQR, loyalty.MessageQR, loyalty.MessageQR)
			shop.SendMessages()
			if got := servicetest.MessageStates(t, shop); got != "SENT SENT QUEUED:"+string(want.hold) {
				t.Errorf("at first the messages are %s, want %s", got, "SENT SENT QUEUED:"+string(want.hold))
			}
			shop.Clock.Advance(want.wait - time.Second)
			if want.hold == loyalty.HeldByRate && len(shop.SendMessages()) > 0 {
				t.Error("a third message was sent within the minute")
			}
			shop.Clock.Advance(time.Second)
			shop.SendMessages()
			if got := servicetest.MessageStates(t, shop); got != "SENT SENT SENT" {
				t.Errorf("later the messages are %s, want all SENT", got)
			}
		})
	}
}

func TestQueue_QuietHours_HoldMarketing(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t, func(b *loyalty.Business) { b.Quiet = loyalty.QuietHours{From: "21:00", To: "10:00"} })
	ana := shop.Customer("Ana")
	servicetest.RecordConsent(t, shop, ana, true, loyalty.MarketingConsents()...)
	shop.Clock.Set(time.Date(2026, 3, 26, 19, 59, 30, 0, time.UTC)) // half a minute before nine in Madrid
	servicetest.QueueMessages(t, shop, ana, loyalty.MessageBirthday, loyalty.MessageQR)
	shop.SendMessages()
	if got := servicetest.MessageStates(t, shop); got != "QUEUED:QUIET SENT" {
		t.Errorf("in the evening the messages are %s, want QUEUED:QUIET SENT", got)
	}
	shop.Clock.Set(time.Date(2026, 3, 27, 8, 59, 59, 0, time.UTC))
	if messages := shop.SendMessages(); len(messages) > 0 {
		t.Errorf("before ten o'clock the messages sent are %+v, want none", messages)
	}
	shop.Clock.Advance(time.Second)
	shop.SendMessages()
	if got := servicetest.MessageStates(t, shop); got != "SENT SENT" {
		t.Errorf("at ten o'clock the messages are %s, want all SENT", got)
	}
}

func TestQueue_SuspendedBusiness_KeepsMessages(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	servicetest.QueueMessages(t, shop, shop.Customer("Ana"), loyalty.MessageQR)
	if _, err := shop.Cases.ControlPanel.Suspend(t.Context(), usecase.Actor{}, shop.Business.ID); err != nil {
		t.Fatal(err)
	}
	if shop.SendMessages(); servicetest.MessageStates(t, shop) != "QUEUED:SUSPENDED" {
		t.Errorf("in a suspended business the message is %s, want QUEUED:SUSPENDED", servicetest.MessageStates(t, shop))
	}
	if _, err := shop.Cases.ControlPanel.Reactivate(t.Context(), usecase.Actor{}, shop.Business.ID); err != nil {
		t.Fatal(err)
	}
	if shop.SendMessages(); servicetest.MessageStates(t, shop) != "SENT" {
		t.Errorf("in the reactivated business the message is %s, want SENT", servicetest.MessageStates(t, shop))
	}
}

func TestQueue_OtherBusiness_IsNotClaimed(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	one, other := town.Shop(t), town.Shop(t)
	servicetest.QueueMessages(t, one, one.Customer("Ana"), loyalty.MessageQR)
	if got := other.ClaimMessages(5); len(got) != 0 {
		t.Errorf("the other business claimed %+v, want nothing", got)
	}
	due, err := town.Cases.Queue.Businesses(t.Context(), messaging.LaneRest)
	if err != nil || len(due) != 1 || due[0] != one.Business.ID {
		t.Errorf("the businesses with messages due are %v, %v; want only the first business", due, err)
	}
	if due, err := town.Cases.Queue.Businesses(t.Context(), messaging.LaneCodes); err != nil || len(due) != 0 {
		t.Errorf("the businesses with codes due are %v, %v; want none", due, err)
	}
}

func TestQueue_ManyServers_ClaimOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.ShopWithLimits(t, func(l *loyalty.WhatsAppLimits) { l.RatePerMinute, l.DailyCap = 40, 37 })
	ana := shop.Customer("Ana")
	for range 50 {
		servicetest.QueueMessages(t, shop, ana, loyalty.MessageQR)
	}
	shop.Clock.Advance(time.Second)
	servers := []*service.Service{shop.Cases, shop.SecondServer(t), shop.SecondServer(t)}
	claims := make(chan []messaging.ClaimedMessage, 30)
	for i := range cap(claims) {
		go func() {
			claim, err := servers[i%3].Queue.Claim(context.Background(), messaging.ClaimRequest{BusinessID: shop.Business.ID, Max: 4})
			if err != nil {
				t.Error(err)
			}
			claims <- claim.Messages
		}()
	}
	claimCounts := map[string]int{}
	for range cap(claims) {
		for _, message := range <-claims {
			claimCounts[message.ID]++
		}
	}
	for id, times := range claimCounts {
		if times != 1 {
			t.Errorf("message %s was claimed %d times, want once", id, times)
		}
	}
	if len(claimCounts) != 30 {
		t.Errorf("%d messages were claimed, want 30 beside those reserved for codes", len(claimCounts))
	}
}
