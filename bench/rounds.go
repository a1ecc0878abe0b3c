package main

import (
	"context"
	"slices"
	"time"
)

const (
	// rounds is how often loads that are compared take turns, and fewestRounds how often at least when one runs out of work.
	rounds       = 8
	fewestRounds = 3
)

// series are what a load came to in each of its turns.
type series []outcome

// takeTurns runs loads one after the other, in short slices again and again, so that what else the machine does meanwhile
// falls on all of them alike. The durations of the loads are those of all rounds together. It ends sooner when one
// of them has no more work.
func takeTurns(ctx context.Context, loads ...*load) ([]series, error) {
	all := make([]series, len(loads))
	for round := range rounds {
		results, whole, err := runRound(ctx, round, loads)
		if err != nil {
			return nil, err
		}
		if !whole {
			break
		}
		for i, result := range results {
			all[i] = append(all[i], result)
		}
	}
	if len(all[0]) < fewestRounds {
		return nil, errTooShort
	}
	return all, nil
}

// runRound runs each load for a slice of its time, every other time the last one first. It answers false when one had not
// enough work.
func runRound(ctx context.Context, round int, loads []*load) (results []outcome, whole bool, err error) {
	results, whole = make([]outcome, len(loads)), true
	for i := range loads {
		if round%2 == 1 {
			i = len(loads) - 1 - i
		}
		slice := *loads[i]
		slice.warmUp, slice.duration = slice.warmUp/rounds, slice.duration/rounds
		if results[i], err = slice.run(ctx); err != nil {
			return nil, false, err
		}
		whole = whole && results[i].elapsed > slice.duration/2
	}
	return results, whole, nil
}

// perSecond is the median of the rounds.
func (s series) perSecond() float64 {
	rates := make([]float64, len(s))
	for i, round := range s {
		rates[i] = round.perSecond()
	}
	return median(rates)
}

// shareOf tells how much of the other's requests these were, in percent: the median of the rounds, each against the one
// beside it.
func (s series) shareOf(other series) float64 {
	shares := make([]float64, len(s))
	for i, round := range s {
		shares[i] = 100 * round.perSecond() / other[i].perSecond()
	}
	return median(shares)
}

// cpuShareOf tells how many of these requests the processors could have answered, client and all, in the time that a
// hundred of the other's took: what would be left of shareOf were nothing else running and nothing waited for.
func (s series) cpuShareOf(other series) float64 {
	shares := make([]float64, len(s))
	for i, round := range s {
		shares[i] = 100 * other[i].cpuPerRequest / round.cpuPerRequest
	}
	return median(shares)
}

// percentile is that of the answers of all rounds.
func (s series) percentile(p int) time.Duration {
	var all latencies
	for _, round := range s {
		all = append(all, round.latencies...)
	}
	all.sort()
	return all.percentile(p)
}

// median returns the value in the middle, or what is halfway between the two there.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	half := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[half]
	}
	return (sorted[half-1] + sorted[half]) / 2
}
