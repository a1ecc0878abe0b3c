package store_test

import (
	"testing"
	"time"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// PostgreSQL lists a closed connection a little longer.
func TestRefuseOtherSessions_ClosingSession_IsIgnored(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // the folder of SQLite is locked
	}
	st, err := database.OpenUnclosed(t)
	if err != nil {
		t.Fatal(err)
	}
	leaves := time.AfterFunc(200*time.Millisecond, func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := store.RefuseOtherSessions(t.Context(), database.Location()); err != nil {
		t.Error(err)
	}
	if leaves.Stop() {
		t.Error("RefuseOtherSessions did not wait for the open session")
	}
}
