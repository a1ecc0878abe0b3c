package servicetest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

const (
	// seedVariable repeats a random test: it takes the seed that the test printed.
	seedVariable = "TEST_SEED"
	// effortVariable makes random tests play so many times as much.
	effortVariable = "TEST_EFFORT"
)

// Effort is how many times as much as usual random tests are to play.
func Effort() int {
	if effort, err := strconv.Atoi(os.Getenv(effortVariable)); err == nil && effort > 1 {
		return effort
	}
	return 1
}

// RandomSource decides what happens in a random test. Each thing has decisions of its
// own, so that they are the same again whichever of several comes first.
type RandomSource struct{ seed uint64 }

// NewRandomSource takes a seed from the environment, or any, and prints it.
func NewRandomSource(t testing.TB) RandomSource {
	t.Helper()
	seed := rand.Uint64()
	if given := os.Getenv(seedVariable); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatalf("reading %s: %v", seedVariable, err)
		}
	}
	t.Logf("to repeat it: %s=%d", seedVariable, seed)
	return RandomSource{seed: seed}
}

// Rand is what decides about one thing, for one goroutine.
func (c RandomSource) Rand(thing ...any) *rand.Rand {
	name := fnv.New64a()
	name.Write([]byte(fmt.Sprint(thing...)))
	return rand.New(rand.NewPCG(c.seed, name.Sum64()))
}
