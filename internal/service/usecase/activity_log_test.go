package usecase_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store/storetest"
)

func TestActivityLog_FailedBatchOfRefusedSignIns_IsRetriedAlone(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	now := time.Date(2026, 3, 26, 10, 0, 0, 0, time.UTC)
	log := usecase.NewBase(database.Open(t), func() time.Time { return now }).ActivityLog
	const accounts = usecase.BatchSize + 50
	for i := range accounts {
		log.NoteRefusedSignIn(loyalty.User{ID: fmt.Sprintf("user-%04d", i)}, loyalty.Business{})
	}
	database.Corrupt(t, fmt.Sprintf(`CREATE UNIQUE INDEX only_one ON refused_sign_ins (business_id) WHERE user_id >= 'user-%04d'`, usecase.BatchSize))
	if err := log.Write(t.Context()); err == nil {
		t.Fatal("a failed batch must return an error")
	}
	counts := func() []string {
		return database.Rows(t, `SELECT 'counted ' || count(*) || ', at most ' || max(refused) FROM refused_sign_ins`)
	}
	if got, want := counts(), []string{fmt.Sprintf("counted %d, at most 1", usecase.BatchSize)}; !slices.Equal(got, want) {
		t.Errorf("after a failed batch the counts are %q, want %q", got, want)
	}
	database.Corrupt(t, `DROP INDEX only_one`)
	for range 2 {
		if err := log.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := counts(), []string{fmt.Sprintf("counted %d, at most 1", accounts)}; !slices.Equal(got, want) {
		t.Errorf("after the retry the counts are %q, want %q", got, want)
	}
}
