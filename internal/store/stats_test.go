package store_test

import (
	"testing"
	"time"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestStats_Use_IsReported(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	before, err := st.Stats()
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := st.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Settings().InsertIfAbsent("a", "b") }); err != nil {
			t.Fatal(err)
		}
	}
	after, err := st.Stats()
	if err != nil {
		t.Fatal(err)
	}
	if waitCount := after.WriteWait.Count - before.WriteWait.Count; waitCount != 3 || after.WriteWait.Sum < before.WriteWait.Sum {
		t.Errorf("three writes waited %d times, want 3", waitCount)
	}
	wantGroups, hasRightWAL := uint64(3), after.WALBytes > 0
	if database.URL != "" {
		wantGroups, hasRightWAL = 0, after.WALBytes < 0
	}
	if groups := after.GroupSizes.Count - before.GroupSizes.Count; groups != wantGroups || !hasRightWAL {
		t.Errorf("want one group for each write of SQLite: %d groups, and a WAL of %d bytes", groups, after.WALBytes)
	}
	if open := after.Connections; open.InUse != 0 || (database.URL != "") != (open.Idle > 0) {
		t.Errorf("want no connection in use, and idle ones on PostgreSQL only: %+v", open)
	}
	reading := func(*store.PlatformTx) error {
		during, err := st.Stats()
		if err == nil && during.Connections.InUse != 1 {
			t.Errorf("during a read the connections are %+v, want one in use", during.Connections)
		}
		return err
	}
	if err := st.ViewPlatform(t.Context(), reading); err != nil {
		t.Fatal(err)
	}
	for _, bulkhead := range after.Bulkheads {
		if bulkhead.Capacity < 1 || bulkhead.InUse != 0 || bulkhead.Waiting != 0 {
			t.Errorf("an unused bulkhead has %+v; want Capacity at least 1, InUse 0 and Waiting 0", bulkhead)
		}
	}
}

func TestSurvey_LastBackup_IsReported(t *testing.T) {
	t.Parallel()
	st := storetest.New(t).Open(t)
	at := time.Date(2026, 11, 24, 3, 0, 0, 0, time.UTC)
	for _, want := range []time.Time{{}, at} {
		if !want.IsZero() {
			keep := func(tx *store.PlatformTx) error {
				return tx.Settings().InsertIfAbsent(store.BackupSetting, at.Format(time.RFC3339))
			}
			if err := st.InPlatform(t.Context(), keep); err != nil {
				t.Fatal(err)
			}
		}
		if survey, err := st.Survey(t.Context(), at); err != nil || !survey.Backup.Equal(want) {
			t.Errorf("the last backup is of %v, want %v (%v)", survey.Backup, want, err)
		}
	}
}

func TestSurvey_WaitingNotices_AreCounted(t *testing.T) {
	t.Parallel()
	st := storetest.New(t).Open(t)
	at := time.Date(2026, 11, 24, 3, 0, 0, 0, time.UTC)
	survey, err := st.Survey(t.Context(), at)
	if err != nil || survey.Notices.Count != 0 || !survey.Notices.Oldest.IsZero() || len(survey.Queue) != 0 {
		t.Fatalf("an empty database has %+v, %v; want Notices.Count 0, no Notices.Oldest and no Queue", survey, err)
	}
	err = st.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
		for i, id := range []string{"done", "first", "second"} {
			if err := tx.Notices().Insert(store.Notice{ID: id, Body: "{}", ReceivedAt: at.Add(time.Duration(i) * time.Minute)}); err != nil {
				return err
			}
		}
		return tx.Notices().Finish("done", at)
	})
	if err != nil {
		t.Fatal(err)
	}
	if survey, err = st.Survey(t.Context(), at); err != nil || survey.Notices.Count != 2 || !survey.Notices.Oldest.Equal(at.Add(time.Minute)) {
		t.Errorf("with two waiting notices: %+v, %v; want 2, the oldest a minute later", survey.Notices, err)
	}
}
