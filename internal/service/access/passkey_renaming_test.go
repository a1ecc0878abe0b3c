package access_test

import (
	"errors"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestPasskey_Renamed_HasNewNameAndVersionAndAddsEvent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner, passkeys := shop.Staff[loyalty.Owner], shop.Cases.Passkeys
	phone, newPasskey := withPasskey(t, shop, owner)
	_, others := withPasskey(t, shop, shop.Staff[loyalty.Admin])
	actor, other := shop.Actor(t, newPasskey.Session.Token), shop.Actor(t, others.Session.Token)
	key := firstPasskey(t, shop, actor)
	rename := func(name string, version int64) error {
		_, err := passkeys.Rename(t.Context(), actor, key.ID, name, version)
		return err
	}

	longest := strings.Repeat("ñ", loyalty.MaxPasskeyName)
	if renamedPasskey, err := passkeys.Rename(t.Context(), actor, key.ID, "  "+longest+" ", key.Version); err != nil || renamedPasskey.Name != longest {
		t.Fatalf("renamed to %q, %v; want %q", renamedPasskey.Name, err, longest)
	}
	now := firstPasskey(t, shop, actor)
	if now.Name != longest || now.Version != key.Version+1 {
		t.Errorf("the stored passkey has the name %q and the version %d, want one after version %d", now.Name, now.Version, key.Version)
	}
	for _, err := range []error{rename(longest, now.Version), rename(longest, 0)} {
		if err != nil {
			t.Errorf("the same name again: %v", err)
		}
	}
	for _, name := range []string{"", " \t", longest + "x"} {
		var refusal *loyalty.Error
		if err := rename(name, 0); !errors.As(err, &refusal) || refusal.Code != loyalty.ErrValidation.Code {
			t.Errorf("the name %q returns %v, want ErrValidation", name, err)
		}
	}
	if err := rename("Otra", key.Version); !errors.Is(err, loyalty.ErrPasskeyChanged) {
		t.Errorf("with a stale version: %v, want ErrPasskeyChanged", err)
	}
	if _, err := passkeys.Rename(t.Context(), other, key.ID, "Mía", 0); !errors.Is(err, loyalty.ErrPasskeyNotFound) {
		t.Errorf("by another user: %v, want ErrPasskeyNotFound", err)
	}
	if still := firstPasskey(t, shop, actor); still.Name != now.Name || still.Version != now.Version {
		t.Errorf("after refusals the passkey is %q of version %d; want %q and %d", still.Name, still.Version, now.Name, now.Version)
	}
	if got := strings.Count(trail(t, shop.Town, owner), string(loyalty.ActionPasskeyRenamed)); got != 1 {
		t.Errorf("there are %d events for one renaming, want 1", got)
	}
	_, half := signIn(t, shop.Town, owner)
	if _, err := passkeys.Pass(t.Context(), half, phone.Sign(challengeOf(t, shop.Cases, half))); err != nil {
		t.Errorf("the renamed passkey does not sign in: %v", err)
	}
}
