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
	// seedVariable repeats a test with its printed seed.
	seedVariable = "TEST_SEED"
	// effortVariable multiplies random histories.
	effortVariable = "TEST_EFFORT"
)

// Effort returns the value of effortVariable, at least 1.
func Effort() int {
	if effort, err := strconv.Atoi(os.Getenv(effortVariable)); err == nil && effort > 1 {
		return effort
	}
	return 1
}

// RandomSource makes a generator per subject, so that the order of calls does not change the numbers.
type RandomSource struct{ seed uint64 }

// NewRandomSource logs its seed, from the environment or random.
func NewRandomSource(t testing.TB) RandomSource {
	t.Helper()
	seed := rand.Uint64()
	if seedText := os.Getenv(seedVariable); seedText != "" {
		var err error
		if seed, err = strconv.ParseUint(seedText, 10, 64); err != nil {
			t.Fatalf("reading %s: %v", seedVariable, err)
		}
	}
	t.Logf("to repeat it: %s=%d", seedVariable, seed)
	return RandomSource{seed: seed}
}

// Rand returns a generator for one subject and goroutine.
func (c RandomSource) Rand(names ...any) *rand.Rand {
	name := fnv.New64a()
	name.Write([]byte(fmt.Sprint(names...)))
	return rand.New(rand.NewPCG(c.seed, name.Sum64()))
}
