package store

import (
	"slices"
	"strings"
	"testing"
)

// FuzzCursor checks that an accepted cursor has the right keys, without NUL, and that encoding them gives the same
// cursor.
func FuzzCursor(f *testing.F) {
	for _, seed := range []string{encodeCursor([]string{"1", "a"}), "WyJhIl0", "WyJhIiwiYiIsImMiXQ", "bnVsbA", "W251bGwsbnVsbF0", "WyJcdTAwMDAiLCIiXQ", "=", "\x00"} {
		f.Add(seed, 2)
	}
	f.Fuzz(func(t *testing.T, cursor string, keys int) {
		page, err := NewPage(10, cursor, keys)
		if err != nil || cursor == "" {
			return
		}
		if len(page.after) != keys || strings.Contains(strings.Join(page.after, ""), "\x00") {
			t.Errorf("the cursor %q was read as %q", cursor, page.after)
		}
		again, err := NewPage(10, encodeCursor(page.after), keys)
		if err != nil || !slices.Equal(again.after, page.after) {
			t.Errorf("the cursor %q was read as %q, and the second time as %q, %v; want the same", cursor, page.after, again.after, err)
		}
	})
}
