package loyalty

import (
	"fmt"
	"time"
)

// AdjustmentKind names why stamps are on a card that no visit put there.
type AdjustmentKind string

// The kinds of adjustments.
const (
	AdjustmentOpening    AdjustmentKind = "OPENING"    // stamps of a paper card, or of another system
	AdjustmentCorrection AdjustmentKind = "CORRECTION" // added or removed by hand, with a reason
)

// OpeningUndoPeriod is how long an opening balance can be undone.
const OpeningUndoPeriod = 30 * 24 * time.Hour

const (
	// maxOpeningCards are the full cards that an opening balance may hold.
	maxOpeningCards = 10
	// maxCorrection is the most stamps that one correction adds or removes.
	maxCorrection = 50
)

// Adjustment is a ledger entry that changes a card's stamps but is not a visit: no report counts it. Stamps are visits
// plus adjustments, both without undone ones.
type Adjustment struct {
	ID          string
	Kind        AdjustmentKind
	CustomerID  string
	CardID      string
	Stamps      int64 // added; below zero: removed
	StampsAfter int64 // on the card when the adjustment was made
	Reason      string
	Note        string
	CreatedAt   time.Time
	CreatedBy   string // user id
	UndoneAt    time.Time
	UndoneBy    string // user id; empty while it counts
}

// MayEnterOpenings reports whether a role enters the stamps of paper cards.
func (b Business) MayEnterOpenings(role Role) bool {
	return role.IsAdminLevel() || b.BarberOpeningBalances
}

// CheckedOpening returns the stored note. It refuses an opening balance below zero or above ten full cards.
func CheckedOpening(stamps int64, terms Terms, note string) (string, error) {
	c := validator{}
	if most := maxOpeningCards * terms.Target; stamps < 0 || stamps > most {
		c.refuse("stamps", fmt.Sprintf("Escribe cuántos sellos trae, de 0 a %d.", most))
	}
	note = c.notes("note", note)
	return note, c.err()
}

// CheckedCorrection returns the stored reason and note. It refuses a missing reason, 0 stamps, and more than 50.
func CheckedCorrection(stamps int64, reason, note string) (cleanReason, cleanNote string, err error) {
	c := validator{}
	if stamps == 0 || stamps < -maxCorrection || stamps > maxCorrection {
		c.refuse("stamps", fmt.Sprintf("Escribe cuántos sellos se suman o se quitan, hasta %d.", maxCorrection))
	}
	cleanReason = c.reason("reason", reason)
	cleanNote = c.notes("note", note)
	return cleanReason, cleanNote, c.err()
}

// CheckedReason returns the stored reason for a visit of another day. It refuses an empty one.
func CheckedReason(field, text string) (string, error) {
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

// OpeningMilestones are the rewards that an opening balance owes: full cards, and the half of the last card only if
// owesHalf. Milestones below one that the card has paid are not owed, as after an earlier opening balance by other terms
// was undone. Cancelled rewards of the card that it reaches again count as paid.
func (t Terms) OpeningMilestones(before, after int64, owesHalf bool, rewards []Reward) []Milestone {
	var owed []Milestone
	for _, milestone := range t.MilestonesBetween(highestPaid(before, after, rewards), after) {
		isLastCard := milestone.Stamps > after-after%t.Target
		if milestone.Kind == RewardFree || owesHalf && isLastCard {
			owed = append(owed, milestone)
		}
	}
	return owed
}

// Corrections sums up the corrections of a card.
type Corrections struct {
	Stamps  int64 // added minus removed
	Highest int64 // the most stamps that the card had before one of them
}

// CorrectionMilestones are the rewards that a correction owes: milestones above all that the card had reached or paid.
// Stamps that one correction removed and another adds again earn nothing by changed terms. Stamps that were added by
// mistake and removed have reached nothing. rewards are those of the card; cancelled ones that it reaches again count as
// paid.
func (t Terms) CorrectionMilestones(before, after int64, earlier Corrections, rewards []Reward) []Milestone {
	uncorrected := before - earlier.Stamps
	reached := max(min(uncorrected, earlier.Highest), highestPaid(before, after, rewards))
	return t.MilestonesBetween(reached, after)
}

// highestPaid returns the highest milestone that a card has paid, at least its stamps before an adjustment. Cancelled
// rewards that it reaches again count as paid.
func highestPaid(before, after int64, rewards []Reward) int64 {
	highest := before
	for _, reward := range rewards {
		_, isRevived := reward.Revive(reward.CardID, before, after)
		if reward.Kind.IsEarned() && (reward.Status != RewardCancelled || isRevived) {
			highest = max(highest, reward.Milestone)
		}
	}
	return highest
}

// MayUndo allows to undo an active opening balance within OpeningUndoPeriod.
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

// Contradicts reports whether the balance earned this reward and it was redeemed, so the balance cannot be undone.
func (a Adjustment) Contradicts(reward Reward) bool {
	earned := reward.CardID == a.CardID && reward.Kind.IsEarned() &&
		reward.Milestone > a.StampsAfter-a.Stamps && reward.Milestone <= a.StampsAfter
	return earned && reward.Status == RewardRedeemed
}
