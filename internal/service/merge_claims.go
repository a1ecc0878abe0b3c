package service

import "axioma/internal/store"

// mergeClaims keeps an unanswered claim to stamps of a paper card: that of the kept record, otherwise that of the merged
// one. An opening balance of either record answers it, because a card has only one.
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
	return tx.Cards().SetClaim(p.kept.ID, claim.Joined)
}

// returnClaims reverts mergeClaims. If the claim was answered since, it stays answered on the record that made it.
func returnClaims(tx *store.Tx, p mergePair, claim store.MergedClaim) error {
	isUnanswered := p.kept.ClaimedStamps == claim.Joined
	switch {
	case claim.Joined == claim.Kept:
		return nil
	case isUnanswered:
		return tx.Cards().SetClaim(p.kept.ID, claim.Kept)
	case claim.Kept == 0:
		return tx.Cards().SetClaim(p.merged.ID, 0)
	}
	return nil
}
