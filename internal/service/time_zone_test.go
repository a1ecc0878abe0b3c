package service_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func moveTo(t *testing.T, shop *servicetest.Shop, zone string) {
	t.Helper()
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{TimeZone: &zone}, false); err != nil {
		t.Fatal(err)
	}
}

// beforeMidnight is half an hour before midnight in Madrid, when the next day has begun in Athens.
func beforeMidnight(month time.Month, day int) time.Time {
	return time.Date(2026, month, day, 23, 30, 0, 0, time.FixedZone("Madrid", 3600)).UTC()
}

// Spec: states-13
func TestTimeZoneChange_Visit_GivesNoSecondOfDay(t *testing.T) {
	t.Parallel()
	for _, move := range []struct{ from, to string }{{"Europe/Madrid", "Europe/Athens"}, {"Europe/Athens", "Europe/Madrid"}} {
		shop := servicetest.New(t)
		moveTo(t, shop, move.from)
		shop.Clock.Set(beforeMidnight(time.March, 26))
		ana := shop.Customer("Ana")
		shop.Visit(ana)
		moveTo(t, shop, move.to)
		shop.Clock.Advance(time.Minute)
		_, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID})
		servicetest.MustRefuse(t, "moved from "+move.from, err, loyalty.ErrSameDayVisit)
		if !shop.Progress(ana).VisitedToday {
			t.Errorf("after the move from %s the customer must count as here today", move.from)
		}
		if further := shop.FurtherVisit(ana); further.Visit.AuthorizedBy == "" {
			t.Errorf("after the move from %s the further visit must have who authorized it", move.from)
		}
		shop.Clock.Advance(48 * time.Hour)
		shop.Visit(ana)
		shop.MustHoldInvariants(t)
	}
}

func TestTimeZoneChange_Visit_KeepsItsDay(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	moveTo(t, shop, "Europe/Athens")
	shop.Clock.Set(beforeMidnight(time.March, 26))
	ana := shop.Customer("Ana")
	shop.Visit(ana) // on the 27th
	moveTo(t, shop, "Europe/Madrid")
	shop.Clock.Advance(10 * time.Hour) // the 27th in the other zone too
	_, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID})
	servicetest.MustRefuse(t, "on the visit's own day", err, loyalty.ErrSameDayVisit)
}

func TestTimeZoneChange_Redeem_CombinesNoRewards(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Visits(ana, 5)
	shop.Clock.Set(beforeMidnight(time.April, 20).Add(-time.Hour))
	if _, err := shop.Redeem(ana, loyalty.RewardWelcome); err != nil {
		t.Fatal(err)
	}
	moveTo(t, shop, "Europe/Athens")
	_, err := shop.Redeem(ana, loyalty.RewardHalf)
	servicetest.MustRefuse(t, "a second reward of the day", err, loyalty.ErrWelcomeNotCombinable)
}

func TestTimeZoneChange_Reward_KeepsItsDay(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Visits(ana, 5)
	moveTo(t, shop, "Europe/Athens")
	shop.Clock.Set(beforeMidnight(time.October, 28))
	if _, err := shop.Redeem(ana, loyalty.RewardWelcome); err != nil { // on the 29th
		t.Fatal(err)
	}
	moveTo(t, shop, "Europe/Madrid")
	shop.Clock.Advance(10 * time.Hour) // the 29th in the other zone too
	_, err := shop.Redeem(ana, loyalty.RewardHalf)
	servicetest.MustRefuse(t, "on the reward's own day", err, loyalty.ErrWelcomeNotCombinable)
}

func TestTimeZoneChange_Messages_AreCountedOnce(t *testing.T) {
	t.Parallel()
	type used struct{ day, month int64 }
	for name, c := range map[string]struct {
		at    time.Time
		zones []string
		want  used
	}{
		"to the next day":                        {beforeMidnight(time.March, 26), []string{"Europe/Athens"}, used{3, 4}},
		"to the next day and back":               {beforeMidnight(time.March, 26), []string{"Europe/Athens", "Europe/Madrid"}, used{3, 4}},
		"across the date line and back":          {beforeMidnight(time.March, 26), []string{"Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Madrid"}, used{3, 4}},
		"within the day":                         {beforeMidnight(time.March, 26), []string{"Atlantic/Canary"}, used{3, 4}},
		"to the next month":                      {beforeMidnight(time.February, 28), []string{"Europe/Athens"}, used{3, 3}},
		"to the next month and back":             {beforeMidnight(time.February, 28), []string{"Europe/Athens", "Europe/Madrid"}, used{3, 4}},
		"to a zone where it is already tomorrow": {beforeMidnight(time.March, 26).Add(-10 * time.Hour), []string{"Pacific/Kiritimati"}, used{3, 4}},
	} {
		shop := servicetest.New(t)
		shop.Clock.Set(c.at.Add(-24 * time.Hour))
		ana := shop.Register("Ana")
		shop.SendMessages() // counted for the day before, and for the month
		shop.Clock.Set(c.at)
		servicetest.QueueMessages(t, shop, ana, loyalty.MessageReply, loyalty.MessageReply, loyalty.MessageReply)
		shop.SendMessages()
		shop.Clock.Advance(time.Minute)
		for _, zone := range c.zones {
			moveTo(t, shop, zone)
		}
		sending, err := shop.Cases.Messages.Sending(t.Context(), shop.Owner)
		if err != nil {
			t.Fatal(err)
		}
		if got := (used{sending.UsedToday, sending.UsedThisMonth}); got != c.want {
			t.Errorf("%s: the messages used are %+v, want %+v", name, got, c.want)
		}
	}
}
