package service

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// mergeClaims gives the kept record one unanswered claim of paper stamps: its own, or else the merged record's. No claim
// is left if the card has an opening balance after the merge, because a card has only one.
func mergeClaims(tx *store.Tx, p mergePair, changes *store.MergeChanges) error {
	claim := store.MergedClaim{KeptStamps: p.keptCustomer.ClaimedStamps, MergedStamps: p.mergedCustomer.ClaimedStamps}
	if claim == (store.MergedClaim{}) {
		return nil
	}
	answered, err := tx.Cards().HasOpening(p.keptCard.ID)
	if err != nil {
		return err
	}
	if claim.JoinedStamps = claim.KeptStamps; claim.KeptStamps == 0 {
		claim.JoinedStamps = claim.MergedStamps
	}
	if answered {
		claim.JoinedStamps = 0
	}
	changes.Claim = claim
	if claim.JoinedStamps == claim.KeptStamps {
		return nil
	}
	return tx.Cards().ChangeClaimed(p.keptCustomer.ID, claim.JoinedStamps)
}

// returnClaims reverts mergeClaims. A claim that was answered after the merge stays answered. If the merged record's
// opening balance was undone meanwhile, the claim that it had answered returns to that record.
func returnClaims(tx *store.Tx, p mergePair, changes store.MergeChanges) error {
	claim, current := changes.Claim, p.keptCustomer.ClaimedStamps
	isUnanswered := current == claim.JoinedStamps
	switch {
	case current > 0 && !isUnanswered:
		isOfMerged, err := isClaimOf(tx, changes.Adjustments, current)
		if err != nil || !isOfMerged {
			return err
		}
		if err := tx.Cards().ReturnClaim(p.mergedCustomer.ID, loyalty.PaperClaim{ClaimedStamps: current}); err != nil {
			return err
		}
		return tx.Cards().ChangeClaimed(p.keptCustomer.ID, claim.KeptStamps)
	case claim.JoinedStamps == claim.KeptStamps:
		return nil
	case isUnanswered:
		return tx.Cards().ChangeClaimed(p.keptCustomer.ID, claim.KeptStamps)
	case claim.KeptStamps == 0:
		return tx.Cards().ChangeClaimed(p.mergedCustomer.ID, 0)
	}
	return nil
}

// isClaimOf reports whether one of the moved adjustments was undone and had answered a claim of this many stamps.
func isClaimOf(tx *store.Tx, adjustments []store.MovedAdjustment, claimedStamps int64) (bool, error) {
	for _, m := range adjustments {
		adjustment, err := tx.Cards().GetAdjustment(m.ID)
		if err != nil {
			return false, err
		}
		if !adjustment.UndoneAt.IsZero() && adjustment.AnsweredClaim.ClaimedStamps == claimedStamps {
			return true, nil
		}
	}
	return false, nil
}
