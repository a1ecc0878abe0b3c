package service_test

import (
	"context"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

func policies() []loyalty.FamilyPolicy {
	return []loyalty.FamilyPolicy{loyalty.PolicyPool, loyalty.PolicyIndividual}
}

func (m *machine) addFamily(policy loyalty.FamilyPolicy) {
	family := m.shop.Family(policy)
	m.families = append(m.families, &household{id: family.ID, pool: policy == loyalty.PolicyPool})
}

func (m *machine) newFamily(t *rapid.T) {
	if len(m.families) < 4 {
		m.addFamily(rapid.SampledFrom(policies()).Draw(t, "policy"))
	}
}

func (m *machine) anyFamily(t *rapid.T) *household {
	return rapid.SampledFrom(m.families).Draw(t, "family")
}

func anyRole(t *rapid.T) loyalty.FamilyRole {
	return rapid.SampledFrom([]loyalty.FamilyRole{loyalty.RolePrimary, loyalty.RoleAdult, loyalty.RoleChild}).Draw(t, "role")
}

func (m *machine) join(t *rapid.T) {
	m.advanceMinute()
	m.joinTo(t, m.anyone(t), m.anyFamily(t), anyRole(t))
}

func (m *machine) joinTo(t *rapid.T, p *person, family *household, role loyalty.FamilyRole) {
	foreseen := m.expectedProgress(t, p, family)
	err := m.shop.Join(loyalty.Family{ID: family.id}, loyalty.Customer{ID: p.id}, role)
	switch {
	case family.deleted:
		mustRefuse(t, err, loyalty.ErrFamilyNotFound)
	case p.archived:
		mustRefuse(t, err, loyalty.ErrCustomerNotFound)
	case p.family != nil:
		mustRefuse(t, err, loyalty.ErrInAnotherFamily)
	default:
		mustRefuse(t, err, nil)
		m.enter(p, family, role)
		m.mustAnswerAsNow(t, p, foreseen)
	}
}

// expectedProgress compares the "before" of a preview with the model, and returns its "after".
func (m *machine) expectedProgress(t *rapid.T, p *person, family *household) loyalty.Progress {
	effect, err := m.shop.Cases.Families.PreviewMembership(context.Background(), m.shop.Admin, family.id, p.id)
	switch {
	case family.deleted:
		mustRefuse(t, err, loyalty.ErrFamilyNotFound)
	case p.archived:
		mustRefuse(t, err, loyalty.ErrCustomerNotFound)
	case p.family != nil && p.family != family:
		mustRefuse(t, err, loyalty.ErrInAnotherFamily)
	default:
		mustRefuse(t, err, nil)
		m.mustAnswerAsNow(t, p, effect.Before)
	}
	return effect.After
}

func (m *machine) leave(t *rapid.T) {
	m.advanceMinute()
	p, family := m.anyone(t), m.anyFamily(t)
	if p.family != nil && rapid.IntRange(0, 3).Draw(t, "own family") > 0 {
		family = p.family
	}
	foreseen := m.expectedProgress(t, p, family)
	_, err := m.shop.Cases.Families.Leave(context.Background(), m.shop.Admin, family.id, p.id)
	mustRefuse(t, err, mayManage(p, family))
	if err == nil {
		p.leave()
		m.mustAnswerAsNow(t, p, foreseen)
	}
}

func mayManage(p *person, family *household) error {
	switch {
	case family.deleted:
		return loyalty.ErrFamilyNotFound
	case p.archived:
		return loyalty.ErrCustomerNotFound
	case p.family != family:
		return loyalty.ErrMemberNotFound
	}
	return nil
}

func (m *machine) changeRole(t *rapid.T) {
	m.advanceMinute()
	p, family, role := m.anyone(t), m.anyFamily(t), anyRole(t)
	if p.family != nil {
		family = p.family
	}
	_, err := m.shop.Cases.Families.ChangeRole(context.Background(), m.shop.Admin, family.id, p.id, role)
	mustRefuse(t, err, mayManage(p, family))
	if err == nil {
		m.enter(p, family, role)
	}
}

func (m *machine) changePolicy(t *rapid.T) {
	m.advanceMinute()
	family, policy := m.anyFamily(t), rapid.SampledFrom(policies()).Draw(t, "policy")
	foreseen, err := m.shop.Cases.Families.PreviewPolicy(context.Background(), m.shop.Admin, family.id, policy)
	if family.deleted {
		mustRefuse(t, err, loyalty.ErrFamilyNotFound)
		return
	}
	mustRefuse(t, err, nil)
	for _, effect := range foreseen {
		m.mustAnswerAsNow(t, m.personByID(t, effect.Customer.ID), effect.Before)
	}
	_, err = m.shop.Cases.Families.Change(context.Background(), m.shop.Admin, family.id, loyalty.FamilyChanges{Policy: &policy})
	mustRefuse(t, err, nil)
	family.pool = policy == loyalty.PolicyPool
	for _, effect := range foreseen {
		m.mustAnswerAsNow(t, m.personByID(t, effect.Customer.ID), effect.After)
	}
	if len(foreseen) != len(m.members(family)) {
		t.Fatalf("the preview has %d members, want %d", len(foreseen), len(m.members(family)))
	}
}

func (m *machine) personByID(t *rapid.T, id string) *person {
	for _, p := range m.people {
		if p.id == id {
			return p
		}
	}
	t.Fatalf("no customer has the id %s", id)
	return nil
}

func (m *machine) deleteFamily(t *rapid.T) {
	m.advanceMinute()
	family := m.anyFamily(t)
	err := m.shop.Cases.Families.Delete(context.Background(), m.shop.Admin, family.id)
	switch {
	case family.deleted:
		mustRefuse(t, err, loyalty.ErrFamilyNotFound)
	case len(m.members(family)) > 0:
		mustRefuse(t, err, loyalty.ErrFamilyNotEmpty)
	default:
		mustRefuse(t, err, nil)
		family.deleted = true
	}
}

func (m *machine) merge(t *rapid.T) {
	m.advanceMinute()
	keptRecord, mergedRecord := m.anyone(t), m.anyone(t)
	got, err := m.shop.Cases.Merges.Merge(context.Background(), m.shop.Admin, keptRecord.id, mergedRecord.id)
	refusal := mayMerge(keptRecord, mergedRecord)
	mustRefuse(t, err, refusal)
	if refusal != nil {
		return
	}
	m.makeOne(got.MergeID, keptRecord, mergedRecord, m.shop.Clock.Now())
	m.learnRewards(t)
	m.mustAnswerAsNow(t, keptRecord, got.Progress)
}

func (m *machine) undoMerge(t *rapid.T) {
	if len(m.merges) == 0 {
		return
	}
	m.advanceMinute()
	g := rapid.SampledFrom(m.merges).Draw(t, "merge")
	err := m.shop.Cases.Merges.Undo(context.Background(), m.shop.Admin, g.id)
	refusal := g.mayUndo(m.shop.Clock.Now())
	if refusal == nil && m.lacksStampsAfterReturn(g) {
		refusal = loyalty.ErrMergeCorrected
	}
	mustRefuse(t, err, refusal)
	if refusal == nil {
		m.undo(g)
		m.learnRewards(t)
	}
}

func (m *machine) compareFamilies(t *rapid.T) {
	for _, family := range m.families {
		record, err := m.shop.Cases.Families.Get(context.Background(), m.shop.Owner, family.id)
		if family.deleted {
			mustRefuse(t, err, loyalty.ErrFamilyNotFound)
			continue
		}
		mustRefuse(t, err, nil)
		if gotText, want := seenOf(record), m.wantOf(family); gotText != want {
			t.Fatalf("the family is\n  %s\nwant\n  %s", gotText, want)
		}
	}
}

func seenOf(record service.FamilyRecord) string {
	var members []string
	for _, member := range record.Members {
		members = append(members, member.ID+" "+string(member.Family.Role))
	}
	return requestFingerprint(record.Family.Policy == loyalty.PolicyPool, members, int(record.Card.Card.Stamps), len(record.Card.Owed))
}

func (m *machine) wantOf(family *household) string {
	var members []string
	for _, member := range m.members(family) {
		members = append(members, member.id+" "+string(member.role))
	}
	owed := 0
	for _, r := range m.rewards {
		if r.card == family && r.status == loyalty.RewardPending {
			owed++
		}
	}
	return requestFingerprint(family.pool, members, m.stamps(family), owed)
}

func requestFingerprint(pool bool, members []string, stamps, owed int) string {
	slices.Sort(members)
	return fmt.Sprintf("pool %t members %q stamps %d owed %d", pool, members, stamps, owed)
}
