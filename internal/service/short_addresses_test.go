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
	codes := make([]string, 8)
	var wg sync.WaitGroup
	for i := range codes {
		program := shop.SecondServer(t)
		wg.Go(func() {
			code, err := program.Businesses.ShortCode(t.Context(), shop.Owner)
			if err != nil {
				t.Error(err)
			}
			codes[i] = code
		})
	}
	wg.Wait()
	for _, other := range codes {
		if other != codes[0] || len(other) != loyalty.ShortCodeLength {
			t.Fatalf("concurrent calls must print one code, but print %q", codes)
		}
	}
	if again, err := shop.Cases.Businesses.ShortCode(t.Context(), shop.Owner); err != nil || again != codes[0] {
		t.Errorf("later the code is %q, %v; want the same", again, err)
	}
	neighbour := shop.Town.Shop(t)
	if code, err := neighbour.Cases.Businesses.ShortCode(t.Context(), neighbour.Owner); err != nil || code == codes[0] {
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
	for _, typedCode := range []string{code, strings.ToUpper(code)} {
		if id, err := shop.Cases.Businesses.ByShortAddress(t.Context(), typedCode); err != nil || id != shop.Business.ID {
			t.Errorf("%s leads to %q, %v; want %q", typedCode, id, err, shop.Business.ID)
		}
	}
	for _, typedCode := range []string{"", "oooooo", shop.Business.ID, "' OR 1=1"} {
		if id, err := shop.Cases.Businesses.ByShortAddress(t.Context(), typedCode); !errors.Is(err, loyalty.ErrBusinessNotFound) {
			t.Errorf("%q leads to %q, %v; want ErrBusinessNotFound", typedCode, id, err)
		}
	}
}
