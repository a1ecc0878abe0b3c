package service_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// model implements the rules from their text, not from the program. It recounts everything each time.
type model struct {
	business    loyalty.Business
	people      []*person
	families    []*household
	visits      []*visit
	adjustments []*adjustment
	rewards     []*reward
	merges      []*merge
	answers     map[string]answer
	now         func() time.Time
}

type person struct {
	id         string
	since      time.Time
	registered bool // by the customer, in the public form
	tag        loyalty.Tag
	archived   bool
	blockedAt  time.Time // when archived
	erased     bool
	mergedTo   *person // nil: was not merged
	family     *household
	role       loyalty.FamilyRole
}

type household struct {
	id      string
	pool    bool
	deleted bool
}

type holder any

type visit struct {
	id         string
	who        *person
	card       holder
	day        loyalty.Day
	at         time.Time
	authorized bool
	pastDay    bool
	moved      bool      // scanned before the oldest allowed day, so it counts later
	receivedAt time.Time // by the server
	deleted    bool
	number     int
	earns      loyalty.RewardKind // by the terms of its day; empty: no reward
}

type reward struct {
	id        string
	card      holder
	kind      loyalty.RewardKind
	milestone int
	owedFrom  int // stamps, if more than the milestone
	earnedAt  time.Time
	status    loyalty.RewardStatus
	givenTo   *person
	givenOn   loyalty.Day
	givenAt   time.Time
	givenBy   string
}

type answer struct {
	request string
	refusal error
	visitID string
	settled bool // by a visit that was registered before
}

func (m *model) stamps(card holder) int {
	count := 0
	for _, v := range m.visits {
		if v.card == card && !v.deleted {
			count++
		}
	}
	for _, a := range m.adjustments {
		if a.card == card && !a.undone {
			count += a.stamps
		}
	}
	return count
}

func (m *model) visitsOf(p *person) []*visit {
	var own []*visit
	for _, v := range m.visits {
		if v.who == p && !v.deleted {
			own = append(own, v)
		}
	}
	slices.SortFunc(own, func(a, b *visit) int { return cmp.Or(a.at.Compare(b.at), strings.Compare(a.id, b.id)) })
	return own
}

func (m *model) visitNamed(id string) *visit {
	for _, v := range m.visits {
		if v.id == id {
			return v
		}
	}
	return nil
}

func (m *model) visitOf(p *person, day loyalty.Day) *visit {
	for _, v := range m.visitsOf(p) {
		if v.day == day {
			return v
		}
	}
	return nil
}

func (m *model) hasVisit(p *person, day loyalty.Day) bool {
	return m.visitOf(p, day) != nil
}

// hasStamp reports whether a visit was scanned on a day, so that no other visit counts on that day.
func (m *model) hasStamp(p *person, day loyalty.Day) bool {
	return slices.ContainsFunc(m.visits, func(v *visit) bool { return v.who == p && v.day == day && !v.deleted && !v.moved })
}

// isDecidedByScan reports whether the day of the scan decides about a visit that would be moved.
func (m *model) isDecidedByScan(p *person, scannedAt time.Time, day loyalty.Day) bool {
	wasMovedSince := func(v *visit) bool { return v.who == p && v.moved && !v.deleted && v.receivedAt.After(scannedAt) }
	return m.now().Sub(scannedAt) > 72*time.Hour && (m.hasStamp(p, day) || slices.ContainsFunc(m.visits, wasMovedSince))
}

func (p *person) card() holder {
	if p.family != nil && p.family.pool {
		return p.family
	}
	return p
}

func (p *person) cards() []holder {
	if p.family != nil {
		return []holder{p, p.family}
	}
	return []holder{p}
}

// terms returns target and half (0: none).
func (m *model) terms(p *person) (target, half int) {
	_, own := p.card().(*person)
	return m.termsOf(own, p.tag)
}

func (m *model) termsOf(own bool, tag loyalty.Tag) (target, half int) {
	if own && (tag == "BONO_VIP_A" || tag == "BONO_VIP_B" || tag == "BONO_VIP_C") {
		return int(m.business.VIPVisitTarget), 0
	}
	target = int(m.business.VisitTarget)
	if m.business.HalfRewardEnabled {
		half = target / 2
	}
	return target, half
}

func (m *model) stamp(v *visit) []*reward {
	target, half := m.terms(v.who)
	m.visits = append(m.visits, v)
	count := m.stamps(v.card)
	var owed []*reward
	for _, r := range m.rewards {
		if r.card != v.card || r.status != loyalty.RewardCancelled {
			continue
		}
		if r.milestone == count {
			r.owedFrom = 0
		}
		if r.from() <= count {
			r.status = loyalty.RewardPending
			owed = append(owed, r)
		}
	}
	v.number, v.earns = count, paidAt(count, target, half)
	if v.earns != "" {
		owed = append(owed, m.earn(v.card, v.earns, count, m.now())...)
	}
	return owed
}

func paidAt(count, target, half int) loyalty.RewardKind {
	switch {
	case count > 0 && count%target == 0:
		return loyalty.RewardFree
	case half > 0 && count%target == half:
		return loyalty.RewardHalf
	}
	return ""
}

// retag changes the tag, and makes the milestone owed that the own card has just reached under it.
func (m *model) retag(p *person, tag loyalty.Tag) {
	isOther := p.tag != tag
	p.tag = tag
	target, half := m.termsOf(true, tag)
	count := m.stamps(p)
	if kind := paidAt(count, target, half); isOther && kind != "" {
		m.grant(p, kind, count, m.now())
	}
}

// grantPassed makes the milestones owed that cards have passed under the current terms, above the highest paid one.
func (m *model) grantPassed() {
	for _, p := range m.people {
		if !p.archived {
			target, half := m.termsOf(true, p.tag)
			m.grantAbovePaid(p, target, half)
		}
	}
	for _, family := range m.families {
		if len(m.members(family)) > 0 {
			target, half := m.termsOf(false, loyalty.TagNone)
			m.grantAbovePaid(family, target, half)
		}
	}
}

func (m *model) grantAbovePaid(card holder, target, half int) {
	paidMilestone := 0
	for _, r := range m.rewards {
		if r.card == card && r.status != loyalty.RewardCancelled {
			paidMilestone = max(paidMilestone, r.milestone)
		}
	}
	for n := paidMilestone + 1; n <= m.stamps(card); n++ {
		if kind := paidAt(n, target, half); kind != "" {
			m.grant(card, kind, n, m.now())
		}
	}
}

// grant grants a milestone, unless its stamps have paid another reward. It revives a cancelled reward.
func (m *model) grant(card holder, kind loyalty.RewardKind, milestone int, at time.Time) []*reward {
	var milestoneRewards []*reward
	for _, r := range m.rewards {
		if r.card == card && r.milestone == milestone {
			milestoneRewards = append(milestoneRewards, r)
		}
	}
	if len(milestoneRewards) == 1 && milestoneRewards[0].kind == kind && milestoneRewards[0].status == loyalty.RewardCancelled {
		milestoneRewards[0].status, milestoneRewards[0].owedFrom = loyalty.RewardPending, 0
	}
	if len(milestoneRewards) > 0 {
		return nil
	}
	return m.earn(card, kind, milestone, at)
}

func (m *model) earn(card holder, kind loyalty.RewardKind, milestone int, at time.Time) []*reward {
	for _, r := range m.rewards {
		isPaid := r.kind == kind || r.kind.IsEarned() && kind.IsEarned() // under other terms
		if r.card == card && isPaid && r.milestone == milestone {
			return nil
		}
	}
	r := &reward{card: card, kind: kind, milestone: milestone, earnedAt: at, status: loyalty.RewardPending}
	m.rewards = append(m.rewards, r)
	return []*reward{r}
}

func (m *model) unstamp(v *visit) {
	v.deleted = true
	count := m.stamps(v.card)
	for _, r := range m.rewards {
		if r.card == v.card && r.status == loyalty.RewardPending && r.from() > count {
			r.status = loyalty.RewardCancelled
		}
	}
}

func (m *model) owedRewards(p *person) []*reward {
	var owed []*reward
	for _, r := range m.rewards {
		if slices.Contains(p.cards(), r.card) && r.status == loyalty.RewardPending {
			owed = append(owed, r)
		}
	}
	slices.SortFunc(owed, func(a, b *reward) int { return cmp.Or(a.earnedAt.Compare(b.earnedAt), strings.Compare(a.id, b.id)) })
	return owed
}

func (m *model) mayRedeem(p *person, r *reward, day loyalty.Day) error {
	switch {
	case p.archived:
		return loyalty.ErrCustomerNotFound
	case !slices.Contains(p.cards(), r.card):
		return loyalty.ErrRewardNotFound
	case r.status != loyalty.RewardPending:
		return loyalty.ErrRewardNotPending
	}
	for _, otherReward := range m.rewards {
		sameDay := otherReward.givenTo == p && otherReward.givenOn == day
		if sameDay && (otherReward.kind == loyalty.RewardWelcome || r.kind == loyalty.RewardWelcome) {
			return loyalty.ErrWelcomeNotCombinable
		}
	}
	return nil
}

func (m *model) mayTakeBack(p *person, r *reward, user string, admin bool, reason string) error {
	isRedeemer, isRecent := r.givenBy == user, m.now().Sub(r.givenAt) <= loyalty.RedemptionUndoWindow
	switch {
	case p.archived:
		return loyalty.ErrCustomerNotFound
	case !slices.Contains(p.cards(), r.card) && r.givenTo == p:
		return loyalty.ErrTakeBackElsewhere
	case !slices.Contains(p.cards(), r.card):
		return loyalty.ErrRewardNotFound
	case r.status != loyalty.RewardRedeemed:
		return loyalty.ErrRewardNotRedeemed
	case !(isRedeemer && isRecent) && admin && reason == "":
		return loyalty.ErrValidation
	case !isRecent && isRedeemer && !admin:
		return loyalty.ErrTakeBackTooLate
	case !isRedeemer && !admin:
		return loyalty.ErrTakeBackNotYours
	}
	for _, g := range m.merges {
		if g.keptRecord == r.givenTo && !g.undone && !g.keptRecord.erased && !g.mergedRecord.erased && !g.at.Before(r.givenAt) {
			return loyalty.ErrTakeBackMerged
		}
	}
	return nil
}

func (m *model) mayVisit(p *person, day loyalty.Day, authorized bool) error {
	if p.archived {
		return loyalty.ErrCustomerNotFound
	}
	if m.hasVisit(p, day) && !authorized {
		return loyalty.ErrSameDayVisit
	}
	return nil
}

// replay returns known if the request must not run again.
func (m *model) replay(key, request string) (firstAnswer answer, known bool) {
	firstAnswer, known = m.answers[key]
	if known && firstAnswer.request != request {
		return answer{refusal: loyalty.ErrIdempotencyMismatch}, true
	}
	return firstAnswer, known
}

// keep stores only successes and conflicts.
func (m *model) keep(key string, response answer) {
	var conflict *loyalty.Error
	if key == "" || (response.refusal != nil && (!errors.As(response.refusal, &conflict) || conflict.Kind != loyalty.Conflict)) {
		return
	}
	m.answers[key] = response
}

func (r *reward) from() int { return max(r.milestone, r.owedFrom) }

func (r *reward) String() string { return fmt.Sprintf("%s@%d %s", r.kind, r.milestone, r.status) }
