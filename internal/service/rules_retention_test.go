package service_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
)

func (m *machine) newcomer(t *rapid.T) {
	if len(m.people) < 8 {
		m.addPerson(t, fmt.Sprintf("Cliente %d", len(m.people)), rapid.Bool().Draw(t, "registers herself"))
	}
}

func (m *machine) askErasure(t *rapid.T) {
	if rapid.IntRange(0, 3).Draw(t, "really") != 0 {
		return
	}
	m.advanceMinute()
	p := m.anyone(t)
	err := m.shop.Cases.SelfService.RequestErasure(context.Background(), access.PortalUser{CustomerID: p.id, BusinessID: m.business.ID})
	if p.archived {
		mustRefuse(t, err, loyalty.ErrCustomerNotFound)
		return
	}
	mustRefuse(t, err, nil)
	m.block(p)
}

func (m *machine) years(t *rapid.T) {
	if rapid.IntRange(0, 2).Draw(t, "really") != 0 {
		return
	}
	years := rapid.SampledFrom([]int{0, 1, 3, 3, 6}).Draw(t, "years")
	m.shop.Clock.Set(m.shop.Clock.Now().AddDate(years, 0, 1))
	mustRefuse(t, m.shop.Cases.Maintenance.ApplyRetention(context.Background()), nil)
	m.retire()
	m.compareErased(t)
}

// retire blocks customers after six years without activity, and erases them three years later with the records merged
// into them.
func (m *model) retire() {
	for _, p := range m.records() {
		if !p.archived && !m.lastSign(p).After(m.now().AddDate(-6, 0, 0)) {
			m.block(p)
		}
	}
	for _, p := range m.people {
		customer := p.keeper()
		p.erased = p.erased || customer.archived && !customer.blockedAt.After(m.now().AddDate(-3, 0, 0))
	}
}

func (m *model) block(p *person) {
	p.archived, p.blockedAt = true, m.now()
	p.leave()
}

// lastSign returns the last activity: registration, a consent in any merged record, a visit, a redemption, entered
// stamps or a merge.
func (m *model) lastSign(customer *person) time.Time {
	signs := []time.Time{customer.since}
	for _, p := range m.people {
		if p.registered && p.keeper() == customer {
			signs = append(signs, p.since)
		}
	}
	for _, v := range m.visitsOf(customer) {
		signs = append(signs, v.at)
	}
	for _, r := range m.rewards {
		if r.givenTo == customer {
			signs = append(signs, r.givenAt)
		}
	}
	for _, a := range m.adjustments {
		if a.who == customer && !a.undone {
			signs = append(signs, a.at)
		}
	}
	for _, g := range m.merges {
		if !g.undone && g.keptRecord.keeper() == customer {
			signs = append(signs, g.at)
		}
	}
	return slices.MaxFunc(signs, time.Time.Compare)
}

func (m *machine) compareErased(t *rapid.T) {
	var want []string
	for _, p := range m.people {
		if p.erased {
			want = append(want, p.id)
		}
	}
	got := m.shop.Database.Rows(m.watch.test, "SELECT id FROM customers WHERE name = '"+loyalty.ErasedCustomerName+"' AND phone IS NULL AND search = ''")
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) && len(got)+len(want) > 0 {
		t.Fatalf("the forgotten customers are %v, want %v", got, want)
	}
}
