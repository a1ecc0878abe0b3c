package service_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

type record struct {
	customer        loyalty.Customer
	visits          int64
	givenMilestones map[loyalty.Milestone]bool
}

func live(t *rapid.T, shop *servicetest.Shop, r *record, label string) {
	ctx := context.Background()
	for i := range rapid.IntRange(0, 23).Draw(t, label+" visits") {
		shop.Clock.Advance(24 * time.Hour)
		visit, err := shop.Cases.Visits.Register(ctx, shop.Barber, service.VisitRequest{CustomerID: r.customer.ID})
		if err != nil {
			t.Fatalf("visit %d of %s: %v", i, label, err)
		}
		r.visits++
		for _, owed := range visit.Progress.Owed {
			if !rapid.Bool().Draw(t, label+" redeems") {
				continue
			}
			_, err := shop.Cases.Rewards.Redeem(ctx, shop.Barber, r.customer.ID, owed.ID, "")
			if errors.Is(err, loyalty.ErrWelcomeNotCombinable) {
				continue
			}
			if err != nil {
				t.Fatalf("redeeming for %s: %v", label, err)
			}
			r.givenMilestones[loyalty.Milestone{Kind: owed.Kind, Stamps: owed.Milestone}] = true
		}
	}
}

func owedNow(t *rapid.T, shop *servicetest.Shop, id string) (int64, []string) {
	progress, err := shop.Cases.Cards.Progress(context.Background(), shop.Owner, id)
	if err != nil {
		t.Fatalf("progress: %v", err)
	}
	owed := []string{}
	for _, reward := range progress.Owed {
		owed = append(owed, fmt.Sprintf("%s@%d", reward.Kind, reward.Milestone))
	}
	slices.Sort(owed)
	return progress.Card.Stamps, owed
}

func allRulesHold(t *rapid.T, shop *servicetest.Shop) {
	breaches, err := shop.Store.Check(context.Background())
	if err != nil || breaches.Rows > 0 {
		t.Fatalf("the rules do not hold: %v %v", breaches, err)
	}
}

func TestMerge_RandomRecords_OweOnlyNewMilestones(t *testing.T) {
	town := servicetest.NewTown(t)
	ctx := context.Background()
	wipe := func() { town.Database.Wipe(t) }
	rapid.Check(t, func(t *rapid.T) {
		wipe()
		shop := town.Shop(t)
		keptRecord := &record{customer: shop.Register("Ana"), givenMilestones: map[loyalty.Milestone]bool{}}
		mergedRecord := &record{customer: shop.Register("Ana Gómez"), givenMilestones: map[loyalty.Milestone]bool{}}
		began := shop.Clock.Now()
		live(t, shop, keptRecord, "kept")
		shop.Clock.Set(began) // both records have visits on the same days
		live(t, shop, mergedRecord, "merged")
		_, keptOwed := owedNow(t, shop, keptRecord.customer.ID)
		_, mergedOwed := owedNow(t, shop, mergedRecord.customer.ID)

		merge, err := shop.Cases.Merges.Merge(ctx, shop.Admin, keptRecord.customer.ID, mergedRecord.customer.ID)
		if err != nil {
			t.Fatalf("merging: %v", err)
		}
		wantRewards := []string{}
		terms := shop.Business.IndividualTerms(loyalty.TagNone)
		milestones := append(terms.Milestones(keptRecord.visits+mergedRecord.visits), loyalty.Milestone{Kind: loyalty.RewardWelcome})
		for _, m := range milestones {
			if !keptRecord.givenMilestones[m] && !mergedRecord.givenMilestones[m] {
				wantRewards = append(wantRewards, fmt.Sprintf("%s@%d", m.Kind, m.Stamps))
			}
		}
		slices.Sort(wantRewards)
		stamps, owed := owedNow(t, shop, mergedRecord.customer.ID) // by the merged record's QR
		if stamps != keptRecord.visits+mergedRecord.visits || !slices.Equal(owed, wantRewards) {
			t.Fatalf("the merged card has %d stamps and owes %v, want %d and %v", stamps, owed, keptRecord.visits+mergedRecord.visits, wantRewards)
		}
		allRulesHold(t, shop)

		if err := shop.Cases.Merges.Undo(ctx, shop.Admin, merge.MergeID); err != nil {
			t.Fatalf("undoing the merge: %v", err)
		}
		for _, side := range []struct {
			record *record
			owed   []string
		}{{keptRecord, keptOwed}, {mergedRecord, mergedOwed}} {
			stamps, owed := owedNow(t, shop, side.record.customer.ID)
			if stamps != side.record.visits || !slices.Equal(owed, side.owed) {
				t.Fatalf("after the undo a record has %d stamps and is owed %v, want %d and %v", stamps, owed, side.record.visits, side.owed)
			}
		}
		allRulesHold(t, shop)
	})
}

func TestUndoMerge_ActivityAfterMerge_Succeeds(t *testing.T) {
	town := servicetest.NewTown(t)
	ctx := context.Background()
	wipe := func() { town.Database.Wipe(t) }
	rapid.Check(t, func(t *rapid.T) {
		wipe()
		shop := town.Shop(t)
		keptRecord := &record{customer: shop.Register("Ana"), givenMilestones: map[loyalty.Milestone]bool{}}
		mergedRecord := &record{customer: shop.Customer("Ana Gómez"), givenMilestones: map[loyalty.Milestone]bool{}}
		live(t, shop, keptRecord, "kept")
		live(t, shop, mergedRecord, "merged")
		merge, err := shop.Cases.Merges.Merge(ctx, shop.Admin, keptRecord.customer.ID, mergedRecord.customer.ID)
		if err != nil {
			t.Fatalf("merging: %v", err)
		}
		shop.Clock.Advance(24 * time.Hour)
		since := &record{customer: mergedRecord.customer, givenMilestones: map[loyalty.Milestone]bool{}}
		live(t, shop, since, "since")
		allRulesHold(t, shop)
		err = shop.Cases.Merges.Undo(ctx, shop.Admin, merge.MergeID)
		if errors.Is(err, loyalty.ErrMergeTooLate) {
			t.Fatalf("the undo within the period is too late: %v", err)
		}
		if err != nil {
			t.Fatalf("undoing the merge: %v", err)
		}
		keptStamps, _ := owedNow(t, shop, keptRecord.customer.ID)
		mergedStamps, _ := owedNow(t, shop, mergedRecord.customer.ID)
		if keptStamps != keptRecord.visits+since.visits || mergedStamps != mergedRecord.visits {
			t.Fatalf("after the undo the records have %d and %d stamps, want %d and %d", keptStamps, mergedStamps, keptRecord.visits+since.visits, mergedRecord.visits)
		}
		allRulesHold(t, shop)
	})
}

func TestMerge_InvalidRequests_AreRefused(t *testing.T) {
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	ctx := context.Background()
	ana, eva, foreign := shop.Customer("Ana"), shop.Customer("Eva"), other.Customer("Ana")

	mustRefuse := func(name string, err error, want *loyalty.Error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %s", name, err, want.Code)
		}
	}
	_, err := shop.Cases.Merges.Merge(ctx, shop.Admin, ana.ID, ana.ID)
	mustRefuse("merging a record with itself", err, loyalty.ErrMergeSelf)
	_, err = shop.Cases.Merges.Merge(ctx, shop.Admin, ana.ID, foreign.ID)
	mustRefuse("merging with another business's customer", err, loyalty.ErrCustomerNotFound)

	merge, err := shop.Cases.Merges.Merge(ctx, shop.Admin, ana.ID, eva.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, err = shop.Cases.Merges.Merge(ctx, shop.Admin, ana.ID, eva.ID)
	mustRefuse("merging a merged record", err, loyalty.ErrMergeSelf)
	mustRefuse("another business undoes the merge", other.Cases.Merges.Undo(ctx, other.Admin, merge.MergeID), loyalty.ErrMergeNotFound)

	draft := loyalty.CustomerDraft{Name: "Sol", Phone: eva.Phone, Tag: string(loyalty.TagCard)}
	if _, existed, err := shop.Cases.Customers.Create(ctx, shop.Owner, draft, ""); err != nil || existed {
		t.Fatalf("the merged record's phone must be free: existed %t, %v", existed, err)
	}
	mustRefuse("undoing the merge when the phone has another customer", shop.Cases.Merges.Undo(ctx, shop.Admin, merge.MergeID), loyalty.ErrPhoneTaken)
	shop.Clock.Advance(loyalty.MergeUndoPeriod + time.Hour)
	mustRefuse("undoing the merge too late", shop.Cases.Merges.Undo(ctx, shop.Admin, merge.MergeID), loyalty.ErrMergeTooLate)
}
