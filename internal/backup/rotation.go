package backup

import (
	"fmt"
	"slices"
	"time"
)

// Days, weeks and months, each with a backup, that keep one.
const (
	keepDays   = 7
	keepWeeks  = 4
	keepMonths = 12
)

type backupFile struct {
	name      string
	at        time.Time
	encrypted bool
}

// retentionRule keeps the newest backup of each last period, separately encrypted and plain: a reader may have the key
// of one kind.
type retentionRule struct {
	limit   int
	period  func(time.Time) string
	keepers map[slot]backupFile
}

type slot struct {
	period    string
	encrypted bool
}

// selectExpired counts periods in UTC, like names. The newest day keeps all, so that a manual backup does not replace
// the nightly one. A backup also stays while its replacement is damaged.
func selectExpired(backups []backupFile, isSound func(backupFile) bool) []backupFile {
	newestFirst := slices.SortedFunc(slices.Values(backups), func(a, b backupFile) int { return b.at.Compare(a.at) })
	if len(newestFirst) == 0 {
		return nil
	}
	newest := newestFirst[0]
	rules := retentionRules(newestFirst)
	return slices.DeleteFunc(newestFirst, func(one backupFile) bool {
		if day(one.at) == day(newest.at) {
			return true
		}
		instead := newest
		for _, rule := range slices.Backward(rules) { // days decide last
			keeper, keeps := rule.keepers[slot{rule.period(one.at), one.encrypted}]
			if keeps && keeper == one {
				return true
			}
			if keeps {
				instead = keeper
			}
		}
		return !isSound(instead)
	})
}

func retentionRules(newestFirst []backupFile) []retentionRule {
	rules := []retentionRule{{limit: keepDays, period: day}, {limit: keepWeeks, period: week}, {limit: keepMonths, period: month}}
	for i := range rules {
		rules[i].keepers = findKeepers(newestFirst, rules[i])
	}
	return rules
}

func findKeepers(newestFirst []backupFile, rule retentionRule) map[slot]backupFile {
	keepers := map[slot]backupFile{}
	var periods []string
	for _, one := range newestFirst {
		period := rule.period(one.at)
		if !slices.Contains(periods, period) {
			if len(periods) == rule.limit {
				break
			}
			periods = append(periods, period)
		}
		if _, has := keepers[slot{period, one.encrypted}]; !has {
			keepers[slot{period, one.encrypted}] = one
		}
	}
	return keepers
}

func day(at time.Time) string { return at.UTC().Format(time.DateOnly) }

func week(at time.Time) string {
	year, number := at.UTC().ISOWeek()
	return fmt.Sprintf("%d-W%d", year, number)
}

func month(at time.Time) string { return at.UTC().Format("2006-01") }
