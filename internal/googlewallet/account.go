package googlewallet

import (
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
)

// Account is a service account of an issuer.
type Account struct {
	Issuer string // Google's id of the operator, digits
	Email  string
	tokens string
	keyID  string
	key    *rsa.PrivateKey
}

type keyFile struct {
	Type     string `json:"type"`
	Email    string `json:"client_email"`
	KeyID    string `json:"private_key_id"`
	Key      string `json:"private_key"`
	TokenURI string `json:"token_uri"`
}

var issuerForm = regexp.MustCompile(`^[0-9]{5,30}$`)

// ReadAccount reads a service account's JSON key file.
func ReadAccount(issuer, path string) (Account, error) {
	if !issuerForm.MatchString(issuer) {
		return Account{}, fmt.Errorf("%q is not an issuer id of Google Wallet: copy the number from Google's console", issuer)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return Account{}, fmt.Errorf("reading the key for Google Wallet: %w", err)
	}
	var file keyFile
	if err := json.Unmarshal(content, &file); err != nil || file.Type != "service_account" {
		return Account{}, fmt.Errorf("%s is not a service account key: download it as JSON from Google's console", path)
	}
	key, err := jwt.ParseRSAPrivateKeyFromPEM([]byte(file.Key))
	if err != nil || file.Email == "" || file.TokenURI == "" {
		return Account{}, fmt.Errorf("the key in %s is incomplete", path)
	}
	return Account{Issuer: issuer, Email: file.Email, tokens: file.TokenURI, keyID: file.KeyID, key: key}, nil
}

func (a Account) sign(claims jwt.MapClaims) (string, error) {
	claims["iss"] = a.Email
	token := jwt.NewWithClaims(jwt.SigningMethodRS256, claims)
	token.Header["kid"] = a.keyID
	text, err := token.SignedString(a.key)
	if err != nil {
		return "", fmt.Errorf("signing for Google: %w", err)
	}
	return text, nil
}

const (
	scope         = "https://www.googleapis.com/auth/wallet_object.issuer"
	assertionLife = time.Hour
)

func (a Account) assertion(now time.Time) (string, error) {
	return a.sign(jwt.MapClaims{"scope": scope, "aud": a.tokens, "iat": now.Unix(), "exp": now.Add(assertionLife).Unix()})
}

// maxLink is in characters. Browsers truncate longer links.
const maxLink = 1800

// ErrTooMany means that the passes do not fit into one link.
var ErrTooMany = errors.New("too many passes for one link")

func (a Account) maxPerLink(save, origin string, now time.Time) (int, error) {
	id := a.objectID(loyalty.FirstAt(now))
	for count := loyalty.MaxPassesPerRequest; count > 1; count-- {
		_, err := a.link(save, origin, slices.Repeat([]string{id}, count), now)
		if !errors.Is(err, ErrTooMany) {
			return count, err
		}
	}
	return 1, nil
}

// link returns a link that saves passes already sent to Google.
func (a Account) link(save, origin string, objects []string, now time.Time) (string, error) {
	type objectRef struct {
		ID string `json:"id"`
	}
	ids := make([]objectRef, len(objects))
	for i, object := range objects {
		ids[i] = objectRef{object}
	}
	text, err := a.sign(jwt.MapClaims{
		"aud": "google", "typ": "savetowallet", "iat": now.Unix(), "origins": []string{origin},
		"payload": map[string]any{"loyaltyObjects": ids},
	})
	if err != nil {
		return "", err
	}
	if len(save)+len(text) > maxLink {
		return "", ErrTooMany
	}
	return save + text, nil
}
