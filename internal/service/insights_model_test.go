package service_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// The insights are compared with a slow reference that counts all visits. Sums are stored at random times, or never.

type countedVisit struct {
	customer, day, registeredBy, authorizedBy, deletedBy string
	user                                                 string // who did the service
	slot                                                 int    // -1: deleted
	undone                                               bool
}

func (m *machine) allVisits(t *rapid.T) []countedVisit {
	var visits []countedVisit
	for _, row := range m.shop.Town.Database.Rows(m.watch.test, fmt.Sprintf(`
		SELECT customer_id || ' ' || local_day || ' ' || registered_by || ' ' || coalesce(served_by, registered_by) || ' ' || coalesce(authorized_by, '-') || ' ' || coalesce(deleted_by, '-')
			|| ' ' || coalesce(day_slot, -1) || ' ' || coalesce(deleted_at - coalesce(received_at, visited_at), 0)
		FROM visits WHERE business_id = '%s'`, m.business.ID)) {
		var v countedVisit
		var after int64
		if _, err := fmt.Sscan(row, &v.customer, &v.day, &v.registeredBy, &v.user, &v.authorizedBy, &v.deletedBy, &v.slot, &after); err != nil {
			t.Fatal(err)
		}
		v.undone = v.slot < 0 && v.deletedBy == v.registeredBy && after <= 10*60*1000
		visits = append(visits, v)
	}
	return visits
}

func daysBetween(t *rapid.T, from, to string) int {
	first, err := time.Parse(time.DateOnly, from)
	mustRefuse(t, err, nil)
	last, err := time.Parse(time.DateOnly, to)
	mustRefuse(t, err, nil)
	return int(last.Sub(first) / (24 * time.Hour))
}

func firstVisits(visits []countedVisit) map[string]countedVisit {
	first := map[string]countedVisit{}
	for _, v := range visits {
		if firstVisit, ok := first[v.customer]; v.slot == 0 && (!ok || v.day < firstVisit.day) {
			first[v.customer] = v
		}
	}
	return first
}

func slowFigures(visits []countedVisit, period loyalty.Period) map[string]service.StaffFigures {
	figures, days, customers := map[string]service.StaffFigures{}, map[string]bool{}, map[string]bool{}
	change := func(user string, by func(*service.StaffFigures)) {
		f := figures[user]
		by(&f)
		figures[user] = f
	}
	for _, v := range visits {
		if !period.Contains(loyalty.Day(v.day)) {
			continue
		}
		switch {
		case v.undone:
			change(v.deletedBy, func(f *service.StaffFigures) { f.UndoneVisits++ })
		case v.slot < 0:
			change(v.deletedBy, func(f *service.StaffFigures) { f.DeletedVisits++ })
		default:
			change(v.user, func(f *service.StaffFigures) {
				f.Visits++
				if !days[v.user+v.day] {
					f.Days++
				}
				if !customers[v.user+v.customer] {
					f.Customers++
				}
			})
			days[v.user+v.day], customers[v.user+v.customer] = true, true
			if v.authorizedBy != "-" {
				change(v.authorizedBy, func(f *service.StaffFigures) { f.AuthorizedVisits++ })
			}
		}
	}
	for _, first := range firstVisits(visits) {
		if period.Contains(loyalty.Day(first.day)) {
			change(first.user, func(f *service.StaffFigures) { f.NewCustomers++ })
		}
	}
	return figures
}

func slowReturns(t *rapid.T, visits []countedVisit, period loyalty.Period) (returnedShare, toBarber, third loyalty.Share) {
	for customer, first := range firstVisits(visits) {
		if !period.Contains(loyalty.Day(first.day)) {
			continue
		}
		days, back, same := map[string]bool{}, int64(0), int64(0)
		for _, v := range visits {
			after := daysBetween(t, first.day, v.day)
			if v.customer != customer || v.slot < 0 || after <= 0 {
				continue
			}
			if after <= 90 {
				back = 1
				if v.user == first.user {
					same = 1
				}
			}
			if after <= 180 {
				days[v.day] = true
			}
		}
		returnedShare.Count(back, 1)
		toBarber.Count(same, 1)
		third.Count(min(1, int64(len(days)/2)), 1)
	}
	return returnedShare, toBarber, third
}

func (m *machine) anyPeriod(t *rapid.T) loyalty.Period {
	from := m.today().Plus(rapid.IntRange(-60, 2).Draw(t, "first day"))
	return loyalty.Period{From: from, To: from.Plus(rapid.SampledFrom([]int{0, 6, 27, 365}).Draw(t, "days"))}
}

func (m *machine) refreshDays(t *rapid.T) {
	if rapid.Bool().Draw(t, "days are counted") {
		mustRefuse(t, m.shop.Cases.Counts.Refresh(context.Background()), nil)
	}
}

func (m *machine) staffReport(t *rapid.T) {
	m.refreshDays(t)
	period, visits := m.anyPeriod(t), m.allVisits(t)
	earlier := loyalty.Period{From: period.From.Plus(-period.Length()), To: period.From.Plus(-1)}
	report, err := m.shop.Cases.Insights.Staff(context.Background(), m.shop.Owner,
		service.InsightRequest{From: string(period.From), To: string(period.To)})
	mustRefuse(t, err, nil)
	now, before := slowFigures(visits, period), slowFigures(visits, earlier)
	m.addRedeemed(now, period)
	m.addRedeemed(before, earlier)
	var got, want []string
	for _, line := range report.Lines {
		got = append(got, fmt.Sprintf("%s %+v %+v", line.UserID, withoutReturns(line.Now), withoutReturns(line.Before)))
	}
	all := maps.Clone(now)
	maps.Copy(all, before)
	for user := range all {
		want = append(want, fmt.Sprintf("%s %+v %+v", user, now[user], before[user]))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("the lines of the staff in %+v are\n%s\nwant\n%s", period, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func withoutReturns(f service.StaffFigures) service.StaffFigures {
	f.ReturnedCustomers, f.ReturnedToBarber, f.ThirdVisits, f.RecoveredCount = 0, 0, 0, 0
	return f
}

func (m *machine) addRedeemed(figures map[string]service.StaffFigures, period loyalty.Period) {
	for _, r := range m.rewards {
		if r.status == loyalty.RewardRedeemed && period.Contains(r.givenOn) {
			f := figures[r.givenBy]
			f.RedeemedRewards++
			figures[r.givenBy] = f
		}
	}
}

func (m *machine) returnReport(t *rapid.T) {
	m.refreshDays(t)
	visits := m.allVisits(t)
	report, err := m.shop.Cases.Insights.Returns(context.Background(), m.shop.Owner)
	mustRefuse(t, err, nil)
	today := m.today()
	returnedShare, toBarber, _ := slowReturns(t, visits, loyalty.Period{From: today.Plus(-180), To: today.Plus(-90)})
	_, _, third := slowReturns(t, visits, loyalty.Period{From: today.Plus(-360), To: today.Plus(-180)})
	if report.ReturnedShare != returnedShare || report.ToBarber != toBarber || report.ThirdVisits != third {
		t.Fatalf("the report is %+v, want %+v returned, %+v to a barber and %+v third visits", report, returnedShare, toBarber, third)
	}
	for _, month := range report.Months {
		want, _, _ := slowReturns(t, visits, loyalty.Period{From: loyalty.Day(month.Month + "-01"), To: loyalty.Day(month.Month + "-31")})
		if month.ReturnedShare != want {
			t.Fatalf("the customers returned in %s are %+v, want %+v", month.Month, month.ReturnedShare, want)
		}
	}
}

func (m *machine) debtReport(t *rapid.T) {
	m.refreshDays(t)
	period := m.anyPeriod(t)
	report, err := m.shop.Cases.Insights.Debt(context.Background(), m.shop.Owner,
		service.InsightRequest{From: string(period.From), To: string(period.To)})
	mustRefuse(t, err, nil)
	got, want, owed := map[string]int64{}, map[string]int64{}, map[*reward]bool{}
	for _, o := range report.Owed {
		got[fmt.Sprint(o.Kind, o.Age)] += o.Count
	}
	for _, p := range m.active() {
		for _, r := range m.owedRewards(p) {
			owed[r] = true
		}
	}
	for r := range owed {
		want[fmt.Sprint(r.kind, m.ageOf(r))]++
	}
	if !maps.Equal(got, want) {
		t.Fatalf("the rewards owed are %v, want %v", got, want)
	}
	flow := service.RewardFlow{}
	for _, r := range m.rewards {
		if r.kind != loyalty.RewardWelcome && r.status != loyalty.RewardCancelled && period.Contains(m.dayOf(r.earnedAt)) {
			flow.EarnedCount++
		}
		if r.status == loyalty.RewardRedeemed && period.Contains(r.givenOn) {
			flow.RedeemedCount++
		}
	}
	if seenShare := m.slowSeen(); report.Now != flow || report.SeenRedemption.RedeemedShare != seenShare {
		t.Fatalf("in %+v the report has %+v and %+v, want %+v and %+v", period, report.Now, report.SeenRedemption, flow, seenShare)
	}
}

// slowSeen follows rewards earned 540 to 181 days ago.
func (m *machine) slowSeen() (seenShare loyalty.Share) {
	for _, r := range m.rewards {
		day := m.dayOf(r.earnedAt)
		if r.kind == loyalty.RewardWelcome || r.status == loyalty.RewardCancelled || day < m.today().Plus(-540) || day >= m.today().Plus(-180) {
			continue
		}
		seenShare.Total++
		if r.status == loyalty.RewardRedeemed {
			seenShare.Part++
		}
	}
	return seenShare
}

func (m *machine) ageOf(r *reward) int {
	age := 0
	for _, days := range []int{30, 90, 180, 365} {
		if m.dayOf(r.earnedAt) <= m.today().Plus(-days) {
			age++
		}
	}
	return age
}

func slowRecovered(t *rapid.T, visits []countedVisit, period loyalty.Period) (recoveredCount int64) {
	days := map[string][]string{}
	for _, v := range visits {
		if v.slot == 0 {
			days[v.customer] = append(days[v.customer], v.day)
		}
	}
	for _, d := range days {
		slices.Sort(d)
		for n, day := range d {
			before := d[max(0, n-10):n]
			if len(before) < 3 || !period.Contains(loyalty.Day(day)) {
				continue
			}
			last := before[len(before)-1]
			silent, used := daysBetween(t, last, day), daysBetween(t, before[0], last)
			if silent > 30 && silent*(len(before)-1) > 2*used {
				recoveredCount++
			}
		}
	}
	return recoveredCount
}
