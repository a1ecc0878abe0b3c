package loyalty

import "slices"

// RewardKind is a kind of reward.
type RewardKind string

// Each kind needs a row in rewardRows.
const (
	RewardFree    RewardKind = "FREE"
	RewardHalf    RewardKind = "HALF"
	RewardWelcome RewardKind = "WELCOME"
)

type rewardRow struct {
	kind   RewardKind
	worth  string
	short  string
	halves int64 // value in half services
	earned bool  // by stamps: has a milestone
	alone  bool
}

var rewardRows = []rewardRow{
	{kind: RewardFree, worth: "Servicio gratis", short: "servicio gratis", halves: 2, earned: true},
	{kind: RewardHalf, worth: "50 % de descuento", short: "50 %", halves: 1, earned: true},
	{kind: RewardWelcome, worth: "Descuento de bienvenida: un solo servicio, no acumulable", short: "descuento de bienvenida", alone: true},
}

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

// RewardKindsWhere filters RewardKinds.
func RewardKindsWhere(hold func(RewardKind) bool) []RewardKind {
	var kinds []RewardKind
	for _, row := range rewardRows {
		if hold(row.kind) {
			kinds = append(kinds, row.kind)
		}
	}
	return kinds
}

// IsValid reports whether the kind exists.
func (k RewardKind) IsValid() bool { return k.row().kind != "" }

// ShortText names the owed reward in Spanish.
func (k RewardKind) ShortText() string { return k.row().short }

// HalfServices returns the kind's estimated value, in halves of a service; 0 for welcome discounts.
func (k RewardKind) HalfServices() int64 { return k.row().halves }

// IsEarned reports whether stamps earn the kind.
func (k RewardKind) IsEarned() bool { return k.row().earned }

// IsExclusive reports whether no other reward may be given on the same day.
func (k RewardKind) IsExclusive() bool { return k.row().alone }
