package access

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
)

// The clock is synctest's.
func TestSigningKeys_FloodOfInventedKeys_CausesFewReads(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		keys, reads := fixedKeys("a secret"), 0
		keys.spacing = keysReadSpacing
		keys.fetch = func(context.Context) (string, error) {
			reads++
			return "[]", nil
		}
		began := time.Now()
		var flood sync.WaitGroup
		for i := range 1000 {
			flood.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				if ring, err := keys.ringWith(t.Context(), "invented"); err != nil || ring.has("invented") {
					t.Errorf("an invented key: %v", err)
				}
			})
		}
		flood.Wait()
		if took := time.Since(began); reads > 15 || took > 2*time.Second {
			t.Errorf("%d reads in %s, want at most 15 in 2 seconds", reads, took)
		}
	})
}

// A token must not be refused because the database fails.
func TestSigningKeys_FailedRead_IsNoRefusal(t *testing.T) {
	t.Parallel()
	unavailable := errors.New("the database is unreachable")
	keys := fixedKeys("a secret")
	keys.fetch = func(context.Context) (string, error) { return "", unavailable }
	reader, err := newTokens(keys, []byte("hashes"), time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	other := fixedKeys("another secret")
	other.ring.Store(&keyring{signs: "new", secrets: map[string][]byte{"new": []byte("another secret")}})
	writer, err := newTokens(other, []byte("hashes"), time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	token, err := writer.signClaims(writer.portalClaims(PortalUser{CustomerID: "lucia", BusinessID: "norte"}, "+34600000000"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.parsePortalToken(t.Context(), token); !errors.Is(err, unavailable) || errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("the token returns %v, want only the error of the database", err)
	}
	keys.fetch = func(context.Context) (string, error) {
		return `[{"id":"new","secret":"YW5vdGhlciBzZWNyZXQ=","since":1}]`, nil
	}
	if _, err := reader.parsePortalToken(t.Context(), token); err != nil {
		t.Errorf("with the new key the token is refused: %v", err)
	}
}

// Callers who share a failed read get its error too. The clock is synctest's.
func TestSigningKeys_SharedFailedRead_IsNoRefusal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		unavailable := errors.New("the database is unreachable")
		keys := fixedKeys("a secret")
		keys.fetch = func(context.Context) (string, error) {
			time.Sleep(20 * time.Millisecond)
			return "", unavailable
		}
		var callers sync.WaitGroup
		for range 5 {
			callers.Go(func() {
				if _, err := keys.ringWith(t.Context(), "new"); !errors.Is(err, unavailable) {
					t.Errorf("reading the keyring returns %v, want the error of the database", err)
				}
			})
			time.Sleep(time.Millisecond)
		}
		callers.Wait()
	})
}

// The stored list decides which key signs, unless it lacks the key of the settings.
func TestKeyring_ReplacedOutsideKey_CurrentKeySigns(t *testing.T) {
	t.Parallel()
	secret := []byte("a key of the settings, 32 bytes.")
	id := outsideKeyID(secret)
	for name, c := range map[string]struct{ storedKeys, want string }{
		"the last key is that of the settings":        {`[{"id":"first","secret":"YQ=="},{"id":"` + id + `","outside":true}]`, id},
		"a database key follows that of the settings": {`[{"id":"` + id + `","outside":true},{"id":"new","secret":"YQ=="}]`, "new"},
		"the key of the settings is retired":          {`[{"id":"` + id + `","outside":true,"retired":1},{"id":"new","secret":"YQ=="}]`, "new"},
		"the list lacks the key of the settings":      {`[{"id":"first","secret":"YQ=="},{"id":"xother","outside":true}]`, id},
		"all other keys are retired":                  {`[{"id":"first","retired":1},{"id":"` + id + `","outside":true}]`, id},
		"the list has no keys":                        {``, id},
	} {
		ring, err := newKeyring(c.storedKeys, []outsideKey{{id, secret}})
		if err != nil || ring.signs != c.want || !ring.has(ring.signs) {
			t.Errorf("%s: %q signs, want %q, %v", name, ring.signs, c.want, err)
		}
	}
}
