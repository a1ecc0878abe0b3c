package service_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestShortCode_ConcurrentPrograms_ShareOneCode(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	printed := make([]string, 8)
	var done sync.WaitGroup
	for i := range printed {
		program := shop.SecondServer(t)
		done.Go(func() {
			code, err := program.Businesses.ShortCode(t.Context(), shop.Owner)
			if err != nil {
				t.Error(err)
			}
			printed[i] = code
		})
	}
	done.Wait()
	for _, other := range printed {
		if other != printed[0] || len(other) != loyalty.ShortCodeLength {
			t.Fatalf("concurrent calls must print one code, but print %q", printed)
		}
	}
	if again, err := shop.Cases.Businesses.ShortCode(t.Context(), shop.Owner); err != nil || again != printed[0] {
		t.Errorf("later the code is %q, %v; want the same", again, err)
	}
	neighbour := shop.Town.Shop(t)
	if code, err := neighbour.Cases.Businesses.ShortCode(t.Context(), neighbour.Owner); err != nil || code == printed[0] {
		t.Errorf("another business must have another code, but has %q, %v", code, err)
	}
}

func TestByShortAddress_FindsBusiness(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	code, err := shop.Cases.Businesses.ShortCode(t.Context(), shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{code, strings.ToUpper(code)} {
		if id, err := shop.Cases.Businesses.ByShortAddress(t.Context(), typed); err != nil || id != shop.Business.ID {
			t.Errorf("%s leads to %q, %v; want %q", typed, id, err, shop.Business.ID)
		}
	}
	for _, typed := range []string{"", "oooooo", shop.Business.ID, "' OR 1=1"} {
		if id, err := shop.Cases.Businesses.ByShortAddress(t.Context(), typed); !errors.Is(err, loyalty.ErrBusinessNotFound) {
			t.Errorf("%q leads to %q, %v; want ErrBusinessNotFound", typed, id, err)
		}
	}
}
