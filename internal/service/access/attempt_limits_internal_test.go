package access

import (
	"testing"
	"time"
)

// A guesser may use a new and a known device. ASVS 2.2.1 allows a hundred attempts an hour.
func TestSignInLimits_OneAccount_AllowAtMostAHundredAnHour(t *testing.T) {
	t.Parallel()
	account, knownDevice := AttemptSignInAccount.Limit(), AttemptSignInKnownDay.Limit()
	if account.Window < time.Hour || knownDevice.Window < time.Hour || account.Max+knownDevice.Max > 100 {
		t.Errorf("an account has %d tries in %s and %d in %s, want 100 at most, in an hour or more", account.Max, account.Window, knownDevice.Max, knownDevice.Window)
	}
}
