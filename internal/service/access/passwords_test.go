package access

import (
	"testing"

	"github.com/alexedwards/argon2id"
)

func TestPasswords_DecoyHash_CostsAsMuchAsARealOne(t *testing.T) {
	t.Parallel()
	p, err := newPasswords()
	if err != nil {
		t.Fatal(err)
	}
	made, err := p.hash(t.Context(), "ana", "Clave-1234")
	if err != nil {
		t.Fatal(err)
	}
	want, _, _, err := argon2id.DecodeHash(made)
	if err != nil {
		t.Fatal(err)
	}
	if got, _, _, err := argon2id.DecodeHash(p.decoy); err != nil || *got != *want {
		t.Errorf("the decoy costs %+v (%v), a real hash %+v", got, err, want)
	}
	if matches, err := p.matches(t.Context(), "nobody", "", ""); matches || err != nil {
		t.Errorf("an account that does not exist matches: %t, %v", matches, err)
	}
}
