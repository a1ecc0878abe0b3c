package servicetest

import (
	"errors"
	"fmt"
	"testing"

	"axioma/internal/loyalty"
)

// Must fails the test on an error.
func Must[T any](t testing.TB, _ T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// MustRefuse fails the test unless err is the wanted refusal.
func MustRefuse(t testing.TB, action string, err error, want *loyalty.Error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %s", action, err, want.Code)
	}
}

// ErrorOf returns the error of a call.
func ErrorOf[T any](_ T, err error) error { return err }

// MustBeAudited fails the test unless there is exactly one entry about the business.
func MustBeAudited(t testing.TB, town *Town, businessID, action, actorID string) {
	t.Helper()
	query := fmt.Sprintf("SELECT count(*) FROM audit_events WHERE business_id = '%s' AND action = '%s' AND actor_id = '%s' AND subject_id = '%[1]s'",
		businessID, action, actorID)
	if got := town.Database.Rows(t, query); got[0] != "1" {
		t.Errorf("the audit trail has %s %s times, want once", action, got[0])
	}
}
