package service

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// mergeClaims gives the kept record one unanswered claim of paper stamps: its own, or else the merged record's. No claim
// is left if the card has an opening balance after the merge, because a card has only one.
func mergeClaims(tx *store.Tx, p mergePair, moved *store.MergeChanges) error {
	claim := store.MergedClaim{Kept: p.kept.ClaimedStamps, Merged: p.merged.ClaimedStamps}
	if claim == (store.MergedClaim{}) {
		return nil
	}
	answered, err := tx.Cards().HasOpening(p.keptCard.ID)
	if err != nil {
		return err
	}
	if claim.Joined = claim.Kept; claim.Kept == 0 {
		claim.Joined = claim.Merged
	}
	if answered {
		claim.Joined = 0
	}
	moved.Claim = claim
	if claim.Joined == claim.Kept {
		return nil
	}
	return tx.Cards().ChangeClaimed(p.kept.ID, claim.Joined)
}

// returnClaims reverts mergeClaims. A claim that was answered after the merge stays answered. If the merged record's
// opening balance was undone meanwhile, the claim that it had answered returns to that record.
func returnClaims(tx *store.Tx, p mergePair, moved store.MergeChanges) error {
	claim, current := moved.Claim, p.kept.ClaimedStamps
	isUnanswered := current == claim.Joined
	switch {
	case current > 0 && !isUnanswered:
		isOfMerged, err := isClaimOf(tx, moved.Adjusted, current)
		if err != nil || !isOfMerged {
			return err
		}
		if err := tx.Cards().ReturnClaim(p.merged.ID, loyalty.PaperClaim{Claimed: current}); err != nil {
			return err
		}
		return tx.Cards().ChangeClaimed(p.kept.ID, claim.Kept)
	case claim.Joined == claim.Kept:
		return nil
	case isUnanswered:
		return tx.Cards().ChangeClaimed(p.kept.ID, claim.Kept)
	case claim.Kept == 0:
		return tx.Cards().ChangeClaimed(p.merged.ID, 0)
	}
	return nil
}

// isClaimOf reports whether one of the moved adjustments was undone and had answered a claim of this many stamps.
func isClaimOf(tx *store.Tx, moved []store.MovedAdjustment, claimed int64) (bool, error) {
	for _, m := range moved {
		adjustment, err := tx.Cards().GetAdjustment(m.ID)
		if err != nil {
			return false, err
		}
		if !adjustment.UndoneAt.IsZero() && adjustment.Answered.Claimed == claimed {
			return true, nil
		}
	}
	return false, nil
}
