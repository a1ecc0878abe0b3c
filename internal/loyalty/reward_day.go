package loyalty

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// RewardDay counts a day's earned rewards by present status, without cancelled ones.
type RewardDay struct {
	Day         Day
	Kind        RewardKind
	EarnedCount int64
	Owed        int64
	Delays      RedemptionDelays
}

// RedemptionDelays counts redeemed rewards by days since earned: '0:12 3:1'.
type RedemptionDelays string

// NewRedemptionDelays encodes counts by days.
func NewRedemptionDelays(counts map[int]int64) RedemptionDelays {
	var parts []string
	for _, days := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d:%d", days, counts[days]))
	}
	return RedemptionDelays(strings.Join(parts, " "))
}

// AddTo adds the delays to counts.
func (d RedemptionDelays) AddTo(counts map[int]int64) error {
	for part := range strings.FieldsSeq(string(d)) {
		before, after, _ := strings.Cut(part, ":")
		days, err := strconv.Atoi(before)
		if err != nil {
			return fmt.Errorf("reading the delay %q: %w", part, err)
		}
		count, err := strconv.ParseInt(after, 10, 64)
		if err != nil {
			return fmt.Errorf("reading the count of the delay %q: %w", part, err)
		}
		counts[days] += count
	}
	return nil
}
