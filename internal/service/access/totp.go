package access

import (
	"fmt"
	"io"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
)

// Every authenticator app accepts these (RFC 6238).
const (
	totpPeriod = 30
	totpDigits = otp.DigitsSix
	totpIssuer = "Axioma"
)

// allowedDrift is the tolerated error of a phone's clock, in steps.
const allowedDrift = 1

func newTOTPKey(random io.Reader, account string) (*otp.Key, error) {
	key, err := totp.Generate(totp.GenerateOpts{
		Issuer: totpIssuer, AccountName: account, Period: totpPeriod, SecretSize: 20, Digits: totpDigits, Algorithm: otp.AlgorithmSHA1, Rand: random,
	})
	if err != nil {
		return nil, fmt.Errorf("making the key of an authenticator app: %w", err)
	}
	return key, nil
}

func matchingStep(secret, code string, now time.Time) (int64, bool) {
	current := now.Unix() / totpPeriod
	for step := current - allowedDrift; step <= current+allowedDrift; step++ {
		matches, err := hotp.ValidateCustom(code, uint64(step), secret, hotp.ValidateOpts{Digits: totpDigits, Algorithm: otp.AlgorithmSHA1})
		if err == nil && matches {
			return step, true
		}
	}
	return 0, false
}
