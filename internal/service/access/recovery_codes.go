package access

import (
	"crypto/rand"
	"fmt"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// drawRecoveryCodes draws 59 bits per code.
func drawRecoveryCodes() (codes []string, err error) {
	codes = make([]string, loyalty.RecoveryCodeCount)
	for i := range codes {
		if codes[i], err = drawGroups(3); err != nil {
			return nil, fmt.Errorf("generating a recovery code: %w", err)
		}
	}
	return codes, nil
}

const groupSize = 4

func drawGroups(count int) (string, error) {
	groups := make([]string, count)
	for i := range groups {
		text, err := loyalty.RandomString(rand.Reader, "abcdefghjkmnpqrstuvwxyz23456789", groupSize)
		if err != nil {
			return "", err
		}
		groups[i] = text
	}
	return strings.Join(groups, "-"), nil
}

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
