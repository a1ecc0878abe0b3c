package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// Who has spent what she has for lists and reports waits for them, but not at the
// counter, nor does anybody else or what the program does by itself.
func TestATiredBusinessRestsBeforeListsAndReportsAlone(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	st.Tire("big")
	ask := func(view func(context.Context, string, func(*store.Tx) error) error, business string, patience time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		return view(ctx, business, func(*store.Tx) error { return nil })
	}
	const short = 50 * time.Millisecond
	for name, view := range map[string]func(context.Context, string, func(*store.Tx) error) error{"lists": st.ViewLists, "reports": st.ViewReports} {
		if err := ask(view, "big", short); !errors.Is(err, loyalty.ErrBusy) {
			t.Errorf("%s of a tired business: %v", name, err)
		}
		if err := ask(view, "small", time.Minute); err != nil {
			t.Errorf("%s of another one: %v", name, err)
		}
	}
	for name, view := range map[string]func(context.Context, string, func(*store.Tx) error) error{
		"a record": st.ViewBusiness, "a visit": st.InBusiness, "a chore": st.ViewChore, "an export": st.ViewWhole,
	} {
		if err := ask(view, "big", time.Minute); err != nil {
			t.Errorf("%s of a tired business: %v", name, err)
		}
	}
}
