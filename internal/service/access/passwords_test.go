package access

import (
	"strings"
	"testing"

	"github.com/alexedwards/argon2id"

	"axioma/internal/loyalty"
)

func TestPasswords_DecoyHash_CostsAsMuchAsARealOne(t *testing.T) {
	t.Parallel()
	p, err := newPasswords(0)
	if err != nil {
		t.Fatal(err)
	}
	realHash, err := p.hash(t.Context(), "ana", "Clave-1234")
	if err != nil {
		t.Fatal(err)
	}
	want, _, _, err := argon2id.DecodeHash(realHash)
	if err != nil {
		t.Fatal(err)
	}
	if got, _, _, err := argon2id.DecodeHash(p.decoy); err != nil || *got != *want {
		t.Errorf("the decoy costs %+v (%v), want %+v as a real hash", got, err, want)
	}
	if matches, err := p.matches(t.Context(), "unknown", "", ""); matches || err != nil {
		t.Errorf("an unknown account matches = %t, %v; want false", matches, err)
	}
}

// Passwords are not truncated or changed, and each hash has its own salt.
func TestPasswords_LongAndUnicode_AreComparedWhole(t *testing.T) {
	t.Parallel()
	p, err := newPasswords(0)
	if err != nil {
		t.Fatal(err)
	}
	password := strings.Repeat("ñ🪒 ", loyalty.MaxPassword/3) + "ab"
	if err := p.check("password", password, loyalty.MinOwnPassword); err != nil {
		t.Errorf("%d characters are refused: %v", loyalty.MaxPassword, err)
	}
	hash, err := p.hash(t.Context(), "ana", password)
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.hash(t.Context(), "ana", password)
	if err != nil || again == hash || !strings.HasPrefix(hash, "$argon2id$v=19$m=9216,t=4,p=1$") {
		t.Errorf("the password is hashed as %q and %q, %v; want two Argon2id hashes", hash, again, err)
	}
	for typedPassword, want := range map[string]bool{
		password: true, password[:len(password)-1]: false, password + " ": false, strings.ToUpper(password): false,
	} {
		if match, err := p.matches(t.Context(), "ana", typedPassword, hash); err != nil || match != want {
			t.Errorf("a typed password of %d bytes matches one of %d bytes = %t, %v; want %t", len(typedPassword), len(password), match, err, want)
		}
	}
}
