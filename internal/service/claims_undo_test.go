package service_test

import (
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func undoOpening(t *testing.T, shop *servicetest.Shop, balance service.AdjustmentResult) service.AdjustmentResult {
	t.Helper()
	undone, err := shop.Cases.Adjustments.Undo(t.Context(), shop.Admin, balance.Adjustment.ID)
	if err != nil {
		t.Fatal(err)
	}
	return undone
}

func mustClaim(t *testing.T, shop *servicetest.Shop, want map[loyalty.Customer]int64) {
	t.Helper()
	for customer, stamps := range want {
		if claim := claimOf(t, shop, customer); claim != stamps {
			t.Errorf("%s claims %d stamps, want %d", customer.ID, claim, stamps)
		}
	}
	shop.MustHoldInvariants(t)
}

func TestOpeningUndo_Claim_IsToDecideAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	claims, rejectedClaimant := claimant(t, shop, 7), claimant(t, shop, 5)
	if err := shop.Cases.Adjustments.RejectClaim(t.Context(), shop.Admin, rejectedClaimant.ID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if undone := undoOpening(t, shop, recordOpening(t, shop, claims.ID, 6)); undone.Progress.ClaimedStamps != 7 {
			t.Errorf("the response has a claim to %d stamps, want 7", undone.Progress.ClaimedStamps)
		}
	}
	if undone := undoOpening(t, shop, recordOpening(t, shop, rejectedClaimant.ID, 5)); undone.Progress.RejectedStamps != 5 || undone.Progress.ClaimedStamps != 0 {
		t.Errorf("the response has %d rejected stamps and a claim to %d, want 5 and none", undone.Progress.RejectedStamps, undone.Progress.ClaimedStamps)
	}
	mustClaim(t, shop, map[loyalty.Customer]int64{claims: 7, rejectedClaimant: 0})
}

func TestOpeningUndo_MergedRecords_ReturnsTheClaimToRecordOfOpening(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	keptRecord, mergedRecord := claimant(t, shop, 0), claimant(t, shop, 7)
	balance := recordOpening(t, shop, mergedRecord.ID, 7)
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, keptRecord.ID, mergedRecord.ID)
	if err != nil {
		t.Fatal(err)
	}
	undoOpening(t, shop, balance)
	mustClaim(t, shop, map[loyalty.Customer]int64{keptRecord: 7})
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Admin, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	mustClaim(t, shop, map[loyalty.Customer]int64{keptRecord: 0, mergedRecord: 7})
}
