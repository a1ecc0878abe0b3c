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

// The clock is fake.
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
					t.Errorf("%v", err)
				}
			})
		}
		flood.Wait()
		if took := time.Since(began); reads > 15 || took > 2*time.Second {
			t.Errorf("%d reads in %s", reads, took)
		}
	})
}

// A token must not be refused because the database could not be asked.
func TestSigningKeys_FailedRead_IsNoRefusal(t *testing.T) {
	t.Parallel()
	away := errors.New("the database is away")
	keys := fixedKeys("a secret")
	keys.fetch = func(context.Context) (string, error) { return "", away }
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
	if _, err := reader.parsePortalToken(t.Context(), token); !errors.Is(err, away) || errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("the token is answered %v", err)
	}
	keys.fetch = func(context.Context) (string, error) {
		return `[{"id":"new","secret":"YW5vdGhlciBzZWNyZXQ=","since":1}]`, nil
	}
	if _, err := reader.parsePortalToken(t.Context(), token); err != nil {
		t.Errorf("with the new key: %v", err)
	}
}
