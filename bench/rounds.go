package main

import (
	"context"
	"slices"
	"time"
)

const (
	// fewestRounds suffice if a load runs out of work.
	rounds       = 8
	fewestRounds = 3
)

type series []outcome

// takeTurns alternates loads in short slices, so that other programs slow all alike. It ends early if one runs out of
// work.
func takeTurns(ctx context.Context, loads ...*load) ([]series, error) {
	all := make([]series, len(loads))
	for round := range rounds {
		results, complete, err := runRound(ctx, round, loads)
		if err != nil {
			return nil, err
		}
		if !complete {
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

// runRound runs a slice of each load, in reverse order every other round; complete is false if a load ran out of work.
func runRound(ctx context.Context, round int, loads []*load) (results []outcome, complete bool, err error) {
	results, complete = make([]outcome, len(loads)), true
	for i := range loads {
		if round%2 == 1 {
			i = len(loads) - 1 - i
		}
		slice := *loads[i]
		slice.warmUp, slice.duration = slice.warmUp/rounds, slice.duration/rounds
		if results[i], err = slice.run(ctx); err != nil {
			return nil, false, err
		}
		complete = complete && results[i].elapsed > slice.duration/2
	}
	return results, complete, nil
}

func (s series) perSecond() float64 {
	rates := make([]float64, len(s))
	for i, round := range s {
		rates[i] = round.perSecond()
	}
	return median(rates)
}

// shareOf returns the median rate over rounds, in percent of the other's.
func (s series) shareOf(other series) float64 {
	shares := make([]float64, len(s))
	for i, round := range s {
		shares[i] = 100 * round.perSecond() / other[i].perSecond()
	}
	return median(shares)
}

// cpuShareOf returns the median, over rounds, of the other's CPU time per request in percent of this one's. It includes
// the client's.
func (s series) cpuShareOf(other series) float64 {
	shares := make([]float64, len(s))
	for i, round := range s {
		shares[i] = 100 * other[i].cpuPerRequest / round.cpuPerRequest
	}
	return median(shares)
}

func (s series) percentile(p int) time.Duration {
	var all latencies
	for _, round := range s {
		all = append(all, round.latencies...)
	}
	all.sort()
	return all.percentile(p)
}

func median(values []float64) float64 {
	sortedValues := slices.Sorted(slices.Values(values))
	half := len(sortedValues) / 2
	if len(sortedValues)%2 == 1 {
		return sortedValues[half]
	}
	return (sortedValues[half-1] + sortedValues[half]) / 2
}
