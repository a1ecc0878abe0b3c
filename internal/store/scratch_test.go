package store_test

import (
	"slices"
	"testing"

	"axioma/internal/store/storetest"
)

func TestPostponeIndexes_CreatedAgain_AreThoseBefore(t *testing.T) {
	t.Parallel()
	database := storetest.Database{Folder: t.TempDir()}
	scratch, err := storetest.OpenScratch(t.Context(), database.Folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := scratch.Close(); err != nil {
			t.Error(err)
		}
	})
	indexes := func(condition string) []string {
		return database.Rows(t, "SELECT name || sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"+condition+" ORDER BY name")
	}
	before, unique := indexes(""), indexes(" AND sql LIKE '% UNIQUE %'")
	create, err := scratch.PostponeIndexes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := indexes(""); !slices.Equal(got, unique) || len(unique) == 0 || len(before) == len(unique) {
		t.Errorf("%d of %d indexes are left, want the %d unique ones", len(got), len(before), len(unique))
	}
	if err := create(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := indexes(""); !slices.Equal(got, before) {
		t.Errorf("the indexes are %q, want those from before: %q", got, before)
	}
}
