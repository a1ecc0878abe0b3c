package service_test

import (
	"slices"
	"time"

	"axioma/internal/loyalty"
)

// merge is a merge of two records, with the state of each before.
type merge struct {
	id           string
	kept, merged *person
	at           time.Time
	undone       bool

	keptTag      loyalty.Tag
	keptFamily   *household
	mergedFamily *household
	mergedRole   loyalty.FamilyRole
	visits       map[*visit]holder // of the merged record, with the card of each
	adjusted     map[*adjustment]holder
	rewards      map[*reward]home // of both cards, with their places
	given        []*reward
	granted      []*reward
	revived      []*reward // were cancelled before
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

func mayMerge(kept, merged *person) error {
	switch {
	case kept.archived || merged.archived:
		return loyalty.ErrCustomerNotFound
	case kept == merged:
		return loyalty.ErrMergeSelf
	}
	return nil
}

func (m *model) makeOne(id string, kept, merged *person, at time.Time) {
	g := &merge{
		id: id, kept: kept, merged: merged, at: at, keptTag: kept.tag, keptFamily: kept.family,
		mergedFamily: merged.family, mergedRole: merged.role, visits: map[*visit]holder{},
		adjusted: map[*adjustment]holder{}, rewards: map[*reward]home{},
	}
	for _, v := range m.visits {
		if v.who == merged {
			g.visits[v] = v.card
			v.who = kept
		}
		if v.card == merged {
			v.card = kept
		}
	}
	m.moveAdjustments(g)
	if kept.tag == loyalty.TagNone {
		kept.tag = merged.tag
	}
	m.joinRewards(g)
	m.block(merged)
	merged.mergedTo = kept
	if kept.family == nil && g.mergedFamily != nil {
		m.enter(kept, g.mergedFamily, g.mergedRole)
	}
	m.merges = append(m.merges, g)
}

// joinRewards keeps one reward per milestone: the redeemed one, else the owed one, else the one that lacks fewer
// stamps. The other one stays on the merged card: redeemed if it was, else cancelled.
func (m *model) joinRewards(g *merge) {
	count, brought := m.stamps(g.kept), g.broughtStamps()
	had := map[*person]int{g.kept: count - brought, g.merged: brought}
	reached := max(count-brought, brought)
	chosen := map[loyalty.Milestone]*reward{}
	for _, from := range []*person{g.kept, g.merged} {
		for _, r := range m.rewards {
			if _, known := g.rewards[r]; r.card != from || known {
				continue
			}
			g.rewards[r] = home{from, r.owedFrom}
			at := loyalty.Milestone{Kind: r.kind, Stamps: int64(r.milestone)}
			first := chosen[at]
			switch {
			case first == nil:
				chosen[at] = r
			case valueOf(r, had[from]) > valueOf(first, had[g.rewards[first].card.(*person)]):
				chosen[at] = r
				first.keepOnCard(g.merged)
			default:
				r.keepOnCard(g.merged)
			}
		}
	}
	for _, r := range chosen {
		if r.card = g.kept; r.status == loyalty.RewardCancelled {
			m.moveCancelled(g, r, had, reached, count)
		}
	}
	g.granted = m.grantReached(g.kept, reached, count, g.at)
	for _, r := range m.rewards {
		if r.givenTo == g.merged {
			g.given = append(g.given, r)
			r.givenTo = g.kept
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
func (m *model) moveCancelled(g *merge, r *reward, had map[*person]int, reached, count int) {
	lacked := r.from() - had[g.rewards[r].card.(*person)]
	switch {
	case r.milestone <= reached:
		r.owedFrom = count + lacked
	case r.milestone <= count:
		r.owedFrom, r.status = 0, loyalty.RewardPending
		g.revived = append(g.revived, r)
	default:
		r.owedFrom = 0
	}
}

func (g *merge) broughtStamps() int {
	count := 0
	for v, card := range g.visits {
		if card == g.merged && !v.deleted {
			count++
		}
	}
	for a, card := range g.adjusted {
		if card == g.merged && !a.undone {
			count += a.stamps
		}
	}
	return count
}

func (m *model) grantReached(kept *person, above, count int, at time.Time) (granted []*reward) {
	target, half := m.termsOf(true, kept.tag)
	for n := above + 1; n <= count; n++ {
		if kind := paidAt(n, target, half); kind != "" {
			granted = append(granted, m.grant(kept, kind, n, at)...)
		}
	}
	return granted
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
	case g.kept.erased || g.merged.erased:
		return loyalty.ErrMergeNotFound
	case g.undone:
		return loyalty.ErrMergeUndone
	case now.Sub(g.at) > loyalty.MergeUndoPeriod:
		return loyalty.ErrMergeTooLate
	case g.kept.mergedTo != nil && !g.kept.keeper().archived:
		return loyalty.ErrMergeNotFound // the later merge must be undone first
	case g.kept.archived:
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
	if g.keptTag == loyalty.TagNone && g.kept.tag == g.merged.tag {
		g.kept.tag = loyalty.TagNone
	}
	g.merged.archived, g.merged.mergedTo = false, nil
	returned := m.stamps(g.kept)
	for v, card := range g.visits {
		v.who, v.card = g.merged, card
	}
	for a, card := range g.adjusted {
		a.who, a.card = g.merged, card
	}
	returned -= m.stamps(g.kept)
	for _, r := range g.given {
		r.givenTo = g.merged
	}
	for _, r := range m.rewards {
		if r.card != g.kept && r.card != g.merged {
			continue
		}
		m.returnReward(g, r, returned)
	}
	m.withdraw(g)
	m.earnAnew(g.kept)
	m.returnFamily(g)
}

// returnReward returns a reward to its card. A granted or cancelled reward needs enough stamps without those of later
// merges.
func (m *model) returnReward(g *merge, r *reward, returned int) {
	home, had := g.rewards[r]
	if had {
		r.card, r.owedFrom = home.card, home.owedFrom
	} else {
		r.owedFrom = max(0, r.owedFrom-returned)
	}
	count, later := m.stamps(r.card), 0
	byMerge := slices.Contains(g.granted, r) || slices.Contains(g.revived, r)
	if r.card == g.kept && (byMerge || had && r.status == loyalty.RewardCancelled) {
		later = m.stampsAddedLater(g)
	}
	lacking := r.from() - (count - later)
	r.updateStatus(count - later)
	if r.status == loyalty.RewardCancelled && r.from() <= count {
		r.owedFrom = count + lacking
	}
}

func (m *model) stampsAddedLater(g *merge) int {
	stamps := 0
	for _, other := range m.merges {
		if other.kept != g.kept || other.undone || !other.at.After(g.at) {
			continue
		}
		for v := range other.visits {
			if v.card == g.kept && !v.deleted {
				stamps++
			}
		}
		for a := range other.adjusted {
			if a.card == g.kept && !a.undone {
				stamps += a.stamps
			}
		}
	}
	return stamps
}

func (m *model) withdraw(g *merge) {
	m.rewards = slices.DeleteFunc(m.rewards, func(r *reward) bool {
		return r.status == loyalty.RewardCancelled && slices.Contains(g.granted, r)
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
	if g.keptFamily == nil && g.kept.family == family {
		g.kept.leave()
	}
	role := g.mergedRole
	for _, member := range m.members(family) {
		if member.role == loyalty.RolePrimary && role == loyalty.RolePrimary {
			role = loyalty.RoleAdult
		}
	}
	m.enter(g.merged, family, role)
}
