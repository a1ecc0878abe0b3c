package access

import (
	"crypto/rand"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// recoveryLetters are easy to tell apart.
const recoveryLetters = "abcdefghjkmnpqrstuvwxyz23456789"

// drawRecoveryCodes returns random codes of 59 bits each.
func drawRecoveryCodes() ([]string, error) {
	codes := make([]string, loyalty.RecoveryCodeCount)
	for i := range codes {
		drawn, err := loyalty.RandomString(rand.Reader, recoveryLetters, 12)
		if err != nil {
			return nil, fmt.Errorf("drawing a recovery code: %w", err)
		}
		codes[i] = drawn[:4] + "-" + drawn[4:8] + "-" + drawn[8:]
	}
	return codes, nil
}

// giveRecoveryCodes replaces a user's recovery codes and returns the new ones.
func (s *Sessions) giveRecoveryCodes(tx *store.PlatformTx, userID string) ([]string, error) {
	codes, err := drawRecoveryCodes()
	if err != nil {
		return nil, err
	}
	hashes := make([]string, len(codes))
	for i, code := range codes {
		hashes[i] = s.tokens.recoveryCodeHash(userID, loyalty.CanonicalCode(code))
	}
	return codes, tx.SecondFactors().ReplaceCodes(userID, hashes)
}

func (t tokens) recoveryCodeHash(userID, code string) string {
	return t.hmacHex("recovery-code", userID+" "+code)
}
