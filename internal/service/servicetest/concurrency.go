package servicetest

import (
	"errors"
	"sync"
	"testing"
)

// Concurrency is the number of goroutines.
const Concurrency = 32

// RunConcurrently calls fn from goroutines that start together.
func RunConcurrently[T any](fn func(i int) (T, error)) ([]T, []error) {
	outcomes, faults := make([]T, Concurrency), make([]error, Concurrency)
	var ready, goroutines sync.WaitGroup
	start := make(chan struct{})
	for i := range Concurrency {
		ready.Add(1)
		goroutines.Go(func() {
			ready.Done()
			<-start
			outcomes[i], faults[i] = fn(i)
		})
	}
	ready.Wait()
	close(start)
	goroutines.Wait()
	return outcomes, faults
}

// MustSucceedOnce returns the index of the one success. Other calls must return refusal.
func MustSucceedOnce(t testing.TB, faults []error, refusal error) int {
	t.Helper()
	winner := -1
	for i, err := range faults {
		switch {
		case err == nil && winner >= 0:
			t.Errorf("%d and %d both succeeded", winner, i)
		case err == nil:
			winner = i
		case !errors.Is(err, refusal):
			t.Errorf("a call is refused with %v, want %v", err, refusal)
		}
	}
	if winner < 0 {
		t.Fatal("no call succeeded")
	}
	return winner
}
