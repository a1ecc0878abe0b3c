package service_test

import (
	"context"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

func (m *machine) compare(t *rapid.T) {
	for _, p := range m.records() {
		customer, err := m.shop.Cases.Customers.Get(context.Background(), m.shop.Owner, p.id)
		if p.archived {
			mustRefuse(t, err, loyalty.ErrCustomerNotFound)
			continue
		}
		mustRefuse(t, err, nil)
		m.compareCustomer(t, p, customer)
		progress, err := m.shop.Cases.Cards.Progress(context.Background(), m.shop.Owner, p.id)
		mustRefuse(t, err, nil)
		m.mustAnswerAsNow(t, p, progress)
		m.compareVisits(t, p)
	}
	m.compareFamilies(t)
	m.watch.compare(t)
	m.shop.MustHoldInvariants(t)
}

func (m *machine) compareCustomer(t *rapid.T, p *person, customer loyalty.Customer) {
	visits := m.visitsOf(p)
	if int(customer.VisitsCount) != len(visits) {
		t.Fatalf("%s has %d visits, but visitsCount %d", customer.Name, len(visits), customer.VisitsCount)
	}
	if len(visits) == 0 && !customer.LastVisitAt.IsZero() {
		t.Fatalf("%s has no visit, but lastVisitAt %s", customer.Name, customer.LastVisitAt)
	}
	if len(visits) > 0 && !customer.LastVisitAt.Equal(visits[len(visits)-1].at) {
		t.Fatalf("%s came last at %s, but has lastVisitAt %s", customer.Name, visits[len(visits)-1].at, customer.LastVisitAt)
	}
}

func (m *machine) compareVisits(t *rapid.T, p *person) {
	list, err := m.shop.Cases.Visits.List(context.Background(), m.shop.Owner, p.id, usecase.ListRequest{Limit: 1000})
	mustRefuse(t, err, nil)
	visits := m.visitsOf(p)
	slices.Reverse(visits)
	if len(list.Items) != len(visits) || int(list.Total) != len(visits) {
		t.Fatalf("%d visits are listed, with the total %d, want %d", len(list.Items), list.Total, len(visits))
	}
	for i, v := range visits {
		if list.Items[i].ID != v.id || list.Items[i].Day != v.day {
			t.Fatalf("visit %d of the list is %s on %s, want %s on %s", i, list.Items[i].ID, list.Items[i].Day, v.id, v.day)
		}
	}
}

func (m *machine) mustAnswerAsNow(t *rapid.T, p *person, got loyalty.Progress) {
	target, half := m.terms(p)
	count := m.stamps(p.card())
	want := fmt.Sprintf("count %d target %d half %d visited %t free in %d owed", count, target, half, m.hasVisit(p, m.today()), target-count%target)
	for _, r := range m.owedRewards(p) {
		want += fmt.Sprintf(" %s %s@%d", r.id, r.kind, r.milestone)
	}
	gotText := fmt.Sprintf("count %d target %d half %d visited %t free in %d owed",
		got.Card.Stamps, got.Terms.Target, got.Terms.Half, got.VisitedToday, got.ToFree())
	for _, r := range got.Owed {
		gotText += fmt.Sprintf(" %s %s@%d", r.ID, r.Kind, r.Milestone)
	}
	if gotText != want {
		t.Fatalf("the progress is\n  %s\nwant\n  %s", gotText, want)
	}
}

func (m *machine) learnRewards(t *rapid.T) {
	for _, p := range m.people {
		if p.archived {
			continue
		}
		rewards, err := m.shop.Cases.Rewards.List(context.Background(), m.shop.Owner, p.id, usecase.ListRequest{Limit: 1000})
		mustRefuse(t, err, nil)
		familyCard := m.familyCard(t, p)
		for _, reward := range rewards.Items {
			card := holder(p)
			if reward.CardID == familyCard {
				card = p.family
			}
			m.learnReward(t, card, reward.Reward)
		}
	}
}

// familyCard returns the id of the card of the customer's family, or "".
func (m *machine) familyCard(t *rapid.T, p *person) string {
	if p.family == nil {
		return ""
	}
	record, err := m.shop.Cases.Families.Get(context.Background(), m.shop.Owner, p.family.id)
	mustRefuse(t, err, nil)
	return record.Card.Card.ID
}

func (m *machine) learnReward(t *rapid.T, card holder, reward loyalty.Reward) {
	for _, r := range m.rewards {
		if r.id == reward.ID {
			return
		}
	}
	for _, r := range m.rewards {
		if r.id == "" && r.card == card && r.kind == reward.Kind && r.milestone == int(reward.Milestone) {
			r.id = reward.ID
			return
		}
	}
	t.Fatalf("%s@%d of customer %s is owed, but was not earned", reward.Kind, reward.Milestone, reward.CustomerID)
}
