package service_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

// mailedShop gets the week by mail. It is created six weeks before Monday 2026-05-11.
func mailedShop(t *testing.T, town *servicetest.Town, changes ...func(*loyalty.Business)) *servicetest.Shop {
	t.Helper()
	return town.Shop(t, append([]func(*loyalty.Business){func(b *loyalty.Business) { b.WeekMail, b.FirstSteps = true, "HIDDEN" }}, changes...)...)
}

func setLocalTime(t *testing.T, shop *servicetest.Shop, local string) {
	t.Helper()
	instant, err := time.ParseInLocation("2006-01-02 15:04", local, shop.Business.Zone)
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Set(instant)
}

func queueWeeks(t *testing.T, shop *servicetest.Shop, local string) []service.ClaimedMail {
	t.Helper()
	setLocalTime(t, shop, local)
	if err := shop.Cases.WeekMails.QueueDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	mails := shop.ClaimMails()
	for _, mail := range mails {
		shop.FinishMail(mail, service.MailAccepted)
	}
	return mails
}

func hideFirstSteps(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	if _, err := shop.Cases.FirstSteps.Hide(t.Context(), shop.Owner, true); err != nil {
		t.Fatal(err)
	}
}

func TestWeekMail_DueTimes_SendOncePerWeek(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := mailedShop(t, town)
	setLocalTime(t, shop, "2026-05-08 11:00")
	shop.Visit(shop.Customer("Ana"))
	for _, moment := range []struct {
		local string
		want  int
	}{
		{"2026-05-09 09:00", 0}, // Saturday
		{"2026-05-11 07:59", 0},
		{"2026-05-11 08:00", 1},
		{"2026-05-11 08:05", 0},
		{"2026-05-12 23:59", 0},
		{"2026-05-18 07:59", 0},
		{"2026-05-19 23:55", 1}, // no server ran on Monday
		{"2026-05-19 23:59", 0},
		{"2026-05-27 00:00", 0}, // no server ran until Wednesday, which is too late
		{"2026-06-01 08:00", 1},
	} {
		if mails := queueWeeks(t, shop, moment.local); len(mails) != moment.want {
			t.Errorf("at %s there are %d mails, want %d", moment.local, len(mails), moment.want)
		}
	}
}

func TestWeekMail_ClocksChange_KeepEightOClock(t *testing.T) {
	t.Parallel()
	shop := mailedShop(t, servicetest.NewTown(t), func(b *loyalty.Business) { b.CreatedAt = b.CreatedAt.AddDate(0, -1, 0) })
	shop.Visit(shop.Customer("Ana"))
	// Clocks change on Sunday, 2026-03-29.
	if mails := queueWeeks(t, shop, "2026-03-30 07:59"); len(mails) != 0 {
		t.Errorf("%d mails are sent before eight, want none", len(mails))
	}
	if mails := queueWeeks(t, shop, "2026-03-30 08:00"); len(mails) != 1 {
		t.Errorf("%d mails are sent at eight, want 1", len(mails))
	}
}

func TestWeekMail_TimeZone_IsTheBusinesss(t *testing.T) {
	t.Parallel()
	canaries, err := time.LoadLocation("Atlantic/Canary")
	if err != nil {
		t.Fatal(err)
	}
	shop := mailedShop(t, servicetest.NewTown(t), func(b *loyalty.Business) { b.Zone = canaries })
	setLocalTime(t, shop, "2026-05-08 11:00")
	shop.Visit(shop.Customer("Ana"))
	madrid := shop.Clock.Now().AddDate(0, 0, 3) // Monday, 11:00
	shop.Clock.Set(time.Date(madrid.Year(), madrid.Month(), madrid.Day(), 6, 30, 0, 0, time.UTC))
	if err := shop.Cases.WeekMails.QueueDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if mails := shop.ClaimMails(); len(mails) != 0 {
		t.Errorf("%d mails are sent at eight in Madrid, half past seven at the business; want none", len(mails))
	}
	if mails := queueWeeks(t, shop, "2026-05-11 08:00"); len(mails) != 1 {
		t.Errorf("%d mails are sent at eight of the business, want 1", len(mails))
	}
}

func TestWeekMail_TwoServersAtOnce_SendOne(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := mailedShop(t, town)
	setLocalTime(t, shop, "2026-05-08 11:00")
	shop.Visit(shop.Customer("Ana"))
	setLocalTime(t, shop, "2026-05-11 08:00")
	servers := []*service.Service{town.Cases, town.SecondServerOnOtherMachine(t, 0), town.SecondServerOnOtherMachine(t, 0)}
	var all sync.WaitGroup
	for _, server := range servers {
		all.Go(func() {
			if err := server.WeekMails.QueueDue(t.Context()); err != nil {
				t.Errorf("queueing: %v", err)
			}
		})
	}
	all.Wait()
	if mails := shop.ClaimMails(); len(mails) != 1 {
		t.Errorf("there are %d mails, want 1", len(mails))
	}
}

func TestWeekMail_Recipients_AreOwnersWhoWantIt(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, off, other, suspendedShop := mailedShop(t, town), mailedShop(t, town), mailedShop(t, town), mailedShop(t, town)
	second := shop.Account(loyalty.Owner)
	for _, s := range []*servicetest.Shop{shop, off, other, suspendedShop} {
		setLocalTime(t, s, "2026-05-08 11:00")
		s.Visit(s.Customer("Ana"))
	}
	no := false
	if _, err := off.Cases.Businesses.ChangeSettings(t.Context(), off.Owner, loyalty.SettingChanges{WeekMail: &no}, false); err != nil {
		t.Fatal(err)
	}
	suspendedShop.Suspend()
	want := map[string]bool{shop.Staff[loyalty.Owner].Email: true, second.Email: true, other.Staff[loyalty.Owner].Email: true}
	mails := queueWeeks(t, shop, "2026-05-11 08:00")
	for _, mail := range mails {
		if !want[mail.Address] || mail.Kind != loyalty.MailWeek {
			t.Errorf("a mail of kind %s is sent to %s, want one week mail per owner", mail.Kind, mail.Address)
		}
		delete(want, mail.Address)
	}
	if len(want) != 0 {
		t.Errorf("no mail is sent to %v", want)
	}
}

func TestWeekMail_BusinessWithoutVisits_GetsNoneAfterFourWeeks(t *testing.T) {
	t.Parallel()
	shop := mailedShop(t, servicetest.NewTown(t)) // opened on 2026-03-26
	if mails := queueWeeks(t, shop, "2026-04-20 08:00"); len(mails) != 1 {
		t.Errorf("in its fourth week the business gets %d mails, want 1", len(mails))
	}
	if mails := queueWeeks(t, shop, "2026-05-11 08:00"); len(mails) != 0 {
		t.Errorf("in its seventh week the business gets %d mails, want none", len(mails))
	}
}

func TestWeekMail_OpenedThisWeek_WaitsForTheNext(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	town.Clock.Set(time.Date(2026, 5, 11, 7, 0, 0, 0, time.UTC))
	shop := mailedShop(t, town)
	if mails := queueWeeks(t, shop, "2026-05-11 10:00"); len(mails) != 0 {
		t.Errorf("a business that opened today gets %d mails, want none", len(mails))
	}
	if mails := queueWeeks(t, shop, "2026-05-18 10:00"); len(mails) != 1 {
		t.Errorf("a week later there are %d mails, want 1", len(mails))
	}
}

func TestWeekMail_BusinessOpenedSinceMonday_IsSkipped(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	monday := loyalty.Day("2026-05-11")
	ids := map[string]string{}
	for name, openedAt := range map[string]time.Time{
		"before":  time.Date(2026, 5, 10, 12, 0, 0, 0, time.UTC),
		"at noon": time.Date(2026, 5, 11, 12, 0, 0, 0, time.UTC),
	} {
		ids[mailedShop(t, town, func(b *loyalty.Business) { b.CreatedAt = openedAt }).Business.ID] = name
	}
	err := town.Store.ViewPlatform(t.Context(), func(tx *store.PlatformTx) error {
		due, err := tx.Businesses().WithoutWeekMail(monday, loyalty.WeekMailOpening(monday), true, true)
		if len(due) != 1 || ids[due[0]] != "before" {
			t.Errorf("the businesses due are %q, want the one opened before", due)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWeekMail_Figures_CompareWholeWeeks(t *testing.T) {
	t.Parallel()
	shop := mailedShop(t, servicetest.NewTown(t), func(b *loyalty.Business) { b.MeanTicket, b.VisitTarget = 1800, 2 })
	hideFirstSteps(t, shop)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	setLocalTime(t, shop, "2026-04-27 11:00") // two weeks before
	shop.Visit(ana)
	setLocalTime(t, shop, "2026-05-04 11:00")
	shop.Visit(ana) // this visit earns a free service
	setLocalTime(t, shop, "2026-05-10 19:00")
	shop.Visit(berta)
	setLocalTime(t, shop, "2026-05-11 07:30") // after the week
	shop.Visit(berta)
	mails := queueWeeks(t, shop, "2026-05-11 08:00")
	if len(mails) != 1 {
		t.Fatalf("there are %d mails, want 1", len(mails))
	}
	mail := mails[0]
	if want := fmt.Sprintf("Tu semana en %s: 2 visitas, 1 más", shop.Business.Name); mail.Subject != want {
		t.Errorf("the subject is %q, want %q", mail.Subject, want)
	}
	for _, want := range []string{
		"Del 4 al 10 de mayo", "Visitas: 2 (la semana anterior, 1)", "Clientes: 2 (la semana anterior, 1)",
		"Clientes nuevos: 1 (la semana anterior, 1)", "Recompensas canjeadas: 0 (la semana anterior, 0)",
		"https://axioma.test/app/settings?seccion=mensajes", "Activa WhatsApp",
	} {
		if !strings.Contains(mail.Text, want) {
			t.Errorf("the text lacks %q:\n%s", want, mail.Text)
		}
	}
	if !strings.Contains(mail.Text, "Debes 4 recompensas a 2 clientes: unos 54 € a tu precio medio.") {
		t.Errorf("the text lacks the rewards owed:\n%s", mail.Text)
	}
	for _, want := range []string{"La semana", "https://axioma.test/ayuda/activar-whatsapp", "Cambiarlo en los ajustes"} {
		if !strings.Contains(mail.HTML, want) {
			t.Errorf("the HTML lacks %q", want)
		}
	}
}

func TestWeekMail_LostCustomers_AreTheThingToDo(t *testing.T) {
	t.Parallel()
	shop := mailedShop(t, servicetest.NewTown(t))
	hideFirstSteps(t, shop)
	willing, silent := shop.RegisterVerified("Ana"), shop.Customer("Berta")
	for range 4 {
		shop.Visit(willing)
		shop.Visit(silent)
		shop.Clock.Advance(7 * 24 * time.Hour)
	}
	setLocalTime(t, shop, "2026-06-12 11:00")
	shop.Visit(shop.Customer("Carla"))
	mails := queueWeeks(t, shop, "2026-06-15 09:00")
	if len(mails) != 1 {
		t.Fatalf("there are %d mails, want 1", len(mails))
	}
	for _, want := range []string{
		"2 clientes habituales han dejado de venir.", "Escribe a quien ha dejado de venir", "1 cliente acepta que le escribas", "Ver a quién: https://axioma.test/app/informes/falta\n",
	} {
		if !strings.Contains(mails[0].Text, want) {
			t.Errorf("the text lacks %q:\n%s", want, mails[0].Text)
		}
	}
}

func TestWeekMail_WithoutMailServer_QueuesNothing(t *testing.T) {
	t.Parallel()
	shop := mailedShop(t, servicetest.NewTown(t))
	shop.Visit(shop.Customer("Ana"))
	setLocalTime(t, shop, "2026-03-30 09:00")
	mailless, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	if err := mailless.WeekMails.QueueDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows := shop.Database.Rows(t, "SELECT id FROM staff_mails"); len(rows) != 0 {
		t.Errorf("mails %v were queued, want none", rows)
	}
}

func TestWeek_GivenToday_CountsStandingRedemptionsOfTheDay(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := town.Shop(t, func(b *loyalty.Business) { b.VisitTarget, b.MeanTicket = 4, 2000 })
	other := town.Shop(t, func(b *loyalty.Business) { b.VisitTarget = 4 })
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	shop.Visits(ana, 4)
	shop.Visits(berta, 2)
	foreign := other.Customer("Olga")
	other.Visits(foreign, 4)
	for _, s := range []*servicetest.Shop{shop, other} {
		customer := map[*servicetest.Shop]loyalty.Customer{shop: ana, other: foreign}[s]
		if _, err := s.Redeem(customer, loyalty.RewardFree); err != nil {
			t.Fatal(err)
		}
	}
	if got := week(t, shop); got.RedemptionsToday != 1 || got.OwedValue != 2000 {
		t.Errorf("%d rewards were given and %d cents are owed, want 1 and two halves of 2000", got.RedemptionsToday, got.OwedValue)
	}
	shop.Clock.Advance(24 * time.Hour)
	if got := week(t, shop); got.RedemptionsToday != 0 {
		t.Errorf("on the next day %d rewards were given, want none", got.RedemptionsToday)
	}
}

func TestWeekMail_ClockWasWeeksAhead_SendsTheWeek(t *testing.T) {
	t.Parallel()
	for name, whileServing := range map[string]bool{"set back while serving": true, "set back before the start": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := mailedShop(t, servicetest.NewTown(t))
			elapsed := time.Duration(0)
			compare := func(span time.Duration) {
				elapsed += span
				shop.Clock.Advance(span)
				if err := shop.Cases.ClockRepairs.Compare(t.Context(), slog.New(slog.DiscardHandler), elapsed); err != nil {
					t.Fatal(err)
				}
			}
			setLocalTime(t, shop, "2026-05-08 11:00")
			shop.Visit(shop.Customer("Ana"))
			queueWeeks(t, shop, "2026-06-01 08:00")
			if whileServing {
				compare(0)
			}
			setLocalTime(t, shop, "2026-05-11 08:00")
			compare(5 * time.Second)
			compare(2 * time.Minute)
			for _, moment := range []struct {
				local string
				want  int
			}{{"2026-05-11 08:05", 1}, {"2026-05-11 08:10", 0}, {"2026-05-18 08:00", 1}} {
				if mails := queueWeeks(t, shop, moment.local); len(mails) != moment.want {
					t.Errorf("at %s there are %d mails, want %d", moment.local, len(mails), moment.want)
				}
				compare(5 * time.Second)
			}
		})
	}
}
