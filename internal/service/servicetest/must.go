package servicetest

import "testing"

// Must fails the test when an act failed. It takes the act's result too, so that a call can stand inside it.
func Must[T any](t testing.TB, _ T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
