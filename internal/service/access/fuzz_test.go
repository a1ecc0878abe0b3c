package access

import (
	"errors"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

func fuzzedTokens(f *testing.F) (tokens, time.Time) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	t, err := newTokens(fixedKeys("a key of thirty-two bytes exactly"), []byte("a key of hashes"), time.Hour, func() time.Time { return now })
	if err != nil {
		f.Fatal(err)
	}
	return t, now
}

// FuzzReadToken checks that only signed claims for the staff audience are accepted.
func FuzzReadToken(f *testing.F) {
	signer, now := fuzzedTokens(f)
	// All processes of the fuzzer must sign the same token, so the id is not random.
	session := usecase.StaffSession{ID: "session", Version: 7, ExpiresAt: now.Add(time.Hour)}
	staff, err := signer.signStaff(loyalty.User{ID: "user", Role: loyalty.Owner, TokenVersion: 7}, session)
	if err != nil {
		f.Fatal(err)
	}
	signedPart := staff[:strings.LastIndexByte(staff, '.')] // base64 ignores line breaks, so the signature is removed
	for _, seed := range []string{
		staff, staff + "\r", staff[:len(staff)-1], staff + ".", "", "..", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c2VyIn0.",
		"eyJhbGciOiJIUzI1NiJ9.e30.AAAA", "eyJhbGciOiJIUzI1NiIsImtpZCI6Ii4uLy4uIn0.e30.AAAA", "eyJhbGciOiJIUzI1NiIsImtpZCI6N30.e30.AAAA", "eyJhbGciOiJSUzI1NiIsImp3ayI6e319.e30.AAAA", "\xff.\xff.\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		claims, err := signer.readStaff(t.Context(), token)
		if err == nil && (token[:strings.LastIndexByte(token, '.')] != signedPart || claims.Subject != "user") {
			t.Errorf("the forged token %q is accepted", token)
		}
		if err != nil && !errors.Is(err, loyalty.ErrUnauthenticated) && !errors.Is(err, loyalty.ErrTokenExpired) {
			t.Errorf("the token %q is refused with the unexpected error %v", token, err)
		}
		if _, err := signer.parsePortalToken(t.Context(), token); err == nil {
			t.Errorf("the token %q opens the portal", token)
		}
	})
}

func FuzzReadMark(f *testing.F) {
	signer, now := fuzzedTokens(f)
	for _, seed := range []string{"", "AAAA", "====", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "a\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, ok := signer.readMark("", text, now); ok {
			t.Errorf("the forged mark %q is accepted", text)
		}
	})
}

// FuzzMatchingStep checks that only three codes are accepted.
func FuzzMatchingStep(f *testing.F) {
	const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" // RFC 6238, appendix B
	now := time.Unix(59, 0)
	for _, code := range []string{"287082", "94287082", "28708", "28 70 82", "２８７０８２", "", "-87082", "287082\n"} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		step, ok := matchingStep(secret, code, now)
		if ok && (step < 0 || step > 2) {
			t.Errorf("the code %q belongs to step %d", code, step)
		}
		if ok && len(code) < 6 {
			t.Errorf("the short code %q is accepted", code)
		}
	})
}
