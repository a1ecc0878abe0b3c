package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// SigningKeys are outside the database; empty: the database's are used.
type SigningKeys struct {
	Keys    string `name:"signing-key" secret:"" help:"Key outside the database that signs sessions: 32 random bytes or more in base64. Append former keys, whose sessions stay valid, after a space or a line break. All instances need the same value. Empty: the key is in the database." env:"AXIOMA_SIGNING_KEY" placeholder:"KEY"`
	Command string `name:"signing-key-command" help:"Command that prints the value of --signing-key, for example from a key management service. It runs once at each start, without a shell and without the AXIOMA_ variables." env:"AXIOMA_SIGNING_KEY_COMMAND" placeholder:"COMMAND"`
}

func (s SigningKeys) check() error {
	if s.Keys != "" && s.Command != "" {
		return errors.New("--signing-key and --signing-key-command exclude each other")
	}
	if s.Keys == "" {
		return nil
	}
	if _, err := ParseSigningKeys(s.Keys); err != nil {
		return fmt.Errorf("--signing-key: %w", err)
	}
	return nil
}

const (
	minSigningKey  = 32 // bytes: as HS256's hash (RFC 7518, section 3.2)
	maxSigningKeys = 10
)

// ParseSigningKeys reads base64 keys between white space. Errors contain no keys.
func ParseSigningKeys(text string) ([][]byte, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, errors.New("there is no key")
	}
	if len(words) > maxSigningKeys {
		return nil, fmt.Errorf("there are %d keys; keep %d at most", len(words), maxSigningKeys)
	}
	keys := make([][]byte, len(words))
	for i, word := range words {
		key, err := base64.StdEncoding.DecodeString(word)
		switch {
		case err != nil:
			return nil, fmt.Errorf("key %d is not base64; draw one with: openssl rand -base64 32", i+1)
		case len(key) < minSigningKey:
			return nil, fmt.Errorf("key %d has %d bytes; use %d or more: openssl rand -base64 32", i+1, len(key), minSigningKey)
		case slices.Contains(words[:i], word):
			return nil, fmt.Errorf("key %d is repeated", i+1)
		}
		keys[i] = key
	}
	return keys, nil
}
