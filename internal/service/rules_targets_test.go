package service_test

import (
	"context"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
)

func (m *machine) tag(t *rapid.T) {
	m.advanceMinute()
	p := m.anyone(t)
	tag := rapid.SampledFrom(append(loyalty.Tags(), loyalty.TagNone)).Draw(t, "tag")
	_, err := m.shop.Cases.Customers.Change(context.Background(), m.shop.Owner, p.id,
		loyalty.CustomerChanges{Tag: loyalty.Change{Sent: true, Value: string(tag)}})
	if p.archived {
		mustRefuse(t, err, loyalty.ErrCustomerNotFound)
		return
	}
	mustRefuse(t, err, nil)
	m.retag(p, tag)
	m.learnRewards(t)
}

func (m *machine) changeTargets(t *rapid.T) {
	m.advanceMinute()
	target, vip := rapid.SampledFrom([]int64{10, 2, 3, 4, 5}).Draw(t, "target"), rapid.SampledFrom([]int64{4, 2, 3}).Draw(t, "VIP target")
	half, grant := rapid.Bool().Draw(t, "half reward"), rapid.Bool().Draw(t, "grants reached milestones")
	_, err := m.shop.Cases.Businesses.ChangeSettings(context.Background(), m.shop.Owner,
		loyalty.SettingChanges{VisitTarget: &target, VIPVisitTarget: &vip, HalfRewardEnabled: &half}, grant)
	mustRefuse(t, err, nil)
	m.business.VisitTarget, m.business.VIPVisitTarget, m.business.HalfRewardEnabled = target, vip, half
	if grant {
		m.grantPassed()
	}
	m.learnRewards(t)
}
