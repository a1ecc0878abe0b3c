package messaging_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func sendingOf(t *testing.T, shop *servicetest.Shop) messaging.Sending {
	t.Helper()
	sending, err := shop.Cases.Messages.Sending(t.Context(), shop.Barber)
	if err != nil {
		t.Fatal(err)
	}
	return sending
}

// Spec: dashboard-8
func TestSending_Usage_CountsDayAndMonth(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	today := shop.Business.DayOf(shop.Clock.Now())
	for day, used := range map[loyalty.Day]int{today: 3, "2026-03-02": 5, "2026-02-28": 70, "2026-04-01": 900} {
		shop.Database.Corrupt(t, fmt.Sprintf("INSERT INTO message_usage (business_id, day, message_count) VALUES ('%s', '%s', %d)", shop.Business.ID, day, used))
	}
	other := shop.Town.Shop(t)
	shop.Database.Corrupt(t, fmt.Sprintf("INSERT INTO message_usage (business_id, day, message_count) VALUES ('%s', '%s', 11)", other.Business.ID, today))
	sending := sendingOf(t, shop)
	if sending.UsedToday != 3 || sending.UsedThisMonth != 8 || sending.FreeCreditsLeft() != 992 {
		t.Errorf("%d messages were used today and %d this month, and %d free ones are left; want 3, 8 and 992", sending.UsedToday, sending.UsedThisMonth, sending.FreeCreditsLeft())
	}
	shop.Clock.Set(shop.Business.Tomorrow(shop.Clock.Now()).AddDate(0, 0, 6)) // in April
	if sending = sendingOf(t, shop); sending.UsedToday != 0 || sending.UsedThisMonth != 900 || sending.FreeCreditsLeft() != 100 {
		t.Errorf("in April %d messages were used today and %d this month, and %d free ones are left; want 0, 900 and 100", sending.UsedToday, sending.UsedThisMonth, sending.FreeCreditsLeft())
	}
	shop.Database.Corrupt(t, "UPDATE message_usage SET message_count = 4000 WHERE day = '2026-04-01'")
	if remaining := sendingOf(t, shop).FreeCreditsLeft(); remaining != 0 {
		t.Errorf("%d free messages are left after too many were used, want 0", remaining)
	}
}

// Spec: dashboard-8
func TestSending_Waiting_NamesTheHold(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	other.Register("Ajena")
	if sending := sendingOf(t, shop); sending.Waiting != 0 || sending.HeldBy != "" {
		t.Errorf("without messages the state is %+v, want none waiting and no hold", sending)
	}
	for _, name := range []string{"Ana", "Eva", "Leo", "Max"} {
		shop.Register(name)
	}
	ids := shop.Database.Rows(t, fmt.Sprintf("SELECT id FROM messages WHERE business_id = '%s' ORDER BY id", shop.Business.ID))
	for _, step := range []struct {
		change string
		want   string
	}{
		{"UPDATE messages SET held_by = NULL", "4 "},
		{"UPDATE messages SET held_by = 'DAILY' WHERE id = '" + ids[0] + "'", "4 "},
		{"UPDATE messages SET held_by = 'DAILY' WHERE id = '" + ids[1] + "'", "4 DAILY"},
		{"UPDATE messages SET held_by = 'RATE' WHERE id = '" + ids[0] + "'", "4 "},
		{"UPDATE messages SET status = 'SENT', provider_id = id WHERE id IN ('" + ids[2] + "', '" + ids[3] + "')", "2 RATE"},
	} {
		shop.Database.Corrupt(t, step.change)
		sending := sendingOf(t, shop)
		if got := fmt.Sprintf("%d %s", sending.Waiting, sending.HeldBy); got != step.want {
			t.Errorf("after %s the state is %q, want %q", step.change, got, step.want)
		}
	}
}

func TestSending_LateRefusal_ShowsUntilAMessageIsSent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	send := func(delivery loyalty.Delivery) {
		t.Helper()
		shop.Clock.Advance(time.Minute)
		servicetest.QueueMessages(t, shop, ana, loyalty.MessageQR)
		for _, message := range shop.SendMessages() {
			delivery.ProviderID, delivery.At = "wamid."+message.ID, shop.Clock.Now()
			if err := shop.Cases.Inbox.ApplyDeliveries(t.Context(), []loyalty.Delivery{delivery}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, step := range []struct {
		delivery loyalty.Delivery
		want     loyalty.MessageHold
	}{
		{loyalty.Delivery{Status: loyalty.MessageFailed, Error: "131026: no"}, ""},
		{loyalty.Delivery{Status: loyalty.MessageFailed, Error: "131042: no", Setup: true}, loyalty.HeldBySetup},
		{loyalty.Delivery{Status: loyalty.MessageFailed, Error: "131042: no", Setup: true}, loyalty.HeldBySetup},
		{loyalty.Delivery{Status: loyalty.MessageDelivered}, ""},
	} {
		send(step.delivery)
		if sending := sendingOf(t, shop); sending.HeldBy != step.want || sending.Waiting != 0 {
			t.Errorf("after the delivery %+v the state is %+v; want HeldBy %v and Waiting 0", step.delivery, sending, step.want)
		}
	}
	other := shop.Town.Shop(t)
	send(loyalty.Delivery{Status: loyalty.MessageFailed, Setup: true})
	if sending := sendingOf(t, other); sending.HeldBy != "" {
		t.Errorf("the state of another business is %+v, want it not held", sending)
	}
}

func TestCustomerMessages_AreTheCustomersNewestFirst(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Register("Eva")
	shop.Code(ana.Phone)
	list := usecase.ListRequest{Limit: 1}
	var kinds []loyalty.MessageKind
	for {
		page, err := shop.Cases.Messages.CustomerMessages(t.Context(), shop.Barber, ana.ID, list)
		if err != nil || page.Total != 2 {
			t.Fatalf("%d of %d messages are listed, %v; want 2 in all", len(page.Items), page.Total, err)
		}
		kinds = append(kinds, page.Items[0].Kind)
		if list.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	if want := []loyalty.MessageKind{loyalty.MessageOTP, loyalty.MessageQR}; !slices.Equal(kinds, want) {
		t.Errorf("the customer's messages are %v, want %v", kinds, want)
	}
	other := shop.Town.Shop(t)
	if _, err := shop.Cases.Messages.CustomerMessages(t.Context(), other.Owner, ana.ID, usecase.ListRequest{Limit: 1}); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business gets %v, want ErrCustomerNotFound", err)
	}
}

func TestSending_Change_IsAuditedOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	off, rate := false, int64(7)
	operator := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin}
	changes := loyalty.WhatsAppChanges{Enabled: &off, RatePerMinute: &rate}
	for range 2 {
		shop.Clock.Advance(time.Second)
		if _, err := shop.Cases.ControlPanel.ChangeSending(t.Context(), operator, shop.Business.ID, changes); err != nil {
			t.Fatal(err)
		}
	}
	if limits := sendingOf(t, shop).Limits; limits.Enabled || limits.RatePerMinute != 7 || limits.DailyCap != shop.Business.WhatsApp.DailyCap {
		t.Errorf("the business has the limits %+v; want Enabled false, RatePerMinute 7 and DailyCap %v", limits, shop.Business.WhatsApp.DailyCap)
	}
	if trail := shop.Database.Rows(t, "SELECT actor_id FROM audit_events WHERE action = 'business.sending-changed'"); !slices.Equal(trail, []string{operator.UserID}) {
		t.Errorf("the trail has %v, want only the operator", trail)
	}
	other := shop.Town.Shop(t)
	if limits := sendingOf(t, other).Limits; limits != other.Business.WhatsApp {
		t.Errorf("another business has the limits %+v, want its own", limits)
	}
}

func TestSending_WithoutOwnNumber_UsesThePlatforms(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	cases, err := service.New(town.Store, service.Options{Clock: town.Clock.Now, Sender: messaging.Sender{Provider: "cloud", Number: "+34600999888"}})
	if err != nil {
		t.Fatal(err)
	}
	for own, want := range map[string]string{"": "+34600999888", "+34600777666": "+34600777666"} {
		shop := town.Shop(t, func(b *loyalty.Business) { b.WhatsApp.From = own })
		if sending, err := cases.Messages.Sending(t.Context(), shop.Owner); err != nil || sending.From != want {
			t.Errorf("with its own number %q the business sends from %q, %v; want %q", own, sending.From, err, want)
		}
	}
}

func TestSendQR_WhileOneIsSent_IsNotQueuedAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	claimedMessages := shop.ClaimMessages(1)
	if reason, err := shop.Cases.Messages.SendQR(t.Context(), shop.Admin, ana.ID, ""); err != nil || reason == "" {
		t.Errorf("sending while a message is being sent gives %q, %v; want a reason", reason, err)
	}
	shop.FinishMessage(claimedMessages[0], messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid.1"})
	if reason, err := shop.Cases.Messages.SendQR(t.Context(), shop.Admin, ana.ID, ""); err != nil || reason != "" {
		t.Errorf("sending after the message was sent gives %q, %v; want none", reason, err)
	}
}

func TestSendQR_SameKey_IsSentOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Register("Ana"), shop.Register("Berta")
	shop.SendMessages()
	for range 2 { // the second time, the first message has been sent
		if reason, err := shop.Cases.Messages.SendQR(t.Context(), shop.Admin, ana.ID, "one"); err != nil || reason != "" {
			t.Errorf("sending: %q, %v; want none", reason, err)
		}
		shop.SendMessages()
	}
	countRows := shop.Database.Rows(t, "SELECT count(*) FROM messages WHERE customer_id = '"+ana.ID+"'")
	if countRows[0] != "2" {
		t.Errorf("the customer got %s messages, want one from the registration and another", countRows[0])
	}
	servicetest.MustRefuse(t, "for another customer", servicetest.ErrorOf(shop.Cases.Messages.SendQR(t.Context(), shop.Admin, berta.ID, "one")), loyalty.ErrIdempotencyMismatch)
	servicetest.MustRefuse(t, "a key with a space", servicetest.ErrorOf(shop.Cases.Messages.SendQR(t.Context(), shop.Admin, berta.ID, "one two")), loyalty.ErrValidation)
}
