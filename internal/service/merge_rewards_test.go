package service_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// owedTo returns the owed rewards as kind@milestone, sorted.
func owedTo(shop *servicetest.Shop, customer loyalty.Customer) []string {
	owed := []string{}
	for _, reward := range shop.Progress(customer).Owed {
		owed = append(owed, fmt.Sprintf("%s@%d", reward.Kind, reward.Milestone))
	}
	slices.Sort(owed)
	return owed
}

func mustBeOwed(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, when string, want ...string) {
	t.Helper()
	if got := owedTo(shop, customer); !slices.Equal(got, append([]string{}, want...)) {
		t.Errorf("%s: the rewards owed are %v, want %v", when, got, want)
	}
	shop.MustHoldInvariants(t)
}

func redeemAll(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) {
	t.Helper()
	redeemAllBut(t, shop, customer, "")
}

func redeemAllBut(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, except string) {
	t.Helper()
	for _, reward := range shop.Progress(customer).Owed {
		if fmt.Sprintf("%s@%d", reward.Kind, reward.Milestone) == except {
			continue
		}
		if _, err := shop.Cases.Rewards.Redeem(t.Context(), shop.Barber, customer.ID, reward.ID, ""); err != nil {
			t.Fatal(err)
		}
	}
}

func mergeOf(t *testing.T, shop *servicetest.Shop, keptRecord, mergedRecord loyalty.Customer) (mergeID string) {
	t.Helper()
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, keptRecord.ID, mergedRecord.ID)
	if err != nil {
		t.Fatal(err)
	}
	return merge.MergeID
}

func undoMerge(t *testing.T, shop *servicetest.Shop, mergeID string) {
	t.Helper()
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, mergeID); err != nil {
		t.Fatal(err)
	}
}

func changeTarget(t *testing.T, shop *servicetest.Shop, target int64, grant bool) {
	t.Helper()
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(target), grant); err != nil {
		t.Fatal(err)
	}
}

func twoRecords(t *testing.T, anas, twins int, tag ...loyalty.Tag) (shop *servicetest.Shop, ana, twin loyalty.Customer) {
	t.Helper()
	shop = servicetest.New(t)
	ana, twin = shop.Customer("Ana", tag...), shop.Customer("Ana bis")
	shop.Visits(ana, anas)
	shop.Visits(twin, twins)
	return shop, ana, twin
}

func TestMerge_WithEmptyRecord_OwesNothingNew(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*testing.T, *servicetest.Shop, loyalty.Customer){
		"the same terms":             func(*testing.T, *servicetest.Shop, loyalty.Customer) {},
		"VIP since then":             func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Tag(ana, loyalty.TagVIPA) },
		"a lower target since then":  func(t *testing.T, shop *servicetest.Shop, _ loyalty.Customer) { changeTarget(t, shop, 3, false) },
		"a higher target since then": func(t *testing.T, shop *servicetest.Shop, _ loyalty.Customer) { changeTarget(t, shop, 38, false) },
		"a lower target since then, all rewards given": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			changeTarget(t, shop, 3, true)
			redeemAll(t, shop, ana)
		},
	} {
		for _, keepsEmpty := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, the empty record is kept: %t", name, keepsEmpty), func(t *testing.T) {
				t.Parallel()
				shop := servicetest.New(t)
				ana, twin := shop.Customer("Ana"), shop.Customer("Ana bis")
				shop.Visits(ana, 19)
				redeemAll(t, shop, ana)
				change(t, shop, ana)
				keptRecord, mergedRecord := ana, twin
				if keepsEmpty {
					keptRecord, mergedRecord = twin, ana
				}
				mergeID := mergeOf(t, shop, keptRecord, mergedRecord)
				mustBeOwed(t, shop, keptRecord, "after the merge")
				undoMerge(t, shop, mergeID)
				mustBeOwed(t, shop, ana, "after the undo")
				mustBeOwed(t, shop, twin, "after the undo, the empty record")
			})
		}
	}
}

func TestMerge_MilestoneBeyondBothRecords_IsOwedUntilUndone(t *testing.T) {
	t.Parallel()
	shop, ana, twin := twoRecords(t, 8, 7)
	redeemAll(t, shop, ana)
	mergeID := mergeOf(t, shop, ana, twin)
	mustBeOwed(t, shop, ana, "after the merge", "FREE@10", "HALF@15")
	undoMerge(t, shop, mergeID)
	mustBeOwed(t, shop, ana, "after the undo")
	mustBeOwed(t, shop, twin, "after the undo, the merged record", "HALF@5")
	// Other terms do not make a withdrawn reward owed again.
	changeTarget(t, shop, 20, false)
	shop.Visits(ana, 2)
	mustBeOwed(t, shop, ana, "ten visits at a target of twenty", "HALF@10")
}

func TestMerge_VIPGrant_EndsWithUndoOfMerge(t *testing.T) {
	t.Parallel()
	shop, ana, twin := twoRecords(t, 3, 1, loyalty.TagVIPA)
	mergeID := mergeOf(t, shop, ana, twin)
	mustBeOwed(t, shop, ana, "after the merge", "FREE@4")
	undoMerge(t, shop, mergeID)
	shop.Tag(ana, loyalty.TagCard)
	shop.Visits(ana, 1)
	mustBeOwed(t, shop, ana, "four visits without VIP")
}

func TestUndoMerge_GrantIsRedeemed_StaysRedeemed(t *testing.T) {
	t.Parallel()
	shop, ana, twin := twoRecords(t, 6, 4)
	mergeID := mergeOf(t, shop, ana, twin)
	redeemAll(t, shop, ana)
	undoMerge(t, shop, mergeID)
	mustBeOwed(t, shop, ana, "after the undo")
	shop.Visits(ana, 4)
	mustBeOwed(t, shop, ana, "ten own visits")
}

func TestUndoMerge_OwnVisitsReachTheGrant_KeepsRewardOwed(t *testing.T) {
	t.Parallel()
	shop, ana, twin := twoRecords(t, 8, 4)
	redeemAll(t, shop, ana)
	mergeID := mergeOf(t, shop, ana, twin)
	shop.Visits(ana, 2)
	undoMerge(t, shop, mergeID)
	mustBeOwed(t, shop, ana, "after the undo, with ten own visits", "FREE@10")
}

// A visit after the merge has reached a milestone of the merged record.
func TestUndoMerge_RewardReturnsToMergedRecord_KeptRecordOwesWhatVisitsReached(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, twin := shop.Customer("Ana"), shop.Customer("Ana bis")
	last := shop.Visits(twin, 5)
	redeemAll(t, shop, twin)
	shop.Delete(last)
	mergeID := mergeOf(t, shop, ana, twin)
	shop.Visits(ana, 1) // the fifth stamp of the merged card, which has paid already
	mustBeOwed(t, shop, ana, "after the merge")
	undoMerge(t, shop, mergeID)
	mustBeOwed(t, shop, ana, "after the undo, with one visit")
	shop.Visits(ana, 4)
	mustBeOwed(t, shop, ana, "after the undo, with five visits", "HALF@5")
}

// cancelledBelow returns a record whose FREE@10 was cancelled by deleting a visit, and a VIP record that earned nothing
// at ten stamps.
func cancelledBelow(t *testing.T, vipVisits int) (shop *servicetest.Shop, ana, twin loyalty.Customer) {
	t.Helper()
	shop = servicetest.New(t)
	ana, twin = shop.Customer("Ana"), shop.Customer("Ana bis", loyalty.TagVIPA)
	last := shop.Visits(ana, 10)
	shop.Visits(twin, vipVisits)
	shop.Delete(last)
	redeemAll(t, shop, ana)
	redeemAll(t, shop, twin)
	return shop, ana, twin
}

func TestMerge_CancelledBelowTheOtherCard_IsOwedAfterTheMissingStamps(t *testing.T) {
	t.Parallel()
	for _, keepsVIP := range []bool{false, true} {
		t.Run(fmt.Sprintf("the VIP record is kept: %t", keepsVIP), func(t *testing.T) {
			t.Parallel()
			shop, ana, twin := cancelledBelow(t, 15)
			keptRecord, mergedRecord := ana, twin
			if keepsVIP {
				keptRecord, mergedRecord = twin, ana
			}
			mergeID := mergeOf(t, shop, keptRecord, mergedRecord)
			now := owedTo(shop, keptRecord)
			if slices.Contains(now, "FREE@10") {
				t.Fatalf("the merged card must not owe what a deleted visit had earned: %v", now)
			}
			again := shop.Visits(keptRecord, 1) // the 25th stamp replaces the deleted one
			if !slices.Contains(owedTo(shop, keptRecord), "FREE@10") {
				t.Errorf("after a visit for the deleted one %v is owed, want FREE@10 too", owedTo(shop, keptRecord))
			}
			shop.Delete(again)
			mustBeOwed(t, shop, keptRecord, "after that visit was deleted too", now...)
			undoMerge(t, shop, mergeID)
			mustBeOwed(t, shop, ana, "after the undo")
			shop.Visits(ana, 1)
			mustBeOwed(t, shop, ana, "after the undo, with the tenth visit", "FREE@10")
		})
	}
}

func TestMerge_CancelledBetweenBothCardsAndTheirSum_IsOwedUntilUndone(t *testing.T) {
	t.Parallel()
	shop, ana, twin := cancelledBelow(t, 3)
	mergeID := mergeOf(t, shop, ana, twin)
	mustBeOwed(t, shop, ana, "after the merge, with twelve stamps", "FREE@10")
	undoMerge(t, shop, mergeID)
	mustBeOwed(t, shop, ana, "after the undo")
}

func TestMerge_CancelledAboveTheSum_IsOwedWhenReached(t *testing.T) {
	t.Parallel()
	shop, ana, twin := cancelledBelow(t, 0)
	mergeOf(t, shop, ana, twin)
	mustBeOwed(t, shop, ana, "after the merge, with nine stamps")
	shop.Visits(ana, 1)
	mustBeOwed(t, shop, ana, "ten stamps", "FREE@10")
}

func TestMerge_ChainOverCancelled_RevivesNothing(t *testing.T) {
	t.Parallel()
	shop, ana, twin := cancelledBelow(t, 15)
	third := shop.Customer("Ana tris", loyalty.TagVIPB)
	shop.Visits(third, 13)
	redeemAll(t, shop, third)
	first := mergeOf(t, shop, ana, twin)
	redeemAll(t, shop, ana)
	second := mergeOf(t, shop, third, ana)
	if now := owedTo(shop, third); slices.Contains(now, "FREE@10") {
		t.Errorf("after two merges %v is owed, want no FREE@10", now)
	}
	shop.Visits(third, 1)
	if now := owedTo(shop, third); !slices.Contains(now, "FREE@10") {
		t.Errorf("after two merges and a visit for the deleted one %v is owed, want FREE@10 too", now)
	}
	undoMerge(t, shop, second)
	mustBeOwed(t, shop, ana, "after the undo of the second merge")
	undoMerge(t, shop, first)
	mustBeOwed(t, shop, ana, "after both undos")
	mustBeOwed(t, shop, twin, "after both undos, the VIP record")
}

func TestUndoMerge_LaterMergeAboveCancelled_RevivesNothing(t *testing.T) {
	t.Parallel()
	shop, ana, twin := cancelledBelow(t, 1)
	third := shop.Customer("Ana tris", loyalty.TagVIPB)
	shop.Visits(third, 15)
	redeemAll(t, shop, third)
	first := mergeOf(t, shop, ana, twin)
	mustBeOwed(t, shop, ana, "after the merge, with ten stamps", "FREE@10")
	shop.Clock.Advance(time.Minute)
	mergeOf(t, shop, ana, third)
	redeemAllBut(t, shop, ana, "FREE@10")
	undoMerge(t, shop, first)
	mustBeOwed(t, shop, ana, "after the undo of the first merge, with 24 stamps")
	shop.Visits(ana, 1)
	mustBeOwed(t, shop, ana, "the tenth visit", "FREE@10")
}

// A later merge does not earn a milestone that the first merge granted.
func TestUndoMerge_GrantBelowALaterMerge_IsWithdrawn(t *testing.T) {
	t.Parallel()
	shop, ana, twin := twoRecords(t, 9, 1)
	third := shop.Customer("Ana tris", loyalty.TagVIPB)
	shop.Visits(third, 15)
	first := mergeOf(t, shop, ana, twin)
	shop.Clock.Advance(time.Minute)
	mergeOf(t, shop, ana, third)
	redeemAllBut(t, shop, ana, "FREE@10")
	undoMerge(t, shop, first)
	mustBeOwed(t, shop, ana, "after the undo of the first merge, with 24 stamps")
}

func TestSettings_GrantAfterMerge_OwesTheCancelledMilestoneOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	changeTarget(t, shop, 30, false)
	twin := shop.Customer("Ana bis")
	shop.Visits(twin, 14)
	changeTarget(t, shop, 10, false)
	ana := shop.Customer("Ana")
	shop.Delete(shop.Visits(ana, 10))
	redeemAll(t, shop, ana) // HALF@5
	changeTarget(t, shop, 30, false)
	mergeOf(t, shop, ana, twin)
	mustBeOwed(t, shop, ana, "after the merge, with 23 stamps of thirty", "HALF@15")
	changeTarget(t, shop, 10, true)
	mustBeOwed(t, shop, ana, "at a target of ten", "FREE@20", "HALF@15")
	shop.Visits(ana, 1)
	mustBeOwed(t, shop, ana, "after a visit for the lost stamp", "FREE@10", "FREE@20", "HALF@15")
}

func TestTag_MilestonePaidByFormerTerms_IsNotOwedAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	five := int64(5)
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{VIPVisitTarget: &five}, false); err != nil {
		t.Fatal(err)
	}
	ana := shop.Customer("Ana")
	shop.Visits(ana, 5)
	redeemAll(t, shop, ana) // HALF@5
	for _, tag := range []loyalty.Tag{loyalty.TagVIPA, loyalty.TagNone, loyalty.TagVIPB} {
		shop.Tag(ana, tag)
		mustBeOwed(t, shop, ana, "as "+string(tag))
	}
}

func TestVisit_MilestonePaidUnderOtherTerms_OwesNothingNew(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(*testing.T, *servicetest.Shop, loyalty.Customer, service.RegisteredVisit){
		"visit deleted and registered again": func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer, last service.RegisteredVisit) {
			shop.Delete(last)
			shop.FurtherVisit(ana)
		},
		"stamp corrected away and back": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer, _ service.RegisteredVisit) {
			correct(t, shop, ana, -1)
			correct(t, shop, ana, 1)
		},
	} {
		for _, target := range []int64{4, 5, 20} {
			t.Run(fmt.Sprintf("%s, target %d since", name, target), func(t *testing.T) {
				t.Parallel()
				for _, isGiven := range []bool{true, false} {
					shop := servicetest.New(t)
					ana := shop.Customer("Ana")
					last := shop.Visits(ana, 10)
					redeemAllBut(t, shop, ana, "FREE@10")
					want := []string{"FREE@10"}
					if isGiven {
						redeemAll(t, shop, ana)
						want = nil
					}
					changeTarget(t, shop, target, false)
					shop.Clock.Advance(time.Minute)
					again(t, shop, ana, last)
					mustBeOwed(t, shop, ana, fmt.Sprintf("the free service is given: %t", isGiven), want...)
				}
			})
		}
	}
}

func correct(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, stamps int64) {
	t.Helper()
	_, err := shop.Cases.Adjustments.Correct(t.Context(), shop.Owner,
		service.CorrectionRequest{CustomerID: customer.ID, Stamps: stamps, Reason: "Se contó mal", Key: shop.Key()})
	if err != nil {
		t.Fatal(err)
	}
}
