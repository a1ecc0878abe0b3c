package service_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// The reports are compared with the visits of the model, with calendar functions of the standard library.

func (m *machine) drawDay(t *rapid.T) time.Time {
	today, err := time.Parse(time.DateOnly, string(m.today()))
	if err != nil {
		t.Fatal(err)
	}
	return today.AddDate(0, 0, rapid.IntRange(-20, 5).Draw(t, "days from today"))
}

func isInRange(day loyalty.Day, date time.Time, r loyalty.Range) bool {
	other, err := time.Parse(time.DateOnly, string(day))
	if err != nil {
		panic(err)
	}
	switch r {
	case loyalty.RangeDay:
		return other.Equal(date)
	case loyalty.RangeMonth:
		return other.Year() == date.Year() && other.Month() == date.Month()
	}
	year, week := date.ISOWeek()
	otherYear, otherWeek := other.ISOWeek()
	return year == otherYear && week == otherWeek
}

func (m *model) services(p *person, date time.Time, r loyalty.Range) int {
	count := 0
	for _, v := range m.visitsOf(p) {
		if isInRange(v.day, date, r) {
			count++
		}
	}
	return count
}

func (m *model) hasVisitBefore(p *person, day loyalty.Day) bool {
	return slices.ContainsFunc(m.visitsOf(p), func(v *visit) bool { return v.day < day })
}

func (m *machine) active() []*person {
	return slices.DeleteFunc(slices.Clone(m.people), func(p *person) bool { return p.archived })
}

func anyRange(t *rapid.T) loyalty.Range {
	return rapid.SampledFrom([]loyalty.Range{loyalty.RangeDay, loyalty.RangeWeek, loyalty.RangeMonth}).Draw(t, "range")
}

func (m *machine) report(t *rapid.T) {
	date, r := m.drawDay(t), anyRange(t)
	var lines []string
	total := 0
	people := m.active()
	slices.SortStableFunc(people, func(a, b *person) int { return m.services(b, date, r) - m.services(a, date, r) })
	for _, p := range people {
		if count := m.services(p, date, r); count > 0 {
			lines = append(lines, fmt.Sprint(p.id, m.services(p, date, "day"), m.services(p, date, "week"), m.services(p, date, "month")))
			total += count
		}
	}
	for _, limit := range []int{0, 1, 2} {
		got := m.reportPages(t, service.ReportRequest{Date: date.Format(time.DateOnly), Range: r, Limit: limit}, total, len(lines))
		if !slices.Equal(got, lines) {
			t.Fatalf("the %s around %s has, in pages of %d,\n  %v\nwant\n  %v", r, date, limit, got, lines)
		}
	}
}

func (m *machine) reportPages(t *rapid.T, request service.ReportRequest, total, customers int) []string {
	var lines []string
	for {
		report, err := m.shop.Cases.Reports.Services(context.Background(), m.shop.Owner, request)
		mustRefuse(t, err, nil)
		for _, item := range report.Items {
			lines = append(lines, fmt.Sprint(item.CustomerID, item.Day, item.Week, item.Month))
		}
		if int(report.Visits) != total || int(report.Total) != customers {
			t.Fatalf("the report has %d customers with %d visits, want %d with %d", report.Total, report.Visits, customers, total)
		}
		if request.Cursor = report.Next; request.Cursor == "" {
			return lines
		}
	}
}

func (m *machine) charts(t *rapid.T) {
	date, r := m.drawDay(t), anyRange(t)
	got, err := m.shop.Cases.Reports.Charts(context.Background(), m.shop.Owner, date.Format(time.DateOnly), r)
	mustRefuse(t, err, nil)
	chartRange := r
	if r == loyalty.RangeDay {
		chartRange = loyalty.RangeWeek
	}
	hours := map[service.HourCount]int64{}
	for _, p := range m.active() {
		for _, v := range m.visitsOf(p) {
			if isInRange(v.day, date, chartRange) && !v.pastDay {
				weekday := (int(v.at.In(m.business.Zone).Weekday())+6)%7 + 1
				hours[service.HourCount{Weekday: weekday, Hour: v.at.In(m.business.Zone).Hour()}]++
			}
		}
	}
	for _, hour := range got.Hours {
		if place := (service.HourCount{Weekday: hour.Weekday, Hour: hour.Hour}); hours[place] != hour.Visits {
			t.Fatalf("weekday %d at hour %d has %d visits, want %d", hour.Weekday, hour.Hour, hour.Visits, hours[place])
		}
	}
	if len(got.Hours) != len(hours) {
		t.Fatalf("%d hours have visits, want %d", len(got.Hours), len(hours))
	}
	m.compareDays(t, got)
	m.compareVisitors(t, got.Visitors)
}

func (m *machine) compareDays(t *rapid.T, charts service.ServicesCharts) {
	for _, day := range charts.Days {
		visits, fresh := 0, 0
		for _, p := range m.active() {
			own := slices.DeleteFunc(m.visitsOf(p), func(v *visit) bool { return v.day != day.Day })
			visits += len(own)
			if len(own) > 0 && !m.hasVisitBefore(p, day.Day) {
				fresh++
			}
		}
		if int(day.Visits) != visits || int(day.NewCustomers) != fresh {
			t.Fatalf("%s has %d visits and %d new customers, want %d and %d", day.Day, day.Visits, day.NewCustomers, visits, fresh)
		}
	}
	if first, last := charts.Days[0].Day, charts.Days[len(charts.Days)-1].Day; first != charts.Period.From || last != charts.Period.To {
		t.Fatalf("the days are %s to %s, want those of %+v", first, last, charts.Period)
	}
}

func (m *machine) compareVisitors(t *rapid.T, got service.VisitorCounts) {
	visits, customers, fresh := 0, 0, 0
	for _, p := range m.active() {
		own := slices.DeleteFunc(m.visitsOf(p), func(v *visit) bool { return v.day < got.Period.From || v.day > got.Period.To })
		if len(own) == 0 {
			continue
		}
		visits += len(own)
		customers++
		if !m.hasVisitBefore(p, got.Period.From) {
			fresh++
		}
	}
	if int(got.Visits) != visits || int(got.Customers) != customers || int(got.NewCustomers) != fresh {
		t.Fatalf("the report is %+v, want %d visits of %d customers, %d of them new", got, visits, customers, fresh)
	}
}

func (m *machine) compareRolling(t *rapid.T, got service.VisitCount) {
	visits := 0
	for _, p := range m.active() {
		for _, v := range m.visitsOf(p) {
			if got.Period.Contains(v.day) {
				visits++
			}
		}
	}
	if int(got.Visits) != visits {
		t.Fatalf("the visits are %+v, want %d", got, visits)
	}
}

func (m *machine) week(t *rapid.T) {
	m.refreshDays(t)
	if rapid.Bool().Draw(t, "rhythms are kept") {
		mustRefuse(t, m.shop.Cases.Reports.UpdateRhythms(context.Background()), nil)
	}
	week, err := m.shop.Cases.Reports.Week(context.Background(), m.shop.Owner)
	mustRefuse(t, err, nil)
	today, err := time.Parse(time.DateOnly, string(m.today()))
	mustRefuse(t, err, nil)
	for days := range 7 {
		day := today.AddDate(0, 0, -days)
		name := loyalty.Day(day.Format(time.DateOnly))
		if within := week.ThisWeek.Period.From <= name && name <= week.ThisWeek.Period.To; within != isInRange(name, today, loyalty.RangeWeek) {
			t.Fatalf("that %s is within this week, %+v, is %t, want %t", name, week.ThisWeek.Period, within, !within)
		}
	}
	m.compareVisitors(t, week.ThisWeek)
	m.compareVisitors(t, week.LastWeek)
	m.compareRolling(t, week.Rolling)
	m.compareRolling(t, week.RollingBefore)
	m.compareOwed(t, week)
	m.compareLost(t, week, today)
}

// month moves the clock by a month, so that customers become lost.
func (m *machine) month(t *rapid.T) {
	m.shop.Clock.Advance(31 * 24 * time.Hour)
	mustRefuse(t, m.shop.Cases.Reports.UpdateRhythms(context.Background()), nil)
}

// lostSummary returns the line of a customer in the week's list of lost customers, or "" if they are not lost.
func (m *model) lostSummary(p *person, today time.Time) string {
	var days []time.Time
	for _, v := range m.visitsOf(p) {
		day, err := time.Parse(time.DateOnly, string(v.day))
		if err != nil {
			panic(err)
		}
		days = append(days, day)
	}
	slices.SortFunc(days, time.Time.Compare)
	days = slices.Compact(days)
	days = days[max(0, len(days)-10):]
	if len(days) < 3 {
		return ""
	}
	count := func(from, to time.Time) int { return int(to.Sub(from).Hours() / 24) }
	silent, used := count(days[len(days)-1], today), count(days[0], days[len(days)-1])
	if silent <= 30 || silent*(len(days)-1) <= 2*used {
		return ""
	}
	return fmt.Sprint(p.id, silent, len(days), used)
}

func (m *machine) compareLost(t *rapid.T, week service.Week, today time.Time) {
	var want, got []string
	for _, p := range m.active() {
		if summary := m.lostSummary(p, today); summary != "" {
			want = append(want, summary)
		}
	}
	for _, customer := range week.LostCustomers {
		got = append(got, fmt.Sprint(customer.CustomerID, customer.SilentDays, customer.Rhythm.Days, customer.Rhythm.Last.Since(customer.Rhythm.First)))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || week.LostTotal != len(want) {
		t.Fatalf("%d customers stopped coming: %v, want %v", week.LostTotal, got, want)
	}
}

func (m *machine) compareOwed(t *rapid.T, week service.Week) {
	owed, customers := map[*reward]bool{}, 0
	for _, p := range m.active() {
		own := m.owedRewards(p)
		if len(own) > 0 {
			customers++
		}
		for _, r := range own {
			owed[r] = true
		}
	}
	want := service.OwedRewards{Customers: int64(customers)}
	for r := range owed {
		if m.dayOf(r.earnedAt) <= m.today().Plus(-loyalty.LongOwedDays) {
			want.Long++
		}
		switch r.kind {
		case loyalty.RewardFree:
			want.Free++
		case loyalty.RewardHalf:
			want.Half++
		default:
			want.Others++
		}
	}
	if week.Owed != want {
		t.Fatalf("the rewards owed are %+v, want %+v", week.Owed, want)
	}
}
