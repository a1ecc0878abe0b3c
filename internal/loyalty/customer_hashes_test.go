package loyalty_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"axioma/internal/loyalty"
)

func TestCustomerHashes_RandomDays_CountDifferentCustomers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var hashes loyalty.CustomerHashes
	seenIDs := map[string]bool{}
	for range 2000 {
		var day loyalty.CustomerSet
		for _, number := range random.Perm(3000)[:random.IntN(40)] {
			id := fmt.Sprintf("customer-%d", number)
			day, seenIDs[id] = day.With(id), true
		}
		day.AddTo(&hashes)
		if hashes.Len() != len(seenIDs) {
			t.Fatalf("the set has %d customers, want %d", hashes.Len(), len(seenIDs))
		}
	}
}
