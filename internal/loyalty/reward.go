package loyalty

import (
	"fmt"
	"time"
)

// RewardStatus says whether a reward is still owed.
type RewardStatus string

// The states of a reward. A cancelled one was earned by a stamp that has been
// taken off since; it is owed again when the card gets there again.
const (
	RewardPending   RewardStatus = "PENDING"
	RewardRedeemed  RewardStatus = "REDEEMED"
	RewardCancelled RewardStatus = "CANCELLED"
)

// Reward is owed to whoever holds the card. There is at most one for a card,
// kind and milestone, so a milestone pays once.
type Reward struct {
	ID         string
	CardID     string
	CustomerID string // whose visit or registration earned it
	Kind       RewardKind
	Status     RewardStatus
	Milestone  int64 // the stamps at which it was earned; 0 of a kind that is not
	// OwedFrom are the stamps from which it is owed where they are more than its milestone: a
	// merge brought a cancelled reward onto a card that had passed it. 0: from its milestone on.
	OwedFrom int64
	// Promise is what a welcome discount is, in the words of the business on the day of the
	// registration. Later changes of the business do not touch it. Empty: it has said nothing.
	Promise    string
	CreatedAt  time.Time
	Redemption *Redemption // nil until redeemed
}

// Redemption says to whom a reward was given, when and by whom.
type Redemption struct {
	CustomerID string
	At         time.Time
	Day        Day
	UserID     string
}

// TakeBackRequest is somebody's wish to take a redemption back.
type TakeBackRequest struct {
	UserID     string
	AdminLevel bool
	Reason     string
	At         time.Time
}

// TakeBack returns a reward on a card with so many stamps as it is when its
// redemption is taken back: owed, or cancelled where the card does not reach its
// milestone any more. Whoever gave it may do so within UndoWindow, later and for
// others admin level with a reason. Refused with ErrRewardNotRedeemed,
// ErrTakeBackTooLate, ErrTakeBackNotYours, or a word on the reason.
func (r Reward) TakeBack(wish TakeBackRequest, stamps int64) (Reward, error) {
	if r.Status != RewardRedeemed {
		return r, ErrRewardNotRedeemed
	}
	own := r.Redemption.UserID == wish.UserID
	atOnce := own && wish.At.Sub(r.Redemption.At) <= RedemptionUndoWindow
	switch {
	case atOnce || wish.AdminLevel && wish.Reason != "":
	case wish.AdminLevel:
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

// Note says in Spanish what is owed, and which visit earned it: "por 28 visitas"
// would read as its price.
func (r Reward) Note() string {
	if r.Kind.IsEarned() {
		return fmt.Sprintf("%s · visita %d", r.Kind.row().worth, r.Milestone)
	}
	if r.Promise != "" {
		return fmt.Sprintf("%s · %s", r.Promise, r.Kind.row().worth)
	}
	return r.Kind.row().worth
}

// ShortText says in Spanish what is owed, in a few words without a capital, and what the business
// promised.
func (r Reward) ShortText() string {
	if r.Promise != "" {
		return fmt.Sprintf("%s: %s", r.Kind.ShortText(), r.Promise)
	}
	return r.Kind.ShortText()
}

// Revive returns a reward of a visit's card as it is owed again: it was cancelled, and the
// visit brings the card back to the stamps from which it is owed, or to its milestone itself.
// It reports false for any other.
func (r Reward) Revive(visit Visit) (Reward, bool) {
	if r.Status != RewardCancelled || r.CardID != visit.CardID {
		return r, false
	}
	switch {
	case r.Milestone == visit.StampNumber:
		r.OwedFrom = 0
	case r.owedFrom() > visit.StampNumber:
		return r, false
	}
	r.Status = RewardPending
	return r, true
}

// owedFrom are the stamps from which a reward is owed.
func (r Reward) owedFrom() int64 { return max(r.Milestone, r.OwedFrom) }

// GivenTodayRefusal is ErrRewardGivenToday with what the customer was given last today,
// when and by which member of the staff.
func (b Business) GivenTodayRefusal(given Reward, by string) *Error {
	refusal := *ErrRewardGivenToday
	refusal.Message = fmt.Sprintf("Hoy ya se le ha canjeado: %s (%s, %s).", given.Kind.ShortText(), given.Redemption.At.In(b.Zone).Format("15:04"), by)
	return &refusal
}

// CombinesWith reports whether a reward may be given on a day on which the
// customer was given these: some kinds stand alone.
func (r Reward) CombinesWith(givenToday []Reward) bool {
	for _, given := range givenToday {
		if r.Kind.IsExclusive() || given.Kind.IsExclusive() {
			return false
		}
	}
	return true
}
