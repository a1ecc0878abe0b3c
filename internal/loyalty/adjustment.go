package loyalty

import (
	"fmt"
	"time"
)

// AdjustmentKind explains stamps without a visit.
type AdjustmentKind string

// Kinds of adjustments.
const (
	AdjustmentOpening    AdjustmentKind = "OPENING"
	AdjustmentCorrection AdjustmentKind = "CORRECTION"
)

// OpeningUndoPeriod is how long an opening balance can be undone.
const OpeningUndoPeriod = 30 * 24 * time.Hour

const (
	maxOpeningCards = 10
	maxCorrection   = 50
)

// Adjustment changes a card's stamps without a visit. Reports do not count it.
type Adjustment struct {
	ID            string
	Kind          AdjustmentKind
	CustomerID    string
	CardID        string
	Stamps        int64 // negative: removed
	StampsAfter   int64
	Reason        string
	Note          string
	CreatedAt     time.Time
	CreatedBy     string
	UndoneAt      time.Time
	UndoneBy      string
	AnsweredClaim PaperClaim
}

// PaperClaim has the claimed and the rejected stamps of a paper card.
type PaperClaim struct{ ClaimedStamps, RejectedStamps int64 }

// MayEnterOpenings reports whether a role may enter paper cards.
func (b Business) MayEnterOpenings(role Role) bool {
	return role.IsAdminLevel() || b.BarberOpeningBalances
}

// CheckOpening returns the stored note. It refuses a balance below zero or above ten full cards.
func CheckOpening(stamps int64, terms Terms, note string) (string, error) {
	c := validator{}
	if limit := maxOpeningCards * terms.Target; stamps < 0 || stamps > limit {
		c.refuse("stamps", fmt.Sprintf("Escribe cuántos sellos trae, de 0 a %d.", limit))
	}
	note = c.notes("note", note)
	return note, c.err()
}

// CheckCorrection returns the stored reason and note. It refuses a missing reason, 0 stamps, and more than 50.
func CheckCorrection(stamps int64, reason, note string) (cleanReason, cleanNote string, err error) {
	c := validator{}
	if stamps == 0 || stamps < -maxCorrection || stamps > maxCorrection {
		c.refuse("stamps", fmt.Sprintf("Escribe cuántos sellos se suman o se quitan, hasta %d.", maxCorrection))
	}
	cleanReason = c.reason("reason", reason)
	cleanNote = c.notes("note", note)
	return cleanReason, cleanNote, c.err()
}

// CheckReason returns a reason as one line. An empty reason is a validation error.
func CheckReason(field, text string) (string, error) {
	c := validator{}
	reason := c.reason(field, text)
	return reason, c.err()
}

func (c *validator) reason(field, text string) string {
	reason, fault := cleanLine(text, MaxReasonLength)
	if reason == "" && fault == "" {
		fault = "Indica el motivo."
	}
	if fault != "" {
		c.refuse(field, fault)
	}
	return reason
}

// OpeningMilestones returns the milestones that an opening balance earns: full cards, and with owesHalf the half of the
// last. Milestones up to the highest with a reward earn nothing. A cancelled reward reached again counts as one.
func (t Terms) OpeningMilestones(before, after int64, owesHalf bool, rewards []Reward) []Milestone {
	var owed []Milestone
	for _, milestone := range t.MilestonesBetween(highestRewarded(before, after, rewards), after) {
		isLastCard := milestone.Stamps > after-after%t.Target
		if milestone.Kind == RewardFree || owesHalf && isLastCard {
			owed = append(owed, milestone)
		}
	}
	return owed
}

// Corrections sums up a card's corrections.
type Corrections struct {
	Stamps  int64 // added minus removed
	Highest int64 // that a correction began from
}

// CorrectionMilestones returns the milestones above all that the card has reached or has a reward for. Stamps removed and added
// again earn nothing, even under other terms. A milestone reached only by a reverted correction does not count.
// A cancelled reward reached again counts as one.
func (t Terms) CorrectionMilestones(before, after int64, earlier Corrections, rewards []Reward) []Milestone {
	uncorrectedStamps := before - earlier.Stamps
	reachedStamps := max(min(uncorrectedStamps, earlier.Highest), highestRewarded(before, after, rewards))
	return t.MilestonesBetween(reachedStamps, after)
}

func highestRewarded(before, after int64, rewards []Reward) int64 {
	highest := before
	for _, reward := range rewards {
		_, isRevived := reward.Revive(reward.CardID, before, after)
		if reward.Kind.IsEarned() && (reward.Status != RewardCancelled || isRevived) {
			highest = max(highest, reward.Milestone)
		}
	}
	return highest
}

// MayUndo returns nil for an active opening balance within OpeningUndoPeriod.
func (a Adjustment) MayUndo(now time.Time) error {
	switch {
	case a.Kind != AdjustmentOpening:
		return ErrAdjustmentNotFound
	case !a.UndoneAt.IsZero():
		return ErrOpeningBalanceUndone
	case now.Sub(a.CreatedAt) > OpeningUndoPeriod:
		return ErrOpeningBalanceTooLate
	}
	return nil
}

// Contradicts reports whether the balance earned this redeemed reward, which forbids the undo.
func (a Adjustment) Contradicts(reward Reward) bool {
	earned := reward.CardID == a.CardID && reward.Kind.IsEarned() &&
		reward.Milestone > a.StampsAfter-a.Stamps && reward.Milestone <= a.StampsAfter
	return earned && reward.Status == RewardRedeemed
}
