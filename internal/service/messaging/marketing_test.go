package messaging_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func newMarketingShop(t *testing.T) *servicetest.Shop {
	t.Helper()
	return servicetest.NewTown(t).Shop(t, func(b *loyalty.Business) { b.BirthdayMessages, b.OneMoreMessages = true, true })
}

func registerBornOn(t *testing.T, shop *servicetest.Shop, name, birthday string) loyalty.Customer {
	t.Helper()
	form := shop.Form(name)
	form.Birthday = birthday
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	shop.VerifyPhone(registration.Customer)
	return registration.Customer
}

func queueMarketingAt(t *testing.T, shop *servicetest.Shop, local string) {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", local, shop.Business.Zone)
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Set(at)
	if err := shop.Cases.Marketing.QueueDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	mustHaveNoneLeft(t, shop)
}

// mustHaveNoneLeft fails if a run still locks customers who are not due.
func mustHaveNoneLeft(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	err := shop.Store.ViewBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		now := shop.Clock.Now()
		if err != nil || business.MessageHold() != "" || !business.NextMarketingTime(now).Equal(now) {
			return err
		}
		dueBirthdays, err := tx.Marketing().BirthdaysDue(business, now)
		if err != nil {
			return err
		}
		short, err := tx.Marketing().OneVisitShort(business, now)
		if business.BirthdayMessages && len(dueBirthdays) > 0 || business.OneMoreMessages && len(short) > 0 {
			t.Errorf("after the message was queued, %v are due for a greeting and %v for a reminder, want none", dueBirthdays, short)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func marketingMessages(t *testing.T, shop *servicetest.Shop) []string {
	t.Helper()
	return shop.Database.Rows(t, "SELECT kind, phone FROM messages WHERE kind IN ('BIRTHDAY', 'ONE_MORE') ORDER BY created_at, id")
}

func mustHaveWritten(t *testing.T, shop *servicetest.Shop, want ...string) {
	t.Helper()
	if got := marketingMessages(t, shop); !slices.Equal(got, append([]string{}, want...)) {
		t.Errorf("the messages are %q, want %q", got, want)
	}
}

func TestMarketing_Birthday_IsGreetedOnce(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	ana, leap := registerBornOn(t, shop, "Ana Ruiz", "1990-05-17"), registerBornOn(t, shop, "Lea", "1992-02-29")
	registerBornOn(t, shop, "Berta", "1990-05-18")
	queueMarketingAt(t, shop, "2026-05-17 09:59")
	mustHaveWritten(t, shop)
	queueMarketingAt(t, shop, "2026-05-17 10:00")
	queueMarketingAt(t, shop, "2026-05-17 10:05")
	mustHaveWritten(t, shop, "BIRTHDAY "+ana.Phone)
	text := shop.Database.Rows(t, "SELECT text FROM messages WHERE kind = 'BIRTHDAY'")[0]
	for _, part := range []string{"¡Feliz cumpleaños, Ana!", "Publicidad de " + shop.Business.Name, "Responde BAJA para no recibir más."} {
		if !strings.Contains(text, part) {
			t.Errorf("the message lacks %q: %s", part, text)
		}
	}
	shop.Database.Corrupt(t, "DELETE FROM messages")
	queueMarketingAt(t, shop, "2027-02-27 12:00")
	mustHaveWritten(t, shop)
	queueMarketingAt(t, shop, "2027-02-28 12:00")
	mustHaveWritten(t, shop, "BIRTHDAY "+leap.Phone)
	queueMarketingAt(t, shop, "2027-03-01 12:00")
	mustHaveWritten(t, shop, "BIRTHDAY "+leap.Phone)
	queueMarketingAt(t, shop, "2028-02-28 12:00")
	mustHaveWritten(t, shop, "BIRTHDAY "+leap.Phone)
	queueMarketingAt(t, shop, "2028-02-29 12:00")
	mustHaveWritten(t, shop, "BIRTHDAY "+leap.Phone, "BIRTHDAY "+leap.Phone)
}

// Each case changes one property of a customer who would get a greeting.
func TestMarketing_OnlyConsentingCustomers_AreWritten(t *testing.T) {
	t.Parallel()
	type spoil func(*testing.T, *servicetest.Shop, loyalty.Customer)
	withdraw := func(kind loyalty.ConsentKind) spoil {
		return func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, ana), kind, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	settings := func(changes loyalty.SettingChanges) spoil {
		return func(t *testing.T, shop *servicetest.Shop, _ loyalty.Customer) {
			if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	off, laterTime := false, "12:00"
	change := func(changes loyalty.CustomerChanges) spoil {
		return func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Change(ana, changes) }
	}
	for name, row := range map[string]struct {
		spoil  spoil
		greets bool
	}{
		"nothing changes":          {func(*testing.T, *servicetest.Shop, loyalty.Customer) {}, true},
		"no consent to e-mails":    {withdraw(loyalty.ConsentEmail), true},
		"no consent to WhatsApp":   {withdraw(loyalty.ConsentWhatsApp), false},
		"no consent to promotions": {withdraw(loyalty.ConsentPromotions), false},
		"a consent to an older wording": {func(t *testing.T, shop *servicetest.Shop, _ loyalty.Customer) {
			shop.Database.Corrupt(t, "UPDATE consents SET text_version = '2026-11-21' WHERE kind = 'PROMOTIONS'")
		}, false},
		"an archived customer":      {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Archive(ana) }, false},
		"no phone":                  {change(loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true}}), false},
		"another birthday":          {change(loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: "1990-05-18"}}), false},
		"birthday messages are off": {settings(loyalty.SettingChanges{BirthdayMessages: &off}), false},
		"longer quiet hours":        {settings(loyalty.SettingChanges{QuietTo: &laterTime}), false},
		"the business is suspended": {func(_ *testing.T, shop *servicetest.Shop, _ loyalty.Customer) { shop.Suspend() }, false},
		"messages are switched off": {func(t *testing.T, shop *servicetest.Shop, _ loyalty.Customer) {
			shop.Database.Corrupt(t, "UPDATE businesses SET wa_enabled = FALSE")
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := newMarketingShop(t)
			ana := registerBornOn(t, shop, "Ana", "1990-05-17")
			shop.Clock.Advance(time.Minute)
			row.spoil(t, shop, ana)
			queueMarketingAt(t, shop, "2026-05-17 11:00")
			if got := len(marketingMessages(t, shop)); (got == 1) != row.greets {
				t.Errorf("there are %d messages, want one only when due", got)
			}
		})
	}
}

func TestMarketing_Minor_GetsNone(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	leo := registerBornOn(t, shop, "Leo", "2008-05-17")
	// The date cannot come from a form.
	shop.Database.Corrupt(t, "UPDATE customers SET birthday = '2012-05-18' WHERE id = '"+leo.ID+"'")
	queueMarketingAt(t, shop, "2025-05-18 11:00")
	mustHaveWritten(t, shop)
	queueMarketingAt(t, shop, "2026-05-18 11:00")
	mustHaveWritten(t, shop, "BIRTHDAY "+leo.Phone)
}

func TestMarketing_TwoInThirtyDays_IsTheLimit(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	ana := registerBornOn(t, shop, "Ana", "1990-04-25")
	shop.Tag(ana, loyalty.TagVIPA) // every fourth visit pays
	addVisits(shop, ana, 3)
	queueMarketingAt(t, shop, "2026-04-09 12:00")
	addVisits(shop, ana, 4)
	queueMarketingAt(t, shop, "2026-04-23 12:00")
	mustHaveWritten(t, shop, "ONE_MORE "+ana.Phone, "ONE_MORE "+ana.Phone)
	queueMarketingAt(t, shop, "2026-04-25 12:00")
	if got := marketingMessages(t, shop); len(got) != 2 {
		t.Errorf("within the month there are %q, want 2 messages", got)
	}
	// Unsent messages do not count.
	shop.Database.Corrupt(t, "UPDATE messages SET status = 'DROPPED' WHERE created_at = (SELECT max(created_at) FROM messages)")
	queueMarketingAt(t, shop, "2026-04-25 12:05")
	if got := marketingMessages(t, shop); len(got) != 3 {
		t.Errorf("after the month there are %q, want 3 messages", got)
	}
}

func TestMarketing_SecondRecord_GetsNoSecondGreeting(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	ana := registerBornOn(t, shop, "Ana", "1990-05-17")
	queueMarketingAt(t, shop, "2026-05-17 10:00")
	shop.Archive(ana)
	form := shop.Form("Ana")
	form.Phone, form.Birthday = ana.Phone, "1990-05-17"
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); err != nil {
		t.Fatal(err)
	}
	queueMarketingAt(t, shop, "2026-05-17 11:00")
	mustHaveWritten(t, shop, "BIRTHDAY "+ana.Phone)
}

func TestMarketing_ManyServersAndClockJumps_WriteOneMessage(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	ana, berta := registerBornOn(t, shop, "Ana", "1990-05-17"), shop.RegisterVerified("Berta")
	shop.Clock.Set(time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC))
	addVisits(shop, berta, 9)
	for _, local := range []string{"2026-05-17 12:00", "2026-05-16 12:00", "2026-05-17 10:00", "2026-05-17 12:00"} {
		at, err := time.ParseInLocation("2006-01-02 15:04", local, shop.Business.Zone)
		if err != nil {
			t.Fatal(err)
		}
		shop.Clock.Set(at)
		var servers sync.WaitGroup
		for range 4 {
			cases := shop.SecondServer(t)
			servers.Go(func() {
				if err := cases.Marketing.QueueDue(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		servers.Wait()
	}
	got := marketingMessages(t, shop)
	slices.Sort(got)
	if want := []string{"BIRTHDAY " + ana.Phone, "ONE_MORE " + berta.Phone}; !slices.Equal(got, want) {
		t.Errorf("the messages are %q, want %q", got, want)
	}
}

// Each case happens after the message was queued and before it is sent.
func TestMarketing_QueuedMessage_IsCheckedAgainBeforeSending(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		meanwhile func(*testing.T, *servicetest.Shop, loyalty.Customer)
		why       string // why it is dropped; empty: it is sent
	}{
		"nothing changes":    {func(*testing.T, *servicetest.Shop, loyalty.Customer) {}, ""},
		"the customer comes": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Visit(ana) }, loyalty.DroppedVisited},
		"the customer redeems a reward": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if _, err := shop.Redeem(ana, loyalty.RewardHalf); err != nil {
				t.Fatal(err)
			}
		}, loyalty.DroppedVisited},
		"the customer has another phone": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
		}, loyalty.DroppedGone},
		"the consent was to an older wording": {func(t *testing.T, shop *servicetest.Shop, _ loyalty.Customer) {
			shop.Database.Corrupt(t, "UPDATE consents SET text_version = '2026-11-21' WHERE kind = 'PROMOTIONS'")
		}, loyalty.DroppedNoConsent},
		"the customer is archived": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Archive(ana) }, loyalty.DroppedGone},
		"the customer unsubscribes": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if err := shop.Cases.Consents.UnsubscribeFor(t.Context(), shop.Admin, ana.ID); err != nil {
				t.Fatal(err)
			}
		}, loyalty.DroppedNoConsent},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := newMarketingShop(t)
			ana := shop.RegisterVerified("Ana")
			shop.SendMessages()
			addVisits(shop, ana, 9)
			queueMarketingAt(t, shop, "2026-04-09 12:00")
			shop.Clock.Advance(time.Minute)
			row.meanwhile(t, shop, ana)
			messages := shop.SendMessages()
			state := shop.Database.Rows(t, "SELECT status, COALESCE(error, '') FROM messages WHERE kind = 'ONE_MORE'")
			if row.why == "" && len(messages) != 1 || row.why != "" && (len(messages) != 0 || state[0] != "DROPPED "+row.why) {
				t.Errorf("%d messages were sent, and the message is %q; want one, or none and the reason %q", len(messages), state, row.why)
			}
		})
	}
}

func TestMarketing_Overview_CountsTheAudience(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	registerBornOn(t, shop, "Ana", "1990-05-17")
	shop.RegisterVerified("Berta")
	shop.Customer("Carla") // never asked
	shop.Archive(registerBornOn(t, shop, "Dora", "1990-05-17"))
	unsubscribedCustomer := registerBornOn(t, shop, "Eva", "1990-05-17")
	shop.Clock.Advance(time.Minute)
	if err := shop.Cases.Consents.Unsubscribe(t.Context(), unsubscribedCustomer.QR()); err != nil {
		t.Fatal(err)
	}
	for name, kind := range map[string]loyalty.ConsentKind{"Gema": loyalty.ConsentPromotions, "Hilda": loyalty.ConsentWhatsApp} {
		customer := shop.RegisterVerified(name)
		shop.Clock.Advance(time.Minute)
		if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, customer), kind, false); err != nil {
			t.Fatal(err)
		}
	}
	child := registerBornOn(t, shop, "Leo", "2000-05-17")
	shop.Database.Corrupt(t, "UPDATE customers SET birthday = '2020-05-17' WHERE id = '"+child.ID+"'")
	other := shop.Shop(t)
	other.RegisterVerified("Fina")
	marketing, err := shop.Cases.Marketing.Overview(t.Context(), shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	if got := marketing.Audience; got.All != 7 || got.Customers != 2 || got.WithBirthday != 1 {
		t.Errorf("the audience is %+v; want All 7, Customers 2 and WithBirthday 1", got)
	}
	if !strings.Contains(marketing.Birthday, "cumpleaños") || !strings.Contains(marketing.OneMore, "una sola visita") {
		t.Errorf("the texts are %q and %q; want %q in it and %q in it", marketing.Birthday, marketing.OneMore, "cumpleaños", "una sola visita")
	}
}

func TestMarketing_OneCustomerFails_OthersAreWritten(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	for _, name := range []string{"Ana", "Ana", "Berta", "Carla"} {
		registerBornOn(t, shop, name, "1990-03-27")
	}
	shop.Database.Corrupt(t, "DELETE FROM messages", "CREATE UNIQUE INDEX one_of_a_kind ON messages (business_id, text)")
	shop.Clock.Set(time.Date(2026, 3, 27, 11, 0, 0, 0, shop.Business.Zone))
	err := shop.Cases.Marketing.QueueDue(t.Context())
	if err == nil || !strings.Contains(err.Error(), "queueing marketing for customer ") {
		t.Errorf("the error names no customer: %v", err)
	}
	if countRows := shop.Database.Rows(t, "SELECT count(*) FROM messages WHERE kind = 'BIRTHDAY'"); countRows[0] != "3" {
		t.Errorf("%s of four customers got a message, want 3", countRows[0])
	}
}
