package loyalty

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Passkey is a WebAuthn credential of an account.
type Passkey struct {
	ID           string
	UserID       string
	CredentialID []byte // chosen by the authenticator
	PublicKey    []byte // COSE
	RPID         string // the host for which it was created: it works at no other
	Name         string
	SignCount    uint32 // of the last assertion; 0: the authenticator does not count
	Transports   []string
	CreatedAt    time.Time
	UsedAt       time.Time // zero: not yet
	Version      int64     // of the name

	// BackupEligible reports whether it may be synchronized between devices. It never changes.
	BackupEligible bool
}

// Rename returns the passkey with another name. Version is the one that the caller has read; zero is any. Errors:
// ErrPasskeyChanged, a validation of the name.
func (p Passkey) Rename(typed string, version int64) (Passkey, error) {
	if version != 0 && version != p.Version {
		return p, ErrPasskeyChanged
	}
	name, err := PasskeyName(typed)
	if err != nil || name == p.Name {
		return p, err
	}
	p.Name = name
	p.Version++
	return p, nil
}

// MaxPasskeys is how many passkeys an account may have.
const MaxPasskeys = 10

// MaxPasskeyName is the length of a passkey's name.
const MaxPasskeyName = 60

// PasskeyChallengeLifetime is how long a browser has to sign a challenge.
const PasskeyChallengeLifetime = 5 * time.Minute

// PasskeyName returns the name of a passkey in its stored form, or the refusal.
func PasskeyName(typed string) (string, error) {
	name := strings.Join(strings.Fields(typed), " ")
	switch {
	case name == "":
		return "", InvalidField("name", "Ponle un nombre, como «Mi móvil».")
	case utf8.RuneCountInString(name) > MaxPasskeyName:
		return "", InvalidField("name", "Usa como mucho 60 caracteres.")
	}
	return name, nil
}
