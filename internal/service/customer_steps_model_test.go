package service_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// The reports of steps are compared with a slow reference that counts all rows. Steps are stored at random times, or
// never.

type customerRow struct {
	id, mergedInto      string
	createdAt           int64
	archived, discarded bool
}

// history has what happened to a customer and to records merged into theirs.
type history struct {
	customerRow
	registeredOn string
	brought      bool // has stamps of a paper card
	days         []string
	half, full   string
	redeemedOn   string
}

func (m *machine) rows(format string) []string {
	return m.shop.Town.Database.Rows(m.watch.test, fmt.Sprintf(format, m.business.ID))
}

func (m *machine) histories(t *rapid.T) map[string]*history {
	records := map[string]customerRow{}
	for _, row := range m.rows(`SELECT id || ' ' || coalesce(merged_into, '-') || ' ' || created_at || ' ' || (archived_at IS NOT NULL) || ' ' || (discarded_at IS NOT NULL)
		FROM customers WHERE business_id = '%s'`) {
		var r customerRow
		var archivedText, discardedText string
		if _, err := fmt.Sscan(row, &r.id, &r.mergedInto, &r.createdAt, &archivedText, &discardedText); err != nil {
			t.Fatal(err)
		}
		r.archived, r.discarded = isTrue(archivedText), isTrue(discardedText)
		records[r.id] = r
	}
	histories := map[string]*history{}
	for id, r := range records {
		if r.mergedInto == "-" && !r.discarded {
			histories[id] = &history{customerRow: r}
		}
	}
	owner := func(id string) *history {
		for records[id].mergedInto != "-" {
			id = records[id].mergedInto
		}
		return histories[id]
	}
	for id, r := range records {
		if h := owner(id); h != nil {
			h.createdAt = min(h.createdAt, r.createdAt)
		}
	}
	m.addDays(t, histories)
	m.addEarned(t, owner)
	for _, row := range m.rows(`SELECT customer_id FROM adjustments WHERE business_id = '%s' AND kind = 'OPENING' AND stamps > 0 AND undone_at IS NULL`) {
		histories[row].brought = true
	}
	for _, h := range histories {
		h.registeredOn = string(m.dayOf(time.UnixMilli(h.createdAt)))
	}
	return histories
}

func isTrue(text string) bool { return text == "1" || text == "true" }

func (m *machine) addDays(t *rapid.T, histories map[string]*history) {
	for _, v := range m.allVisits(t) {
		if h := histories[v.customer]; h != nil && v.slot == 0 {
			h.days = append(h.days, v.day)
		}
	}
	for _, h := range histories {
		slices.Sort(h.days)
	}
}

func (m *machine) addEarned(t *rapid.T, owner func(string) *history) {
	for _, row := range m.rows(`SELECT customer_id || ' ' || kind || ' ' || created_at || ' ' || coalesce(redeemed_at, 0)
		FROM rewards WHERE business_id = '%s' AND kind IN ('HALF', 'FREE') AND status <> 'CANCELLED'`) {
		var customer, kind string
		var earnedAt, redeemedAt int64
		if _, err := fmt.Sscan(row, &customer, &kind, &earnedAt, &redeemedAt); err != nil {
			t.Fatal(err)
		}
		h := owner(customer)
		into := &h.full
		if kind == "HALF" {
			into = &h.half
		}
		m.note(into, earnedAt)
		if redeemedAt != 0 {
			m.note(&h.redeemedOn, redeemedAt)
		}
	}
}

func (m *machine) note(day *string, at int64) {
	if eventDay := string(m.dayOf(time.UnixMilli(at))); *day == "" || eventDay < *day {
		*day = eventDay
	}
}

func (h *history) stepDays(upTo string) [6]string {
	days := [6]string{0: h.registeredOn, 3: h.half, 4: h.full, 5: h.redeemedOn}
	copy(days[1:3], h.days)
	for n := 1; n < len(days); n++ {
		if days[n] > upTo {
			days[n] = ""
		}
	}
	return days
}

func slowSteps(t *rapid.T, histories map[string]*history, period loyalty.Period, upTo string) (counts [6]int64, took [6][]int) {
	for _, h := range histories {
		if h.brought || h.registeredOn < string(period.From) || h.registeredOn > string(period.To) {
			continue
		}
		days := h.stepDays(upTo)
		last := days[0]
		for n, day := range days {
			if day == "" {
				continue
			}
			counts[n]++
			if n == 5 {
				last = min(days[3], days[4])
				if days[3] == "" || days[4] == "" {
					last = days[3] + days[4]
				}
				if last == "" {
					t.Fatalf("the reward %+v was redeemed, but not earned", h)
				}
			}
			if n > 0 {
				took[n] = append(took[n], max(0, daysBetween(t, last, day)))
			}
			last = day
		}
	}
	for n := range took {
		slices.Sort(took[n])
	}
	return counts, took
}

// slowQuartile returns the least number that so many quarters of all do not exceed.
func slowQuartile(numbers []int, quarters int) int {
	for n, number := range numbers {
		if 4*(n+1) >= quarters*len(numbers) {
			return number
		}
	}
	return 0
}

func (m *machine) refreshCustomerSteps(t *rapid.T) {
	if rapid.Bool().Draw(t, "steps are stored") {
		mustRefuse(t, m.shop.Cases.Counts.Refresh(context.Background()), nil)
	}
}

func (m *machine) cardReport(t *rapid.T) {
	m.refreshCustomerSteps(t)
	period, histories := m.anyPeriod(t), m.histories(t)
	report, err := m.shop.Cases.Insights.Card(context.Background(), m.shop.Owner,
		service.InsightRequest{From: string(period.From), To: string(period.To)})
	mustRefuse(t, err, nil)
	got := []string{}
	for _, step := range report.Steps {
		got = append(got, fmt.Sprint(step.Now, step.Before))
	}
	shift := period.Length()
	now, nowTook := slowSteps(t, histories, period, string(m.today()))
	before, beforeTook := slowSteps(t, histories, period.Shift(-shift), string(m.today().Plus(-shift)))
	want := []string{}
	for n := range now {
		want = append(want, fmt.Sprint(wantFigures(now[n], now[0], nowTook[n]), wantFigures(before[n], before[0], beforeTook[n])))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("the steps of those who registered in %+v are\n%s\nwant\n%s", period, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	m.stepLists(t, period, histories)
}

func wantFigures(part, total int64, took []int) service.StepFigures {
	return service.StepFigures{ReachedShare: loyalty.Share{Part: part, Total: total}, Took: loyalty.Quartiles{
		Count: int64(len(took)), First: slowQuartile(took, 1), Median: slowQuartile(took, 2), Third: slowQuartile(took, 3),
	}}
}

func (m *machine) stepLists(t *rapid.T, period loyalty.Period, histories map[string]*history) {
	got, want := []string{}, []string{}
	for n, step := range loyalty.CardSteps() {
		request := service.StepRequest{Step: step, InsightRequest: service.InsightRequest{From: string(period.From), To: string(period.To)}}
		for request.Limit = 2; ; {
			page, err := m.shop.Cases.Insights.ListStep(context.Background(), m.shop.Owner, request)
			mustRefuse(t, err, nil)
			for _, each := range page.Items {
				got = append(got, fmt.Sprint(n, each.CustomerID))
			}
			if request.Cursor = page.Next; page.Next == "" {
				break
			}
		}
	}
	for id, h := range histories {
		if h.archived || h.brought || h.registeredOn < string(period.From) || h.registeredOn > string(period.To) {
			continue
		}
		last := 0
		for n, day := range h.stepDays(string(m.today())) {
			if day != "" {
				last = n
			}
		}
		want = append(want, fmt.Sprint(last, id))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("the lists of %+v have %v, want %v", period, got, want)
	}
}

func (m *machine) cohortReport(t *rapid.T) {
	m.refreshCustomerSteps(t)
	report, err := m.shop.Cases.Insights.Cohorts(context.Background(), m.shop.Owner)
	mustRefuse(t, err, nil)
	today, err := time.Parse(time.DateOnly, string(m.today()))
	mustRefuse(t, err, nil)
	histories, want := m.histories(t), []string{}
	for row := 11; row >= 0; row-- {
		month := monthsLater(today, -row)
		cohort := service.Cohort{Month: month, Came: make([]int64, row+1)}
		for _, h := range histories {
			if len(h.days) == 0 || !strings.HasPrefix(h.days[0], month) {
				continue
			}
			cohort.Customers++
			for column := range cohort.Came {
				if slices.ContainsFunc(h.days, func(day string) bool { return strings.HasPrefix(day, monthsLater(today, column-row)) }) {
					cohort.Came[column]++
				}
			}
		}
		if cohort.Customers > 0 {
			want = append(want, fmt.Sprint(cohort))
		}
	}
	got := []string{}
	for _, cohort := range report.Cohorts {
		got = append(got, fmt.Sprint(cohort))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("on %s the cohorts are\n%s\nwant\n%s", m.today(), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	m.compareGaps(t, report, histories)
}

func monthsLater(day time.Time, months int) string {
	return time.Date(day.Year(), day.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
}

func (m *machine) compareGaps(t *rapid.T, report service.CohortReport, histories map[string]*history) {
	var gaps []int
	weeks := make([]int64, 9)
	for _, h := range histories {
		days := h.days[max(0, len(h.days)-10):]
		if len(days) < 3 || daysBetween(t, days[len(days)-1], string(m.today())) > 363 {
			continue
		}
		gap := float64(daysBetween(t, days[0], days[len(days)-1])) / float64(len(days)-1)
		gaps = append(gaps, int(math.Round(gap)))
		weeks[min(max(1, int(math.Round(math.Round(gap)/7))), 9)-1]++
	}
	slices.Sort(gaps)
	want := loyalty.Quartiles{Count: int64(len(gaps)), First: slowQuartile(gaps, 1), Median: slowQuartile(gaps, 2), Third: slowQuartile(gaps, 3)}
	if report.Gaps != want || !slices.Equal(report.GapWeeks, weeks) {
		t.Fatalf("the gaps are %+v %v, want %+v %v", report.Gaps, report.GapWeeks, want, weeks)
	}
}
