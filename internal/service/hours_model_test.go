package service_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/service"
)

// slowDay is a day of one of the 24 weeks before today, week 0 being the latest.
type slowDay struct{ weekday, week int }

// hoursReport compares the report with a slow reference that walks back day by day.
func (m *machine) hoursReport(t *rapid.T) {
	report, err := m.shop.Cases.Insights.Hours(context.Background(), m.shop.Owner)
	mustRefuse(t, err, nil)
	visits := map[slowDay][24]int64{}
	for _, row := range m.rows(`SELECT local_day || ' ' || visited_at FROM visits WHERE business_id = '%s' AND deleted_at IS NULL AND NOT past_day`) {
		var day string
		var at int64
		if _, err := fmt.Sscan(row, &day, &at); err != nil {
			t.Fatal(err)
		}
		if before := daysBetween(t, day, string(m.today())); before >= 1 && before <= 168 {
			clock := time.UnixMilli(at).In(m.business.Zone)
			key := slowDay{(int(clock.Weekday())+6)%7 + 1, (before - 1) / 7}
			hours := visits[key]
			hours[clock.Hour()]++
			visits[key] = hours
		}
	}
	var want service.HoursReport
	hours := map[[2]int][2]int64{}
	for weekday := 1; weekday <= 7; weekday++ {
		slowCompare(&want, hours, weekday, visits)
	}
	if report.Visits != want.Visits || report.ComparedVisits != want.ComparedVisits || report.VisitsBefore != want.VisitsBefore ||
		!slices.Equal(report.Weekdays, want.Weekdays) {
		t.Fatalf("the report is %+v, want %+v", report, want)
	}
	got := map[[2]int][2]int64{}
	for _, hour := range report.Hours {
		got[[2]int{hour.Weekday, hour.Hour}] = [2]int64{hour.Visits, hour.Before}
	}
	if !maps.Equal(got, hours) {
		t.Fatalf("the visits by hour are %v, want %v", got, hours)
	}
}

func slowCompare(want *service.HoursReport, hours map[[2]int][2]int64, weekday int, visits map[slowDay][24]int64) {
	days := service.OpenDays{Weekday: weekday}
	var before, skippedDays []slowDay
	for week := range 24 {
		day := slowDay{weekday, week}
		_, isOpen := visits[day]
		switch {
		case week < 8 && isOpen:
			days.Open++
		case week < 8:
			days.Closed++
		case len(before) < days.Open && isOpen:
			before = append(before, day)
		case len(before) < days.Open:
			skippedDays = append(skippedDays, day)
		}
	}
	if days.Open == 0 {
		return
	}
	if days.IsComparable = len(before) == days.Open; days.IsComparable {
		days.ClosedBefore = len(skippedDays)
	} else {
		before = nil
	}
	want.Weekdays = append(want.Weekdays, days)
	for hour := range 24 {
		var count [2]int64
		for week := range 8 {
			count[0] += visits[slowDay{weekday, week}][hour]
		}
		for _, day := range before {
			count[1] += visits[day][hour]
		}
		want.Visits += count[0]
		if days.IsComparable {
			want.ComparedVisits += count[0]
			want.VisitsBefore += count[1]
		}
		if count != [2]int64{} {
			hours[[2]int{weekday, hour}] = count
		}
	}
}
