package service_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

const ownerPhone = "+34600999888"

// newShopWithWeekPhone gets the week only by WhatsApp, and had a visit before Monday 2026-05-11.
func newShopWithWeekPhone(t *testing.T, town *servicetest.Town, changes ...func(*loyalty.Business)) *servicetest.Shop {
	t.Helper()
	shop := town.Shop(t, append([]func(*loyalty.Business){func(b *loyalty.Business) { b.FirstSteps = "HIDDEN" }}, changes...)...)
	setWeekPhone(t, shop, "600 999 888")
	setLocalTime(t, shop, "2026-05-08 11:00")
	shop.Visit(shop.Customer("Ana"))
	return shop
}

func setWeekPhone(t *testing.T, shop *servicetest.Shop, phone string) {
	t.Helper()
	changes := loyalty.SettingChanges{WeekPhone: loyalty.Change{Sent: true, Value: phone}}
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
		t.Fatal(err)
	}
}

func claimWeeks(t *testing.T, shop *servicetest.Shop, local string) []messaging.ClaimedMessage {
	t.Helper()
	setLocalTime(t, shop, local)
	if err := shop.Cases.WeekMails.QueueDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	return shop.ClaimMessages(10)
}

func weekPhones(t *testing.T, town *servicetest.Town) []string {
	t.Helper()
	return town.Database.Rows(t, "SELECT week_phone FROM businesses WHERE week_phone IS NOT NULL ORDER BY week_phone")
}

func sayStop(t *testing.T, town *servicetest.Town, in messaging.InboundMessage) {
	t.Helper()
	in.At, in.Text = town.Clock.Now(), "baja"
	for range 2 { // the provider repeats notices
		if err := town.Cases.Inbox.Receive(t.Context(), in); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWeekMessage_OwnerWithPhone_GetsOnePerWeek(t *testing.T) {
	t.Parallel()
	shop := newShopWithWeekPhone(t, servicetest.NewTown(t))
	for _, moment := range []struct {
		local string
		want  int
	}{
		{"2026-05-11 07:59", 0}, {"2026-05-11 08:00", 1}, {"2026-05-11 08:05", 0}, {"2026-05-12 23:50", 0}, {"2026-05-18 07:59", 0}, {"2026-05-19 23:50", 1}, {"2026-05-27 00:00", 0},
	} {
		messages := claimWeeks(t, shop, moment.local)
		if len(messages) != moment.want {
			t.Errorf("at %s there are %d messages, want %d", moment.local, len(messages), moment.want)
		}
		for _, message := range messages {
			if message.Kind != loyalty.MessageWeek || message.Phone != ownerPhone || message.CustomerID != "" {
				t.Errorf("a message of kind %s is sent to %s, want the week to the owner's phone", message.Kind, message.Phone)
			}
			shop.FinishMessage(message, messaging.Try{Result: messaging.TryAccepted})
		}
	}
	if mails := shop.ClaimMails(); len(mails) != 0 {
		t.Errorf("%d mails are sent, but the owner wants none", len(mails))
	}
	breaches, err := shop.Store.Check(t.Context())
	if err != nil || breaches.Rows > 0 {
		t.Errorf("the week breaks rules: %v %v", breaches.First, err)
	}
}

func TestWeekMessage_Text_SaysTheWeekOnOneScreen(t *testing.T) {
	t.Parallel()
	shop := newShopWithWeekPhone(t, servicetest.NewTown(t), func(b *loyalty.Business) { b.VisitTarget, b.MeanTicket = 2, 1800 })
	hideFirstSteps(t, shop)
	shop.Clock.Advance(time.Hour)
	shop.Visit(shop.Customer("Berta")) // the target of two visits has a half reward
	messages := claimWeeks(t, shop, "2026-05-11 08:00")
	if len(messages) != 1 {
		t.Fatalf("there are %d messages, want 1", len(messages))
	}
	want := fmt.Sprintf("Tu semana en %s:\nVisitas: del 4 al 10 de mayo, 2 (2 más); 2 clientes, 2 nuevos.\n"+
		"Recompensas: debes 2 recompensas a 2 clientes: unos 18 € a tu precio medio.\nClientes habituales: ninguno ha dejado de venir.\n"+
		"Lo primero: Activa WhatsApp.\nResponde BAJA si no quieres recibirlo más.", shop.Business.SenderName())
	if got := messages[0].Text; got != want {
		t.Errorf("the message is\n%s\nwant\n%s", got, want)
	}
}

func TestWeekMessage_MailAndPhone_AreSentTogetherOnce(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := newShopWithWeekPhone(t, town, func(b *loyalty.Business) { b.WeekMail = true })
	setLocalTime(t, shop, "2026-05-11 08:00")
	var all sync.WaitGroup
	for _, server := range []*service.Service{town.Cases, town.SecondServerOnOtherMachine(t, 0), town.SecondServerOnOtherMachine(t, 0)} {
		all.Go(func() {
			if err := server.WeekMails.QueueDue(t.Context()); err != nil {
				t.Errorf("queueing: %v", err)
			}
		})
	}
	all.Wait()
	if mails, messages := shop.ClaimMails(), shop.ClaimMessages(10); len(mails) != 1 || len(messages) != 1 {
		t.Errorf("%d mails and %d messages are sent, want one of each", len(mails), len(messages))
	}
}

func TestWeekMessage_WithoutPhone_IsNotSent(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := newShopWithWeekPhone(t, town, func(b *loyalty.Business) { b.WeekMail = true }), newShopWithWeekPhone(t, town)
	setWeekPhone(t, shop, "")
	if messages := claimWeeks(t, shop, "2026-05-11 08:00"); len(messages) != 0 {
		t.Errorf("%d messages are sent, want none", len(messages))
	}
	if messages := other.ClaimMessages(10); len(messages) != 1 {
		t.Errorf("the other business gets %d messages, want 1", len(messages))
	}
}

func TestWeekMessage_PhoneRemovedWhileItWaits_IsDropped(t *testing.T) {
	t.Parallel()
	shop := newShopWithWeekPhone(t, servicetest.NewTown(t))
	setLocalTime(t, shop, "2026-05-11 08:00")
	if err := shop.Cases.WeekMails.QueueDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	setWeekPhone(t, shop, "600 999 777")
	if messages := shop.ClaimMessages(10); len(messages) != 0 {
		t.Errorf("the former phone must get nothing, but gets %q", messages[0].Text)
	}
}

func TestWeekMessage_ProviderWithoutTemplate_QueuesNothing(t *testing.T) {
	t.Parallel()
	shop := newShopWithWeekPhone(t, servicetest.NewTown(t))
	setLocalTime(t, shop, "2026-05-11 08:00")
	for sends, want := range map[bool]int{false: 0, true: 1} {
		cloud, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, Sender: messaging.Sender{Provider: "cloud", SendsWeek: sends}})
		if err != nil {
			t.Fatal(err)
		}
		shop.Database.Corrupt(t, "UPDATE businesses SET week_mailed = ''", "DELETE FROM messages")
		if err := cloud.WeekMails.QueueDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rows := shop.Database.Rows(t, "SELECT id FROM messages WHERE kind = 'WEEK'"); len(rows) != want {
			t.Errorf("with a template = %t, %d messages are queued, want %d", sends, len(rows), want)
		}
	}
}

func TestWeekMessage_OptOut_RemovesThePhoneAndSaysSo(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := newShopWithWeekPhone(t, town)
	other := newShopWithWeekPhone(t, town)
	setWeekPhone(t, other, "600 999 777")
	sayStop(t, town, messaging.InboundMessage{ID: "in-1", Inbound: messaging.Inbound{Phone: ownerPhone, Number: servicetest.NumberID}})
	if phones := weekPhones(t, town); len(phones) != 1 || !strings.Contains(phones[0], "+34600999777") {
		t.Errorf("the week is sent to %q, want only the other business's phone", phones)
	}
	if auditRows := town.Database.Rows(t, "SELECT business_id FROM audit_events WHERE action = 'business.week-stopped' AND actor_id IS NULL"); len(auditRows) != 1 ||
		!strings.Contains(auditRows[0], shop.Business.ID) {
		t.Errorf("the trail %q lacks the business", auditRows)
	}
	if replies := servicetest.Replies(t, town, ownerPhone); len(replies) != 1 || !strings.Contains(fmt.Sprint(replies[0]), "la semana de "+shop.Business.SenderName()) {
		t.Errorf("the replies to the owner are %v, want one that names the business", replies)
	}
	if messages := claimWeeks(t, shop, "2026-05-11 08:00"); countWeeks(messages) != 0 {
		t.Errorf("after BAJA the week must not be sent: %+v", messages)
	}
}

func countWeeks(messages []messaging.ClaimedMessage) int {
	weeks := 0
	for _, message := range messages {
		if message.Kind == loyalty.MessageWeek {
			weeks++
		}
	}
	return weeks
}

func TestWeekMessage_OptOutOfHiddenPhone_IsFoundByTheQuotedWeek(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := newShopWithWeekPhone(t, town)
	messages := claimWeeks(t, shop, "2026-05-11 08:00")
	if len(messages) != 1 {
		t.Fatalf("there are %d messages, want 1", len(messages))
	}
	shop.FinishMessage(messages[0], messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid.week"})
	message := messaging.InboundMessage{ID: "in-1", Inbound: messaging.Inbound{HiddenID: "ES.1", Number: servicetest.NumberID}}
	sayStop(t, town, message)
	if phones := weekPhones(t, town); len(phones) != 1 {
		t.Errorf("after a stranger's BAJA the phones are %q, want one", phones)
	}
	message.ID, message.QuotedID = "in-2", "wamid.week"
	sayStop(t, town, message)
	if phones := weekPhones(t, town); len(phones) != 0 {
		t.Errorf("the week is sent to %q, want no phone", phones)
	}
}

func TestWeekMessage_StopFromFormerNumber_KeepsNewNumber(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := newShopWithWeekPhone(t, town)
	messages := claimWeeks(t, shop, "2026-05-11 08:00")
	if len(messages) != 1 {
		t.Fatalf("there are %d messages, want 1", len(messages))
	}
	shop.FinishMessage(messages[0], messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid.week"})
	setWeekPhone(t, shop, "600 999 777")
	for id, phone := range map[string]string{"in-hidden": "", "in-shown": ownerPhone} {
		sayStop(t, town, messaging.InboundMessage{ID: id, QuotedID: "wamid.week", Inbound: messaging.Inbound{Phone: phone, HiddenID: "ES.1", Number: servicetest.NumberID}})
	}
	if phones := weekPhones(t, town); len(phones) != 1 || !strings.Contains(phones[0], "+34600999777") {
		t.Errorf("the week is sent to %q, want the new number", phones)
	}
	for _, phone := range []string{ownerPhone, "+34600999777"} {
		if replies := servicetest.Replies(t, town, phone); len(replies) != 0 {
			t.Errorf("the replies to %s are %v, want none", phone, replies)
		}
	}
}

func TestWeekMessage_HolderIsNoOwnerAnyMore_GetsNothing(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]string{
		"disabled":     "UPDATE users SET disabled_at = 1 WHERE id = '%s'",
		"changed role": "UPDATE users SET role = 'ADMIN' WHERE id = '%s'",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			town := servicetest.NewTown(t)
			suspendedShop, waiting, present := newShopWithWeekPhone(t, town), newShopWithWeekPhone(t, town), newShopWithWeekPhone(t, town)
			for _, shop := range []*servicetest.Shop{suspendedShop, waiting, present} {
				shop.Account(loyalty.Owner) // another owner does not replace the one who typed the phone
			}
			town.Database.Corrupt(t, fmt.Sprintf(end, suspendedShop.Owner.UserID))
			if messages := claimWeeks(t, suspendedShop, "2026-05-11 08:00"); len(messages) != 0 {
				t.Errorf("a former owner must get nothing, but gets %q", messages[0].Text)
			}
			if rows := town.Database.Rows(t, "SELECT id FROM messages WHERE kind = 'WEEK'"); len(rows) != 2 {
				t.Errorf("%d weeks are queued, want those of the two other businesses", len(rows))
			}
			town.Database.Corrupt(t, fmt.Sprintf(end, waiting.Owner.UserID))
			if messages := waiting.ClaimMessages(10); len(messages) != 0 {
				t.Errorf("an owner who lost the role while the message waited must get nothing, but gets %q", messages[0].Text)
			}
			if messages := present.ClaimMessages(10); len(messages) != 1 {
				t.Errorf("the current owner gets %d messages, want 1", len(messages))
			}
		})
	}
}

func TestChangeSettings_WeekPhone_BelongsToTheOwnerWhoTypedIt(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := newShopWithWeekPhone(t, town)
	other := usecase.Actor{UserID: shop.Account(loyalty.Owner).ID, Role: loyalty.Owner, BusinessID: shop.Business.ID}
	operator := usecase.Actor{UserID: town.Operator(t).ID, Role: loyalty.Superadmin, BusinessID: shop.Business.ID}
	name := "Corte"
	for _, step := range []struct {
		what    string
		actor   usecase.Actor
		changes loyalty.SettingChanges
		refused bool
		phone   string
		holder  string
	}{
		{"another setting keeps both", other, loyalty.SettingChanges{Name: &name}, false, ownerPhone, shop.Owner.UserID},
		{"an operator is refused", operator, loyalty.SettingChanges{WeekPhone: loyalty.Change{Sent: true, Value: "600 999 777"}}, true, ownerPhone, shop.Owner.UserID},
		{"an operator cannot claim to be an owner", operator, loyalty.SettingChanges{OwnerID: other.UserID, WeekPhone: loyalty.Change{Sent: true, Value: "600 999 777"}}, true, ownerPhone, shop.Owner.UserID},
		{"another owner takes the number over", other, loyalty.SettingChanges{WeekPhone: loyalty.Change{Sent: true, Value: "600 999 888"}}, false, ownerPhone, other.UserID},
		{"an owner replaces the other's", shop.Owner, loyalty.SettingChanges{WeekPhone: loyalty.Change{Sent: true, Value: "600 999 777"}}, false, "+34600999777", shop.Owner.UserID},
		{"another owner clears it", other, loyalty.SettingChanges{WeekPhone: loyalty.Change{Sent: true}}, false, "", ""},
	} {
		_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), step.actor, step.changes, false)
		if err != nil != step.refused {
			t.Errorf("%s: the change returns %v, want a refusal = %t", step.what, err, step.refused)
		}
		if step.refused && !isWeekPhoneRefusal(err, "propietario") {
			t.Errorf("%s: the refusal is %v, want one of weekPhone that names the owner", step.what, err)
		}
		if business, err := shop.Cases.Businesses.Get(t.Context(), shop.Owner); err != nil || business.WeekPhone != step.phone || business.WeekUserID != step.holder {
			t.Errorf("%s: %q belongs to %q, want %q of %q (%v)", step.what, business.WeekPhone, business.WeekUserID, step.phone, step.holder, err)
		}
	}
}

func TestChangeSettings_WeekPhoneThatRepliedStop_IsRefused(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := newShopWithWeekPhone(t, town), newShopWithWeekPhone(t, town)
	setWeekPhone(t, other, "600 999 666")
	for id, phone := range map[string]string{"in-1": "600 999 888", "in-2": "600 999 777"} {
		setWeekPhone(t, shop, phone)
		sayStop(t, town, messaging.InboundMessage{ID: id, Inbound: messaging.Inbound{Phone: "+34" + strings.ReplaceAll(phone, " ", ""), Number: servicetest.NumberID}})
	}
	for _, phone := range []string{"600 999 888", "+34 600 99 97 77"} {
		changes := loyalty.SettingChanges{WeekPhone: loyalty.Change{Sent: true, Value: phone}}
		if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); !isWeekPhoneRefusal(err, "BAJA") {
			t.Errorf("the number %s returns %v, want a refusal that names BAJA", phone, err)
		}
	}
	setWeekPhone(t, shop, "600 999 555")
	setWeekPhone(t, other, "600 999 888") // this phone has stopped no week of this business
}

func isWeekPhoneRefusal(err error, reason string) bool {
	var refusal *loyalty.Error
	return errors.As(err, &refusal) && len(refusal.Fields) == 1 && refusal.Fields[0].Field == "weekPhone" && strings.Contains(refusal.Fields[0].Message, reason)
}

func TestChangeSettings_WeekPhone_IsANumber(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for _, phoneInput := range []string{"12", "hola", "600 999 888 000 111"} {
		changes := loyalty.SettingChanges{WeekPhone: loyalty.Change{Sent: true, Value: phoneInput}}
		_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false)
		var refusal *loyalty.Error
		if !errors.As(err, &refusal) || len(refusal.Fields) != 1 || refusal.Fields[0].Field != "weekPhone" {
			t.Errorf("the number %q returns %v, want a refusal of weekPhone", phoneInput, err)
		}
	}
}
