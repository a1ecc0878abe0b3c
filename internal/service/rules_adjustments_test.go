package service_test

import (
	"context"
	"slices"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type adjustment struct {
	id      string
	who     *person
	card    holder
	opening bool
	stamps  int
	after   int
	at      time.Time
	undone  bool
}

func (m *model) adjust(a *adjustment, owesHalf bool) {
	before := m.stamps(a.card)
	a.after = before + a.stamps
	m.adjustments = append(m.adjustments, a)
	if a.stamps < 0 {
		m.cancelAbove(a.card)
		return
	}
	m.reviveUpTo(a.card, before, a.after) // revived rewards count as paid
	target, half := m.terms(a.who)
	reachedStamps := max(before, m.highestPaid(a.card))
	if !a.opening {
		reachedStamps = max(reachedStamps, m.reachedBeforeCorrection(a, before))
	}
	for n := reachedStamps + 1; n <= a.after; n++ {
		kind := paidAt(n, target, half)
		isLastCard := n > a.after-a.after%target
		if kind != "" && (!a.opening || owesHalf && isLastCard || kind != loyalty.RewardHalf) {
			m.grant(a.card, kind, n, m.now())
		}
	}
}

// highestPaid is the highest milestone that the card has paid, or owes.
func (m *model) highestPaid(card holder) (highest int) {
	for _, r := range m.rewards {
		if r.card == card && r.kind.IsEarned() && r.status != loyalty.RewardCancelled {
			highest = max(highest, r.milestone)
		}
	}
	return highest
}

// reachedBeforeCorrection returns the number of stamps that the card had reached before corrections removed some. Stamps
// that corrections added do not count.
func (m *model) reachedBeforeCorrection(a *adjustment, before int) int {
	uncorrectedStamps, highest := before, 0
	for _, other := range m.adjustments {
		if other != a && other.card == a.card && !other.opening {
			uncorrectedStamps -= other.stamps
			highest = max(highest, other.after-other.stamps)
		}
	}
	return min(uncorrectedStamps, highest)
}

func (m *model) reviveUpTo(card holder, before, after int) {
	for _, r := range m.rewards {
		if r.card != card || r.status != loyalty.RewardCancelled {
			continue
		}
		if r.milestone > before && r.milestone <= after {
			r.owedFrom = 0
		}
		if r.from() <= after {
			r.status = loyalty.RewardPending
		}
	}
}

func (m *model) cancelAbove(card holder) {
	count := m.stamps(card)
	for _, r := range m.rewards {
		if r.card == card && r.status == loyalty.RewardPending && r.from() > count {
			r.status = loyalty.RewardCancelled
		}
	}
}

func (m *model) hasOpening(card holder) bool {
	return slices.ContainsFunc(m.adjustments, func(a *adjustment) bool { return a.card == card && a.opening && !a.undone })
}

func (m *model) mayUndoOpening(a *adjustment) error {
	switch {
	case a.who.archived:
		return loyalty.ErrCustomerNotFound
	case !a.opening:
		return loyalty.ErrAdjustmentNotFound
	case a.undone:
		return loyalty.ErrOpeningBalanceUndone
	case m.now().Sub(a.at) > loyalty.OpeningUndoPeriod:
		return loyalty.ErrOpeningBalanceTooLate
	case m.stamps(a.card) < a.stamps:
		return loyalty.ErrOpeningBalanceUsed
	}
	for _, r := range m.rewards {
		if r.card == a.card && r.status == loyalty.RewardRedeemed && r.milestone > a.after-a.stamps && r.milestone <= a.after {
			return loyalty.ErrOpeningBalanceRedeemed
		}
	}
	return nil
}

func (m *model) moveAdjustments(g *merge) {
	for _, a := range m.adjustments {
		if a.who == g.mergedRecord {
			g.adjustments[a] = a.card
			a.who = g.keptRecord
		}
		if a.card == g.mergedRecord {
			a.card = g.keptRecord
		}
	}
}

func (m *model) lacksStampsAfterReturn(g *merge) bool {
	returnedStamps := g.broughtStamps()
	return returnedStamps < 0 || m.stamps(g.keptRecord)-returnedStamps < 0
}

func (m *machine) visitOfAPastDay(t *rapid.T) {
	m.advanceMinute()
	p, key, back := m.anyone(t), m.someKey(t), rapid.IntRange(0, 9).Draw(t, "days back")
	day := m.today().Plus(-back)
	got, err := m.shop.Cases.Visits.Register(context.Background(), m.shop.Admin, service.VisitRequest{
		CustomerID: p.id, Day: day, Reason: "sin escanear", Key: usecase.IdempotencyKey(key),
	})
	request := "past day " + p.id + string(day)
	if firstAnswer, known := m.replay(key, request); known {
		mustRefuse(t, err, firstAnswer.refusal)
		return
	}
	refusal := m.mayVisit(p, day, false)
	if !p.archived && (back == 0 || back > loyalty.PastDays) {
		refusal = loyalty.ErrValidation
	}
	mustRefuse(t, err, refusal)
	m.keep(key, answer{request: request, refusal: refusal, visitID: got.Visit.ID})
	if refusal != nil {
		return
	}
	if !got.Visit.PastDay || got.Visit.Day != day {
		t.Fatalf("a visit of %s is stored on %s", day, got.Visit.Day)
	}
	m.stamp(&visit{id: got.Visit.ID, who: p, card: p.card(), day: day, at: got.Visit.At, pastDay: true})
	m.learnRewards(t)
	m.mustAnswerAsNow(t, p, got.Progress)
}

func (m *machine) recordOpening(t *rapid.T) {
	m.advanceMinute()
	p, stamps, owesHalf := m.anyone(t), rapid.IntRange(0, 12).Draw(t, "stamps"), rapid.Bool().Draw(t, "owes the half")
	got, err := m.shop.Cases.Adjustments.RecordOpening(context.Background(), m.shop.Admin, service.OpeningRequest{
		CustomerID: p.id, Stamps: int64(stamps), OwesHalf: owesHalf,
	})
	switch {
	case p.archived:
		mustRefuse(t, err, loyalty.ErrCustomerNotFound)
		return
	case m.hasOpening(p.card()):
		mustRefuse(t, err, loyalty.ErrOpeningBalanceRecorded)
		return
	}
	mustRefuse(t, err, nil)
	m.adjust(&adjustment{id: got.Adjustment.ID, who: p, card: p.card(), opening: true, stamps: stamps, at: m.now()}, owesHalf)
	m.learnRewards(t)
	m.mustAnswerAsNow(t, p, got.Progress)
}

func (m *machine) undoOpening(t *rapid.T) {
	if len(m.adjustments) == 0 {
		return
	}
	m.advanceMinute()
	a := rapid.SampledFrom(m.adjustments).Draw(t, "adjustment")
	got, err := m.shop.Cases.Adjustments.Undo(context.Background(), m.shop.Admin, a.id)
	refusal := m.mayUndoOpening(a)
	mustRefuse(t, err, refusal)
	if refusal == nil {
		a.undone = true
		m.cancelAbove(a.card)
		m.mustAnswerAsNow(t, a.who, got.Progress)
	}
}

func (m *machine) correct(t *rapid.T) {
	m.advanceMinute()
	p, key := m.anyone(t), m.someKey(t)
	stamps := rapid.SampledFrom([]int{1, 2, 5, 9, -1, -2, -5, -9}).Draw(t, "stamps")
	got, err := m.shop.Cases.Adjustments.Correct(context.Background(), m.shop.Admin, service.CorrectionRequest{
		CustomerID: p.id, Stamps: int64(stamps), Reason: "error al sellar", Key: usecase.IdempotencyKey(key),
	})
	request := "correction " + p.id + string(rune('m'+stamps))
	if firstAnswer, known := m.replay(key, request); known {
		mustRefuse(t, err, firstAnswer.refusal)
		return
	}
	var refusal error
	switch {
	case p.archived:
		refusal = loyalty.ErrCustomerNotFound
	case m.stamps(p.card())+stamps < 0:
		refusal = loyalty.ErrValidation
	}
	mustRefuse(t, err, refusal)
	m.keep(key, answer{request: request, refusal: refusal, visitID: got.Adjustment.ID})
	if refusal == nil {
		m.adjust(&adjustment{id: got.Adjustment.ID, who: p, card: p.card(), stamps: stamps, at: m.now()}, true)
		m.learnRewards(t)
		m.mustAnswerAsNow(t, p, got.Progress)
	}
}

func (m *machine) server(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "", m.shop.Barber.UserID, m.shop.Admin.UserID, m.shop.Owner.UserID}).Draw(t, "served by")
}

func (m *machine) changeServedBy(t *rapid.T) {
	server := m.server(t)
	if len(m.visits) == 0 || server == "" {
		return
	}
	v := rapid.SampledFrom(m.visits).Draw(t, "visit")
	err := m.shop.Cases.Visits.ChangeServedBy(context.Background(), m.shop.Admin, v.id, server)
	if v.deleted {
		mustRefuse(t, err, loyalty.ErrVisitNotFound)
		return
	}
	mustRefuse(t, err, nil)
}
