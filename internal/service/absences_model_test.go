package service_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// The absent customers are compared with a slow reference that reads all rows. Rhythms are stored at random times, or
// never.

func TestAbsences_RandomHistory_EqualSlowReference(t *testing.T) {
	town := servicetest.NewTown(t)
	rapid.Check(t, func(t1 *rapid.T) {
		town.Database.Wipe(t)
		m := open(t1, town)
		m.watch = newWatcher(t, m.shop)
		t1.Repeat(map[string]func(*rapid.T){
			"visit":        m.visit,
			"visit more":   m.addFrequentVisits,
			"past day":     m.visitOfAPastDay,
			"delete last":  m.deleteLast,
			"archive":      m.archive,
			"merge":        m.merge,
			"unmerge":      m.undoMerge,
			"clock change": m.clockChange,
			"month":        m.month,
			"weeks":        m.weeks,
			"change":       m.changeInvitable,
			"change more":  m.changeInvitable,
			"invite":       m.invite,
			"undo invite":  m.undoInvitation,
			"absences":     m.absenceReport,
		})
	})
}

func (m *machine) addFrequentVisits(t *rapid.T) {
	gap := rapid.SampledFrom([]int{1, 3, 12, 16}).Draw(t, "gap")
	for range loyalty.MinRhythmDays {
		for _, who := range m.active() {
			m.advanceMinute()
			if m.mayVisit(who, m.today(), false) != nil {
				continue
			}
			got, err := m.shop.Cases.Visits.Register(context.Background(), m.shop.Owner, service.VisitRequest{CustomerID: who.id})
			mustRefuse(t, err, nil)
			m.stamp(&visit{id: got.Visit.ID, who: who, card: who.card(), day: m.today(), at: got.Visit.At})
			m.learnRewards(t)
		}
		m.shop.Clock.Advance(time.Duration(gap) * aDay)
	}
}

func (m *machine) weeks(t *rapid.T) {
	m.shop.Clock.Advance(time.Duration(rapid.IntRange(18, 24).Draw(t, "days")) * aDay)
	if rapid.Bool().Draw(t, "rhythms are stored") {
		mustRefuse(t, m.shop.Cases.Reports.UpdateRhythms(context.Background()), nil)
	}
}

func (m *machine) changeInvitable(t *rapid.T) {
	m.advanceMinute()
	people := m.active()
	if len(people) == 0 {
		return
	}
	who := rapid.SampledFrom(people).Draw(t, "customer")
	update := func(column, value string) {
		m.shop.Database.Corrupt(m.watch.test, `UPDATE customers SET `+column+` = `+value+` WHERE id = '`+who.id+`'`)
	}
	consent := func(granted bool, kinds ...loyalty.ConsentKind) {
		for _, kind := range kinds {
			err := m.shop.Cases.SelfService.SetConsent(context.Background(), servicetest.PortalUser(m.shop, loyalty.Customer{ID: who.id}), kind, granted)
			mustRefuse(t, err, nil)
		}
	}
	accept := func() {
		update("birthday", "NULL") // a minor cannot consent
		consent(true, loyalty.ConsentWhatsApp, loyalty.ConsentPromotions)
	}
	fourteen, err := time.Parse(time.DateOnly, string(m.today()))
	mustRefuse(t, err, nil)
	fourteen = fourteen.AddDate(-14, 0, 0)
	change := rapid.SampledFrom([]func(){
		accept, accept,
		func() { consent(false, loyalty.ConsentWhatsApp) },
		func() { consent(false, loyalty.ConsentPromotions) },
		func() { update("phone_unverified", "TRUE") },
		func() { update("phone_unverified", "FALSE") },
		func() { update("birthday", "'"+fourteen.AddDate(0, 0, 1).Format(time.DateOnly)+"'") },
		func() { update("birthday", "'"+fourteen.Format(time.DateOnly)+"'") },
		func() { update("birthday", "'2016-02-29'") },
		func() { update("birthday", "NULL") },
		func() { m.setHoldBack(t, true) },
		func() { m.setHoldBack(t, false) },
	}).Draw(t, "change")
	change()
}

func (m *machine) setHoldBack(t *rapid.T, enabled bool) {
	_, err := m.shop.Cases.Businesses.ChangeSettings(context.Background(), m.shop.Owner, loyalty.SettingChanges{HoldBack: &enabled}, false)
	mustRefuse(t, err, nil)
}

func (m *machine) invite(t *rapid.T) {
	m.advanceMinute()
	people := m.active()
	if len(people) == 0 {
		return
	}
	who := rapid.SampledFrom(people).Draw(t, "customer")
	m.refreshDays(t)
	report, err := m.shop.Cases.Insights.Absences(context.Background(), m.shop.Owner)
	mustRefuse(t, err, nil)
	state := m.slowState(t, who, report.HoldsBack && m.slowAbsence(t, who) != "")
	refusal := state.Refusal()
	offer, err := m.shop.Cases.Customers.GreetingOffer(context.Background(), m.shop.Owner, who.id)
	mustRefuse(t, err, nil)
	if offer.Invites != (m.slowAbsence(t, who) != "") || offer.Invites && offer.State != state {
		t.Fatalf("the record offers %+v, want %s", offer, state)
	}
	_, err = m.shop.Cases.Customers.Greet(context.Background(), m.shop.Owner, who.id, loyalty.Greeting{Invites: true})
	mustRefuse(t, err, refusal)
}

// undoInvitation restores an earlier time, or none.
func (m *machine) undoInvitation(t *rapid.T) {
	people := m.active()
	if len(people) == 0 {
		return
	}
	who := rapid.SampledFrom(people).Draw(t, "customer")
	greetedAt := m.greetedAt(t, who)
	if greetedAt == 0 {
		return
	}
	m.shop.Clock.Advance(time.Duration(rapid.SampledFrom([]int{0, 23, 24}).Draw(t, "hours")) * time.Hour)
	var refusal error
	if m.shop.Clock.Now().UnixMilli() >= greetedAt+24*60*60*1000 {
		refusal = loyalty.ErrGreetingTooLate
	}
	_, err := m.shop.Cases.Customers.UndoGreeting(context.Background(), m.shop.Owner, who.id, time.UnixMilli(greetedAt))
	mustRefuse(t, err, refusal)
	if after := m.greetedAt(t, who); (refusal == nil) != (after < greetedAt) {
		t.Fatalf("the greeting was at %d and after the undo at %d, want an earlier one unless refused: %v", greetedAt, after, refusal)
	}
}

// greetedAt is in milliseconds; 0 is never.
func (m *machine) greetedAt(t *rapid.T, who *person) (at int64) {
	if _, err := fmt.Sscan(m.rows(`SELECT coalesce(greeted_at, 0) FROM customers WHERE business_id = '%s' AND id = '` + who.id + `'`)[0], &at); err != nil {
		t.Fatal(err)
	}
	return at
}

func (m *machine) slowAbsence(t *rapid.T, who *person) loyalty.Absence {
	days := m.rows(`SELECT DISTINCT local_day FROM visits WHERE business_id = '%s' AND day_slot IS NOT NULL AND customer_id = '` + who.id + `'`)
	slices.Sort(days)
	days = days[max(0, len(days)-10):]
	if len(days) < 3 {
		return ""
	}
	last := days[len(days)-1]
	silent, gap := daysBetween(t, last, string(m.today())), float64(daysBetween(t, days[0], last))/float64(len(days)-1)
	switch {
	case silent > 30 && float64(silent) > 2*gap:
		return loyalty.AbsenceLost
	case silent >= 21 && float64(silent) > 1.5*gap:
		return loyalty.AbsenceAtRisk
	}
	return ""
}

func (m *machine) slowState(t *rapid.T, who *person, holdsBack bool) loyalty.GreetingState {
	row := strings.Split(m.rows(`SELECT coalesce(phone, '') || ';' || CASE WHEN phone_unverified THEN 'unverified' ELSE '' END || ';' ||
		coalesce(birthday, '') FROM customers WHERE business_id = '%s' AND id = '` + who.id + `'`)[0], ";")
	grantedConsents := map[string]bool{}
	for _, consent := range m.rows(`SELECT kind || ' ' || CASE WHEN granted AND (kind <> 'PROMOTIONS' OR text_version >= '` + loyalty.MarketingTextVersion + `') THEN 1 ELSE 0 END
		FROM consents WHERE business_id = '%s' AND customer_id = '` + who.id + `' ORDER BY given_at, id`) {
		kind, is, _ := strings.Cut(consent, " ")
		grantedConsents[kind] = is == "1"
	}
	if row[0] == "" {
		return loyalty.GreetNoPhone
	}
	if row[2] != "" {
		birthday, err := time.Parse(time.DateOnly, row[2])
		mustRefuse(t, err, nil)
		if string(m.today()) < birthday.AddDate(14, 0, 0).Format(time.DateOnly) {
			return loyalty.GreetMinor
		}
	}
	if row[1] != "" {
		return loyalty.GreetUnverified
	}
	if !grantedConsents["WHATSAPP"] || !grantedConsents["PROMOTIONS"] {
		return loyalty.GreetNoConsent
	}
	greetedAt := m.greetedAt(t, who)
	switch {
	case greetedAt > 0 && m.shop.Clock.Now().UnixMilli() < greetedAt+30*24*60*60*1000:
		return loyalty.GreetRecent
	case holdsBack && loyalty.IsHeldBack(who.id, m.today()):
		return loyalty.GreetHeldBack
	}
	return loyalty.GreetNow
}

func (m *machine) lastVisitAt(who *person) string {
	return m.rows(`SELECT max(visited_at) FROM visits WHERE business_id = '%s' AND day_slot IS NOT NULL AND customer_id = '` + who.id + `'`)[0]
}

func (m *machine) absenceReport(t *rapid.T) {
	m.refreshDays(t)
	report, err := m.shop.Cases.Insights.Absences(context.Background(), m.shop.Owner)
	mustRefuse(t, err, nil)
	want, lists := map[loyalty.Absence]service.AbsentCounts{loyalty.AbsenceAtRisk: {}, loyalty.AbsenceLost: {}}, map[string][]string{}
	for _, who := range m.active() {
		absence := m.slowAbsence(t, who)
		if absence == "" {
			continue
		}
		state := m.slowState(t, who, report.HoldsBack)
		want[absence][state]++
		line := m.lastVisitAt(who) + " " + who.id
		lists[fmt.Sprint(absence, true)] = append(lists[fmt.Sprint(absence, true)], line)
		if state == loyalty.GreetNow || state == loyalty.GreetRecent && m.shop.Clock.Now().UnixMilli() < m.greetedAt(t, who)+24*60*60*1000 {
			lists[fmt.Sprint(absence, false)] = append(lists[fmt.Sprint(absence, false)], line)
		}
	}
	if !maps.Equal(report.AtRiskCounts, want[loyalty.AbsenceAtRisk]) || !maps.Equal(report.LostCounts, want[loyalty.AbsenceLost]) {
		t.Fatalf("%+v are at risk and %+v lost, want %+v", report.AtRiskCounts, report.LostCounts, want)
	}
	for _, absence := range []loyalty.Absence{loyalty.AbsenceAtRisk, loyalty.AbsenceLost} {
		for _, isWhole := range []bool{false, true} {
			m.compareAbsent(t, service.AbsentRequest{Absence: absence, IsWhole: isWhole}, lists[fmt.Sprint(absence, isWhole)])
		}
	}
	m.compareRecovered(t, report)
}

func (m *machine) compareAbsent(t *rapid.T, request service.AbsentRequest, want []string) {
	slices.SortFunc(want, func(a, b string) int {
		lastA, a, _ := strings.Cut(a, " ")
		lastB, b, _ := strings.Cut(b, " ")
		if lastA != lastB {
			return strings.Compare(lastB, lastA)
		}
		return strings.Compare(a, b)
	})
	request.Limit = rapid.IntRange(0, 3).Draw(t, "limit")
	var got []string
	for {
		page, err := m.shop.Cases.Insights.ListAbsent(context.Background(), m.shop.Owner, request)
		mustRefuse(t, err, nil)
		for _, customer := range page.Items {
			got = append(got, fmt.Sprintf("%d %s", customer.LastVisitAt.UnixMilli(), customer.CustomerID))
			if customer.Name == "" {
				t.Fatalf("the customer %+v has no name, want one", customer)
			}
		}
		if page.Total != int64(len(want)) {
			t.Fatalf("the page of %+v has the total %d, want %d", request, page.Total, len(want))
		}
		if request.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%+v lists\n%q\nwant\n%q", request, got, want)
	}
}

func (m *machine) compareRecovered(t *rapid.T, report service.AbsenceReport) {
	recoveredCount := slowRecovered(t, m.allVisits(t), loyalty.Period{From: m.today().Plus(-27), To: m.today()})
	customers, err := m.shop.Cases.Insights.ListRecovered(context.Background(), m.shop.Owner, usecase.ListRequest{Limit: 100})
	mustRefuse(t, err, nil)
	if int64(len(customers.Items)) != recoveredCount || customers.Total != recoveredCount || report.RecoveredCount != recoveredCount {
		t.Fatalf("the recovered customers are %+v and their number %d, want %d", customers, report.RecoveredCount, recoveredCount)
	}
}
