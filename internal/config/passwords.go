package config

import "fmt"

// Passwords configures new passwords.
type Passwords struct {
	MinPassword PasswordLength `help:"Minimum length of new passwords, 8 to 64. 0: 8, and 6 for a password set for another person. OWASP recommends 12." default:"0" env:"AXIOMA_MIN_PASSWORD" placeholder:"NUMBER"`
}

// PasswordLength is a number of characters; 0: not set.
type PasswordLength int

const (
	shortestMinimum = 8
	longestMinimum  = 64
)

// Validate refuses weak or impractical minima.
func (l PasswordLength) Validate() error {
	if l != 0 && (l < shortestMinimum || l > longestMinimum) {
		return fmt.Errorf("--min-password is %d; use %d to %d, or 0 for the default", l, shortestMinimum, longestMinimum)
	}
	return nil
}
