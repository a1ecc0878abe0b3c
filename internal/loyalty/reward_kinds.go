package loyalty

import "slices"

// RewardKind says what a reward is worth. What there is to know of a kind stands in
// its row of rewardRows, and everything else asks the kind.
type RewardKind string

// The kinds of reward. A new one also needs a row of rewardRows.
const (
	RewardFree    RewardKind = "FREE"    // the free service of a full card
	RewardHalf    RewardKind = "HALF"    // 50 % at its half
	RewardWelcome RewardKind = "WELCOME" // the discount of a public registration
)

// rewardRow is what a kind of reward is.
type rewardRow struct {
	kind   RewardKind
	worth  string // in Spanish: what is owed
	short  string // the same where there is room for a few words
	earned bool   // by the stamps of a card: its milestone is not 0
	alone  bool   // it is not given on a day with any other
}

var rewardRows = []rewardRow{
	{kind: RewardFree, worth: "Servicio gratis", short: "servicio gratis", earned: true},
	{kind: RewardHalf, worth: "50 % de descuento", short: "50 %", earned: true},
	{kind: RewardWelcome, worth: "Descuento de bienvenida: un solo servicio, no acumulable", short: "descuento de bienvenida", alone: true},
}

// row is what a kind is; of one that is not known it says nothing.
func (k RewardKind) row() rewardRow {
	if at := slices.IndexFunc(rewardRows, func(row rewardRow) bool { return row.kind == k }); at >= 0 {
		return rewardRows[at]
	}
	return rewardRow{}
}

// RewardKinds returns all kinds of reward.
func RewardKinds() []RewardKind {
	return RewardKindsWhere(func(RewardKind) bool { return true })
}

// RewardKindsWhere returns the kinds of reward for which something holds.
func RewardKindsWhere(hold func(RewardKind) bool) []RewardKind {
	var kinds []RewardKind
	for _, row := range rewardRows {
		if hold(row.kind) {
			kinds = append(kinds, row.kind)
		}
	}
	return kinds
}

// IsValid reports whether there is such a kind. No other is ever owed.
func (k RewardKind) IsValid() bool { return k.row().kind != "" }

// ShortText says in Spanish what is owed, in a few words without a capital.
func (k RewardKind) ShortText() string { return k.row().short }

// IsEarned reports whether the stamps of a card earn it: it is owed while they reach
// its milestone.
func (k RewardKind) IsEarned() bool { return k.row().earned }

// IsExclusive reports whether it is given on no day on which another is.
func (k RewardKind) IsExclusive() bool { return k.row().alone }
