package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/store"
)

type datedItem struct {
	at time.Time
	id string
}

func TestPageOfLatest_AnyItems_PagesEqualTheSortedList(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var items []datedItem
		for _, id := range rapid.SliceOfDistinct(rapid.StringMatching(`[a-z]{2}`), rapid.ID).Draw(t, "ids") {
			items = append(items, datedItem{time.UnixMilli(rapid.Int64Range(-3, 12).Draw(t, "instant")), id})
		}
		want := slices.Clone(items)
		slices.SortFunc(want, func(a, b datedItem) int {
			if order := b.at.Compare(a.at); order != 0 {
				return order
			}
			return strings.Compare(a.id, b.id)
		})
		limit, cursor, got := rapid.IntRange(1, 5).Draw(t, "limit"), "", []datedItem{}
		for {
			page, err := store.PageOfLatest(items, limit, cursor, func(d *datedItem) (time.Time, string) { return d.at, d.id })
			if err != nil || page.Total != int64(len(items)) || len(page.Items) > limit {
				t.Fatalf("the page is %+v, %v; want at most %d of %d items", page, err, limit, len(items))
			}
			got = append(got, page.Items...)
			if cursor = page.Next; cursor == "" {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("the pages have %v, want %v", got, want)
		}
	})
}

func TestPageOfLatest_OtherCursor_IsRefused(t *testing.T) {
	t.Parallel()
	key := func(d *datedItem) (time.Time, string) { return d.at, d.id }
	for _, cursor := range []string{"?", "WyJhIl0", "WyJhIiwiYiJd"} {
		if _, err := store.PageOfLatest([]datedItem{{id: "a"}}, 1, cursor, key); err == nil {
			t.Errorf("the cursor %q is accepted", cursor)
		}
	}
}
