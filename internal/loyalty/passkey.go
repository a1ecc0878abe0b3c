package loyalty

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Passkey is a WebAuthn credential.
type Passkey struct {
	ID           string
	UserID       string
	CredentialID []byte
	PublicKey    []byte
	RPID         string // only host where it works
	Name         string
	SignCount    uint32 // of the last assertion; 0: not counted
	Transports   []string
	CreatedAt    time.Time
	UsedAt       time.Time
	Version      int64 // of the name

	// BackupEligible never changes. Devices may synchronize such a passkey.
	BackupEligible bool
}

// Rename returns the renamed passkey, ErrPasskeyChanged or a validation error. version is as read by the caller; zero:
// any.
func (p Passkey) Rename(input string, version int64) (Passkey, error) {
	if version != 0 && version != p.Version {
		return p, ErrPasskeyChanged
	}
	name, err := PasskeyName(input)
	if err != nil || name == p.Name {
		return p, err
	}
	p.Name = name
	p.Version++
	return p, nil
}

// MaxPasskeys is the limit per account.
const MaxPasskeys = 10

// MaxPasskeyName is in characters.
const MaxPasskeyName = 60

// PasskeyChallengeLifetime is how long a browser may take to sign.
const PasskeyChallengeLifetime = 5 * time.Minute

// PasskeyName returns the stored name, or the refusal.
func PasskeyName(input string) (string, error) {
	name := strings.Join(strings.Fields(input), " ")
	switch {
	case name == "":
		return "", InvalidField("name", "Ponle un nombre, como «Mi móvil».")
	case utf8.RuneCountInString(name) > MaxPasskeyName:
		return "", InvalidField("name", "Usa como mucho 60 caracteres.")
	}
	return name, nil
}
