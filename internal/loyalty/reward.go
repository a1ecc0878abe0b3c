package loyalty

import (
	"fmt"
	"time"
)

// RewardStatus is the status of a reward.
type RewardStatus string

// A cancelled reward has lost its stamp. It is owed again when the card reaches it again.
const (
	RewardPending   RewardStatus = "PENDING"
	RewardRedeemed  RewardStatus = "REDEEMED"
	RewardCancelled RewardStatus = "CANCELLED"
)

// Reward is unique by card, kind and milestone: each pays once.
type Reward struct {
	ID         string
	CardID     string
	CustomerID string // earned it
	Kind       RewardKind
	Status     RewardStatus
	Milestone  int64 // stamps that earned it; 0: none
	// OwedFrom is set if a merge moved a cancelled reward to a card past Milestone; 0: Milestone.
	OwedFrom   int64
	Promise    string // welcome discount, as then worded
	CreatedAt  time.Time
	Redemption *Redemption
}

// Redemption is the use of a reward.
type Redemption struct {
	CustomerID string
	At         time.Time
	Day        Day
	UserID     string
}

// TakeBackRequest asks to undo a redemption.
type TakeBackRequest struct {
	UserID     string
	AdminLevel bool
	Reason     string
	At         time.Time
}

// TakeBack makes the reward owed, or cancelled below its milestone. Within RedemptionUndoWindow the redeeming user may
// do it; admin level at any time, with a reason. Errors: ErrRewardNotRedeemed, ErrTakeBackTooLate, ErrTakeBackNotYours,
// a validation error.
func (r Reward) TakeBack(request TakeBackRequest, stamps int64) (Reward, error) {
	if r.Status != RewardRedeemed {
		return r, ErrRewardNotRedeemed
	}
	own := r.Redemption.UserID == request.UserID
	atOnce := own && request.At.Sub(r.Redemption.At) <= RedemptionUndoWindow
	switch {
	case atOnce || request.AdminLevel && request.Reason != "":
	case request.AdminLevel:
		return r, InvalidField("reason", "Indica por qué se anula el canje.")
	case own:
		return r, ErrTakeBackTooLate
	default:
		return r, ErrTakeBackNotYours
	}
	r.Status, r.Redemption = RewardPending, nil
	r.Status = r.statusAt(stamps)
	return r, nil
}

// Note says in Spanish what the reward is and why it is owed. "Por 28 visitas" would read as a price.
func (r Reward) Note() string {
	if r.Kind.IsEarned() {
		return fmt.Sprintf("%s · visita %d", r.Kind.row().worth, r.Milestone)
	}
	if r.Promise != "" {
		return fmt.Sprintf("%s · %s", r.Promise, r.Kind.row().worth)
	}
	return r.Kind.row().worth
}

// ShortText names the reward in Spanish.
func (r Reward) ShortText() string {
	if r.Promise != "" {
		return fmt.Sprintf("%s: %s", r.Kind.ShortText(), r.Promise)
	}
	return r.Kind.ShortText()
}

// Revive makes a cancelled reward owed when the card reaches OwedFrom or passes the milestone, or returns false.
func (r Reward) Revive(cardID string, before, after int64) (Reward, bool) {
	if r.Status != RewardCancelled || r.CardID != cardID {
		return r, false
	}
	switch {
	case r.Milestone > before && r.Milestone <= after:
		r.OwedFrom = 0
	case r.owedFrom() > after:
		return r, false
	}
	r.Status = RewardPending
	return r, true
}

func (r Reward) owedFrom() int64 { return max(r.Milestone, r.OwedFrom) }

// GivenTodayRefusal returns ErrRewardGivenToday with reward, time and staff member.
func (b Business) GivenTodayRefusal(reward Reward, by string) *Error {
	refusal := *ErrRewardGivenToday
	refusal.Message = fmt.Sprintf("Hoy ya se le ha canjeado: %s (%s, %s).", reward.Kind.ShortText(), reward.Redemption.At.In(b.Zone).Format("15:04"), by)
	return &refusal
}

// CombinesWith reports whether the reward may be given after others of the day. An exclusive kind combines with no
// other.
func (r Reward) CombinesWith(givenToday []Reward) bool {
	for _, reward := range givenToday {
		if r.Kind.IsExclusive() || reward.Kind.IsExclusive() {
			return false
		}
	}
	return true
}
