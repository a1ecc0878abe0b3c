package access

import (
	"bytes"
	"encoding/base32"
	"strings"
	"testing"
	"time"
)

// The last six digits of the vectors of RFC 6238, appendix B.
func TestMatchingStep_PublishedVectors_AreAccepted(t *testing.T) {
	t.Parallel()
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	for seconds, code := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		step, ok := matchingStep(secret, code[2:], time.Unix(seconds, 0))
		if !ok || step != seconds/30 {
			t.Errorf("at %d the code %s belongs to step %d, accepted %t; want step %d, true", seconds, code, step, ok, seconds/30)
		}
	}
}

func TestMatchingStep_Drift_IsOneStep(t *testing.T) {
	t.Parallel()
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	const code = "081804"
	for seconds, want := range map[int64]bool{
		1111111049: false, 1111111050: true, 1111111080: true, 1111111109: true, 1111111139: true, 1111111140: false, 1111112000: false,
	} {
		if _, ok := matchingStep(secret, code, time.Unix(seconds, 0)); ok != want {
			t.Errorf("%d seconds after the epoch: accepted %t, want %t", seconds, ok, want)
		}
	}
	for _, wrong := range []string{"", "08180", "0818044", "08180a", "000000", "not a code"} {
		if _, ok := matchingStep(secret, wrong, time.Unix(1111111109, 0)); ok {
			t.Errorf("%q is accepted", wrong)
		}
	}
}

func TestNewTOTPKey_Address_IsReadByApps(t *testing.T) {
	t.Parallel()
	key, err := newTOTPKey(bytes.NewReader(bytes.Repeat([]byte{7}, 20)), "ana@axioma.test")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(key.Secret()); got != 32 {
		t.Errorf("the key has %d letters, want 32 (160 bits)", got)
	}
	for _, part := range []string{"otpauth://totp/Axioma:ana@axioma.test?", "secret=" + key.Secret(), "issuer=Axioma", "digits=6", "period=30", "algorithm=SHA1"} {
		if !strings.Contains(key.URL(), part) {
			t.Errorf("the address %s lacks %s", key.URL(), part)
		}
	}
}
