package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
)

// firstKeyID is the key of tokens without kid, from before migration 00130.
const firstKeyID = "first"

type storedKey struct {
	ID        string `json:"id"`
	Secret    []byte `json:"secret,omitempty"`
	Outside   bool   `json:"outside,omitempty"` // the secret is in the settings
	Since     int64  `json:"since"`             // milliseconds; 0: unknown
	RetiredAt int64  `json:"retired,omitempty"` // 0: valid
}

func (k storedKey) isRetired() bool { return k.RetiredAt != 0 }

// keyList has the keys in the order in which they began to sign.
type keyList []storedKey

func parseKeyList(text string) (keyList, error) {
	if text == "" {
		return nil, nil
	}
	var list keyList
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("decoding the signing keys: %w", err)
	}
	return list, nil
}

func (l keyList) encode() (string, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return "", fmt.Errorf("encoding the signing keys: %w", err)
	}
	return string(text), nil
}

// current returns the index of the signing key, the last one not retired, or -1.
func (l keyList) current() int {
	for i := len(l) - 1; i >= 0; i-- {
		if !l[i].isRetired() {
			return i
		}
	}
	return -1
}

func (l keyList) find(id string) int {
	return slices.IndexFunc(l, func(key storedKey) bool { return key.ID == id })
}

func (l keyList) retire(at int, now int64) { l[at].Secret, l[at].RetiredAt = nil, now }

type outsideKey struct {
	id     string
	secret []byte
}

// outsideKeyID is equal on all servers, and reveals nothing of the secret.
func outsideKeyID(secret []byte) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("id of a signing key"))
	return "x" + hex.EncodeToString(mac.Sum(nil))[:keyIDLength-1]
}

// keyring has the secrets known to this server. It is immutable.
type keyring struct {
	storedList string
	signs      string // key of new tokens; empty: none
	secrets    map[string][]byte
	retiredIDs map[string]bool
}

// newKeyring returns a keyring that signs with the list's current key, else the first outside key, else the last of the
// database.
func newKeyring(storedList string, outside []outsideKey) (*keyring, error) {
	list, err := parseKeyList(storedList)
	if err != nil {
		return nil, err
	}
	ring := &keyring{storedList: storedList, secrets: map[string][]byte{}, retiredIDs: map[string]bool{}}
	for _, key := range list {
		switch {
		case key.isRetired():
			ring.retiredIDs[key.ID] = true
		case len(key.Secret) > 0:
			ring.secrets[key.ID], ring.signs = key.Secret, key.ID
		}
	}
	for _, key := range outside {
		if !ring.retiredIDs[key.id] {
			ring.secrets[key.id] = key.secret
		}
	}
	if at := list.current(); at >= 0 && ring.has(list[at].ID) {
		ring.signs = list[at].ID
	} else if len(outside) > 0 && ring.has(outside[0].id) {
		ring.signs = outside[0].id
	}
	return ring, nil
}

func (r *keyring) has(id string) bool { return r.secrets[id] != nil }

// errNoSigningKey is returned for sign-ins if this server lacks the key that signs.
var errNoSigningKey = errors.New("this server lacks the key that signs sessions: start it with AXIOMA_SIGNING_KEY or AXIOMA_SIGNING_KEY_COMMAND, as the others")

func (r *keyring) sign(claims jwt.Claims) (string, error) {
	secret := r.secrets[r.signs]
	if secret == nil {
		return "", errNoSigningKey
	}
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims)
	token.Header["kid"] = r.signs
	text, err := token.SignedString(secret)
	if err != nil {
		return "", fmt.Errorf("signing a token: %w", err)
	}
	return text, nil
}

// secretOf returns a key's secret, loyalty.ErrTokenExpired for a retired key, or loyalty.ErrUnauthenticated for an
// unknown one.
func (r *keyring) secretOf(id string) ([]byte, error) {
	switch {
	case r.has(id):
		return r.secrets[id], nil
	case r.retiredIDs[id]:
		return nil, loyalty.ErrTokenExpired
	}
	return nil, loyalty.ErrUnauthenticated
}

func keyIDOf(token *jwt.Token) (string, error) {
	header, found := token.Header["kid"]
	if !found {
		return firstKeyID, nil
	}
	id, isText := header.(string)
	if !isText || id == "" || len(id) > keyIDLength {
		return "", loyalty.ErrUnauthenticated
	}
	return id, nil
}
