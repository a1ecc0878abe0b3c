package service_test

import (
	"slices"
	"time"

	"axioma/internal/loyalty"
)

// merge is a merge of two records, with the state of each before.
type merge struct {
	id                       string
	keptRecord, mergedRecord *person
	at                       time.Time
	undone                   bool

	keptTag        loyalty.Tag
	keptFamily     *household
	mergedFamily   *household
	mergedRole     loyalty.FamilyRole
	visits         map[*visit]holder // of the merged record, with the card of each
	adjustments    map[*adjustment]holder
	rewards        map[*reward]home // of both cards, with their places
	givenRewards   []*reward
	grantedRewards []*reward
	revivedRewards []*reward // were cancelled before
}

type home struct {
	card     holder
	owedFrom int
}

func (m *model) records() []*person {
	var records []*person
	for _, p := range m.people {
		if p.mergedTo == nil {
			records = append(records, p)
		}
	}
	return records
}

func (m *model) members(family *household) []*person {
	var members []*person
	for _, p := range m.people {
		if p.family == family {
			members = append(members, p)
		}
	}
	return members
}

func (m *model) enter(p *person, family *household, role loyalty.FamilyRole) {
	if role == loyalty.RolePrimary {
		for _, member := range m.members(family) {
			if member.role == loyalty.RolePrimary {
				member.role = loyalty.RoleAdult
			}
		}
	}
	p.family, p.role = family, role
}

func (p *person) leave() { p.family, p.role = nil, "" }

func mayMerge(keptRecord, mergedRecord *person) error {
	switch {
	case keptRecord.archived || mergedRecord.archived:
		return loyalty.ErrCustomerNotFound
	case keptRecord == mergedRecord:
		return loyalty.ErrMergeSelf
	}
	return nil
}

func (m *model) makeOne(id string, keptRecord, mergedRecord *person, at time.Time) {
	g := &merge{
		id: id, keptRecord: keptRecord, mergedRecord: mergedRecord, at: at, keptTag: keptRecord.tag, keptFamily: keptRecord.family,
		mergedFamily: mergedRecord.family, mergedRole: mergedRecord.role, visits: map[*visit]holder{},
		adjustments: map[*adjustment]holder{}, rewards: map[*reward]home{},
	}
	for _, v := range m.visits {
		if v.who == mergedRecord {
			g.visits[v] = v.card
			v.who = keptRecord
		}
		if v.card == mergedRecord {
			v.card = keptRecord
		}
	}
	m.moveAdjustments(g)
	if keptRecord.tag == loyalty.TagNone {
		keptRecord.tag = mergedRecord.tag
	}
	m.joinRewards(g)
	m.block(mergedRecord)
	mergedRecord.mergedTo = keptRecord
	if keptRecord.family == nil && g.mergedFamily != nil {
		m.enter(keptRecord, g.mergedFamily, g.mergedRole)
	}
	m.merges = append(m.merges, g)
}

// joinRewards keeps one reward per milestone: the redeemed one, else the owed one, else the one that lacks fewer
// stamps. The other one stays on the merged card: redeemed if it was, else cancelled.
func (m *model) joinRewards(g *merge) {
	count, broughtStamps := m.stamps(g.keptRecord), g.broughtStamps()
	had := map[*person]int{g.keptRecord: count - broughtStamps, g.mergedRecord: broughtStamps}
	reachedStamps := max(count-broughtStamps, broughtStamps)
	chosenRewards := map[loyalty.Milestone]*reward{}
	for _, from := range []*person{g.keptRecord, g.mergedRecord} {
		for _, r := range m.rewards {
			if _, known := g.rewards[r]; r.card != from || known {
				continue
			}
			g.rewards[r] = home{from, r.owedFrom}
			at := loyalty.Milestone{Kind: r.kind, Stamps: int64(r.milestone)}
			first := chosenRewards[at]
			switch {
			case first == nil:
				chosenRewards[at] = r
			case valueOf(r, had[from]) > valueOf(first, had[g.rewards[first].card.(*person)]):
				chosenRewards[at] = r
				first.keepOnCard(g.mergedRecord)
			default:
				r.keepOnCard(g.mergedRecord)
			}
		}
	}
	for _, r := range chosenRewards {
		if r.card = g.keptRecord; r.status == loyalty.RewardCancelled {
			m.moveCancelled(g, r, had, reachedStamps, count)
		}
	}
	g.grantedRewards = m.grantReached(g.keptRecord, reachedStamps, count, g.at)
	for _, r := range m.rewards {
		if r.givenTo == g.mergedRecord {
			g.givenRewards = append(g.givenRewards, r)
			r.givenTo = g.keptRecord
		}
	}
}

func valueOf(r *reward, stamps int) int {
	switch r.status {
	case loyalty.RewardRedeemed:
		return 2
	case loyalty.RewardPending:
		return 1
	}
	return stamps - r.from()
}

// moveCancelled makes a reward owed that neither record had reached. Otherwise the reward needs as many more stamps as
// it lacked.
func (m *model) moveCancelled(g *merge, r *reward, had map[*person]int, reachedStamps, count int) {
	missingStamps := r.from() - had[g.rewards[r].card.(*person)]
	switch {
	case r.milestone <= reachedStamps:
		r.owedFrom = count + missingStamps
	case r.milestone <= count:
		r.owedFrom, r.status = 0, loyalty.RewardPending
		g.revivedRewards = append(g.revivedRewards, r)
	default:
		r.owedFrom = 0
	}
}

func (g *merge) broughtStamps() int {
	count := 0
	for v, card := range g.visits {
		if card == g.mergedRecord && !v.deleted {
			count++
		}
	}
	for a, card := range g.adjustments {
		if card == g.mergedRecord && !a.undone {
			count += a.stamps
		}
	}
	return count
}

func (m *model) grantReached(keptRecord *person, above, count int, at time.Time) (grantedRewards []*reward) {
	target, half := m.termsOf(true, keptRecord.tag)
	for n := above + 1; n <= count; n++ {
		if kind := paidAt(n, target, half); kind != "" {
			grantedRewards = append(grantedRewards, m.grant(keptRecord, kind, n, at)...)
		}
	}
	return grantedRewards
}

func (r *reward) keepOnCard(card holder) {
	r.card, r.owedFrom = card, 0
	if r.status != loyalty.RewardRedeemed {
		r.status = loyalty.RewardCancelled
	}
}

func (r *reward) updateStatus(count int) {
	switch {
	case r.status == loyalty.RewardRedeemed:
	case r.from() > count:
		r.status = loyalty.RewardCancelled
	default:
		r.status = loyalty.RewardPending
	}
}

func (g *merge) mayUndo(now time.Time) error {
	switch {
	case g.keptRecord.erased || g.mergedRecord.erased:
		return loyalty.ErrMergeNotFound
	case g.undone:
		return loyalty.ErrMergeUndone
	case now.Sub(g.at) > loyalty.MergeUndoPeriod:
		return loyalty.ErrMergeTooLate
	case g.keptRecord.mergedTo != nil && !g.keptRecord.keeper().archived:
		return loyalty.ErrMergeNotFound // the later merge must be undone first
	case g.keptRecord.archived:
		return loyalty.ErrCustomerNotFound
	}
	return nil
}

func (p *person) keeper() *person {
	for p.mergedTo != nil {
		p = p.mergedTo
	}
	return p
}

// undo restores the former state of each record. Later activity stays with the kept record, and redeemed rewards stay
// redeemed.
func (m *model) undo(g *merge) {
	g.undone = true
	if g.keptTag == loyalty.TagNone && g.keptRecord.tag == g.mergedRecord.tag {
		g.keptRecord.tag = loyalty.TagNone
	}
	g.mergedRecord.archived, g.mergedRecord.mergedTo = false, nil
	returnedStamps := m.stamps(g.keptRecord)
	for v, card := range g.visits {
		v.who, v.card = g.mergedRecord, card
	}
	for a, card := range g.adjustments {
		a.who, a.card = g.mergedRecord, card
	}
	returnedStamps -= m.stamps(g.keptRecord)
	for _, r := range g.givenRewards {
		r.givenTo = g.mergedRecord
	}
	for _, r := range m.rewards {
		if r.card != g.keptRecord && r.card != g.mergedRecord {
			continue
		}
		m.returnReward(g, r, returnedStamps)
	}
	m.withdraw(g)
	m.earnAnew(g.keptRecord)
	m.returnFamily(g)
}

// returnReward returns a reward to its card. A granted or cancelled reward needs enough stamps without those of later
// merges.
func (m *model) returnReward(g *merge, r *reward, returnedStamps int) {
	home, had := g.rewards[r]
	if had {
		r.card, r.owedFrom = home.card, home.owedFrom
	} else {
		r.owedFrom = max(0, r.owedFrom-returnedStamps)
	}
	count, laterStamps := m.stamps(r.card), 0
	byMerge := slices.Contains(g.grantedRewards, r) || slices.Contains(g.revivedRewards, r)
	if r.card == g.keptRecord && (byMerge || had && r.status == loyalty.RewardCancelled) {
		laterStamps = m.stampsAddedLater(g)
	}
	lacking := r.from() - (count - laterStamps)
	r.updateStatus(count - laterStamps)
	if r.status == loyalty.RewardCancelled && r.from() <= count {
		r.owedFrom = count + lacking
	}
}

func (m *model) stampsAddedLater(g *merge) int {
	stamps := 0
	for _, other := range m.merges {
		if other.keptRecord != g.keptRecord || other.undone || !other.at.After(g.at) {
			continue
		}
		for v := range other.visits {
			if v.card == g.keptRecord && !v.deleted {
				stamps++
			}
		}
		for a := range other.adjustments {
			if a.card == g.keptRecord && !a.undone {
				stamps += a.stamps
			}
		}
	}
	return stamps
}

func (m *model) withdraw(g *merge) {
	m.rewards = slices.DeleteFunc(m.rewards, func(r *reward) bool {
		return r.status == loyalty.RewardCancelled && slices.Contains(g.grantedRewards, r)
	})
}

func (m *model) earnAnew(card holder) {
	for _, v := range m.visits {
		if v.card == card && v.earns != "" {
			for _, r := range m.earn(card, v.earns, v.number, m.now()) {
				r.updateStatus(m.stamps(card))
			}
		}
	}
}

func (m *model) returnFamily(g *merge) {
	family := g.mergedFamily
	if family == nil || family.deleted {
		return
	}
	if g.keptFamily == nil && g.keptRecord.family == family {
		g.keptRecord.leave()
	}
	role := g.mergedRole
	for _, member := range m.members(family) {
		if member.role == loyalty.RolePrimary && role == loyalty.RolePrimary {
			role = loyalty.RoleAdult
		}
	}
	m.enter(g.mergedRecord, family, role)
}
