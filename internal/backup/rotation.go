package backup

import (
	"fmt"
	"slices"
	"time"
)

// How many days, weeks and months keep a backup in a folder, of those that have one.
const (
	keptDays   = 7
	keptWeeks  = 4
	keptMonths = 12
)

// kept is a backup in a folder.
type kept struct {
	name      string
	at        time.Time
	encrypted bool
}

// rule keeps the newest backup of each of its last periods, of the encrypted ones and of
// those that are not: the reader of one kind may lack the key of the other.
type rule struct {
	most    int
	period  func(time.Time) string
	keepers map[keptFor]kept
}

// keptFor is a period of a rule, and a kind of backups.
type keptFor struct {
	period    string
	encrypted bool
}

// spare returns which backups may go. Days, weeks and months are those of UTC, as the names
// are. All of the newest day stay, so that a backup by hand does not remove the nightly one.
// A backup stays also while the one that is kept in its place is not sound.
func spare(backups []kept, isSound func(kept) bool) []kept {
	newestFirst := slices.SortedFunc(slices.Values(backups), func(a, b kept) int { return b.at.Compare(a.at) })
	if len(newestFirst) == 0 {
		return nil
	}
	newest := newestFirst[0]
	rules := rulesFor(newestFirst)
	return slices.DeleteFunc(newestFirst, func(one kept) bool {
		if day(one.at) == day(newest.at) {
			return true
		}
		instead := newest
		for _, rule := range slices.Backward(rules) { // the days have the last word
			keeper, keeps := rule.keepers[keptFor{rule.period(one.at), one.encrypted}]
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

// rulesFor are the rules of backups that are there, the finest first.
func rulesFor(newestFirst []kept) []rule {
	rules := []rule{{most: keptDays, period: day}, {most: keptWeeks, period: week}, {most: keptMonths, period: month}}
	for i := range rules {
		rules[i].keepers = keepersOf(newestFirst, rules[i])
	}
	return rules
}

// keepersOf finds the newest backup of each kind in each of the last periods that have any.
func keepersOf(newestFirst []kept, of rule) map[keptFor]kept {
	keepers := map[keptFor]kept{}
	var periods []string
	for _, one := range newestFirst {
		period := of.period(one.at)
		if !slices.Contains(periods, period) {
			if len(periods) == of.most {
				break
			}
			periods = append(periods, period)
		}
		if _, has := keepers[keptFor{period, one.encrypted}]; !has {
			keepers[keptFor{period, one.encrypted}] = one
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
