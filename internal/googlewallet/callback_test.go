package googlewallet_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"axioma/internal/googlewallet"
	"axioma/internal/googlewallet/googletest"
)

func parseCallback(t *testing.T, body string) googlewallet.SignedCallback {
	t.Helper()
	var callback struct {
		Signature, ProtocolVersion, SignedMessage string
		IntermediateSigningKey                    struct {
			SignedKey  string
			Signatures []string
		}
	}
	if err := json.Unmarshal([]byte(body), &callback); err != nil {
		t.Fatal(err)
	}
	return googlewallet.SignedCallback{
		Signature: callback.Signature, Protocol: callback.ProtocolVersion, Message: callback.SignedMessage,
		Key: googlewallet.SignedKey{Key: callback.IntermediateSigningKey.SignedKey, Signatures: callback.IntermediateSigningKey.Signatures},
	}
}

func (d *walletShop) reportEvent(e googletest.Event) error {
	d.t.Helper()
	return d.issuer.HandleCallback(d.t.Context(), parseCallback(d.t, d.google.Callback(e)))
}

func TestCallback_NotSignedByGoogle_IsRefused(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	serial := d.savePass(d.Customer("Ana"))
	soon := d.Clock.Now().Add(time.Hour)
	event := googletest.Event{Serial: serial, Type: "del", Nonce: "n", Expires: soon}
	right := d.google.Callback(event)
	stranger, err := googletest.New(d.Clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	expiredEvent, foreignEvent, expiredKeyEvent := event, event, event
	expiredEvent.Expires = d.Clock.Now()
	foreignEvent.Recipient = "1"
	expiredKeyEvent.KeyExpires = strconv.FormatInt(d.Clock.Now().UnixMilli(), 10)
	for name, body := range map[string]string{
		"a stranger's key":   stranger.Callback(event),
		"another protocol":   strings.Replace(right, "ECv2SigningOnly", "ECv1", 1),
		"another message":    strings.Replace(right, `\"del\"`, `\"save\"`, 1),
		"another key":        strings.Replace(right, `\"keyExpiration\":\"4`, `\"keyExpiration\":\"5`, 1),
		"no signature":       `{"protocolVersion":"ECv2SigningOnly"}`,
		"an expired event":   d.google.Callback(expiredEvent),
		"another issuer":     d.google.Callback(foreignEvent),
		"an expired key":     d.google.Callback(expiredKeyEvent),
		"a broken signature": strings.Replace(right, `"signature":"`, `"signature":"?`, 1),
	} {
		if err := d.issuer.HandleCallback(t.Context(), parseCallback(t, body)); !errors.Is(err, googlewallet.ErrNotGoogle) {
			t.Errorf("a callback with %s: got %v, want ErrNotGoogle", name, err)
		}
	}
	if err := d.issuer.HandleCallback(t.Context(), parseCallback(t, right)); err != nil {
		t.Error(err)
	}
}

func TestCallback_RepeatedOrOlder_ChangesNothing(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	serial := d.savePass(d.Customer("Ana"))
	d.mustSendChanges("after the pass was saved", true)
	at := d.Clock.Now().Add(time.Hour)
	event := func(kind string, second int) googletest.Event {
		return googletest.Event{Serial: serial, Type: kind, Nonce: fmt.Sprint(kind, second), Expires: at.Add(time.Duration(second) * time.Second)}
	}
	for _, step := range []struct {
		kind   string
		second int
		kept   bool
	}{
		{"save", 0, true}, {"del", 2, false}, {"del", 2, false}, {"save", 0, false}, {"save", 1, false}, {"save", 3, true}, {"del", 2, true}, {"lost", 4, true},
	} {
		if err := d.reportEvent(event(step.kind, step.second)); err != nil {
			t.Fatal(err)
		}
		d.mustSendChanges(fmt.Sprint(step.kind, step.second), step.kept)
	}
	if err := d.reportEvent(googletest.Event{Serial: "unknown", Type: "save", Nonce: "n", Expires: at}); err != nil {
		t.Errorf("a callback for an unknown pass failed: %v", err)
	}
}

func (d *walletShop) mustSendChanges(name string, want bool) {
	d.t.Helper()
	if got := len(d.Database.Rows(d.t, "SELECT holder FROM pass_holders WHERE vendor = 'GOOGLE'")) > 0; got != want {
		d.t.Errorf("%s: a change would be sent to Google: %t, want %t", name, got, want)
	}
}

func TestCallback_Keys_AreCached(t *testing.T) {
	t.Parallel()
	d := newWalletShop(t)
	serial := d.savePass(d.Customer("Ana"))
	tells := func() error {
		return d.reportEvent(googletest.Event{Serial: serial, Type: "save", Nonce: "n", Expires: d.Clock.Now().Add(time.Hour)})
	}
	d.google.RespondWith(http.StatusServiceUnavailable)
	for range 5 {
		var refusal *googlewallet.Refusal
		if err := tells(); !errors.As(err, &refusal) {
			t.Errorf("without Google's keys: got %v, want a Refusal", err)
		}
	}
	d.google.RespondWith(0)
	if err := tells(); err == nil || d.google.KeyFetchCount() != 0 {
		t.Errorf("within a minute of a failed fetch: got %v after %d fetches, want an error and no fetch", err, d.google.KeyFetchCount())
	}
	d.Clock.Advance(time.Minute)
	for range 5 {
		if err := tells(); err != nil {
			t.Error(err)
		}
	}
	d.google.RespondWith(http.StatusServiceUnavailable)
	d.Clock.Advance(2 * time.Hour)
	if err := tells(); err != nil || d.google.KeyFetchCount() != 1 {
		t.Errorf("while Google fails: got %v after %d fetches, want no error with the cached keys after 1", err, d.google.KeyFetchCount())
	}
	d.google.RespondWith(0)
	d.Clock.Advance(-3 * time.Hour) // the clock is set back
	if err := tells(); err != nil || d.google.KeyFetchCount() != 2 {
		t.Errorf("after the clock was set back, the keys were fetched %d times: %v; want 2", d.google.KeyFetchCount(), err)
	}
}
