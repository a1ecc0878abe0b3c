package store

import (
	"encoding/json"
	"fmt"

	"axioma/internal/loyalty"
)

const tokenSetting = "whatsapp.token"

// Token returns the token's state, without the token.
func (q Notices) Token() (loyalty.ProviderToken, error) {
	text, _, err := Settings(q).Get(tokenSetting)
	if err != nil {
		return loyalty.ProviderToken{}, err
	}
	return readToken(text)
}

// LockToken returns the token's state, and locks it.
func (q Notices) LockToken() (loyalty.ProviderToken, error) {
	text, err := Settings(q).Lock(tokenSetting)
	if err != nil {
		return loyalty.ProviderToken{}, err
	}
	return readToken(text)
}

// NoteToken stores the token's state.
func (q Notices) NoteToken(token loyalty.ProviderToken) error {
	text, err := json.Marshal(token)
	if err != nil {
		return fmt.Errorf("writing the state of a token: %w", err)
	}
	return Settings(q).Set(tokenSetting, string(text))
}

func readToken(text string) (token loyalty.ProviderToken, err error) {
	if text == "" {
		return token, nil
	}
	if err = json.Unmarshal([]byte(text), &token); err != nil {
		err = fmt.Errorf("reading the state of a token: %w", err)
	}
	return token, err
}
