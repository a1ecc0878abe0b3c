package service

import (
	"context"
	"testing"
	"time"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestKeysAreForgottenAfterThirtyDaysAndNotBefore(t *testing.T) {
	st := storetest.Open(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	cases, err := New(st, Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	business, err := cases.CreateBusiness(context.Background(), NewBusiness{Name: "Barbería"})
	if err != nil {
		t.Fatal(err)
	}
	keep := func(tx *store.Tx) error { return tx.KeepAnswer("key", "asked", "answered", now) }
	if err := st.InBusiness(context.Background(), business.ID, keep); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		passed time.Duration
		known  bool
	}{{29 * 24 * time.Hour, true}, {31 * 24 * time.Hour, false}} {
		now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Add(step.passed)
		if err := cases.forgetAnswers(context.Background()); err != nil {
			t.Fatal(err)
		}
		var known bool
		err := st.ViewBusiness(context.Background(), business.ID, func(tx *store.Tx) (err error) {
			_, _, known, err = tx.Answer("key")
			return err
		})
		if err != nil || known != step.known {
			t.Errorf("after %s the key is known: %t (%v), want %t", step.passed, known, err, step.known)
		}
	}
}
