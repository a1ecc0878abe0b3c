package loyalty_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestShortCode_Alphabet_HasNoConfusableCharacters(t *testing.T) {
	t.Parallel()
	characters := map[rune]bool{}
	for range 2000 {
		code, err := loyalty.NewShortCode(rand.Reader)
		if err != nil || len(code) != 6 {
			t.Fatalf("got the code %q, %v; want 6 characters", code, err)
		}
		if strings.ContainsAny(code, "01ilosuaeyzbgq") || code != strings.ToLower(code) {
			t.Errorf("the code %q has a vowel or an easily mistaken character", code)
		}
		for _, sign := range code {
			characters[sign] = true
		}
	}
	if len(characters) != 22 {
		t.Errorf("the codes use %d letters and digits, want 22", len(characters))
	}
}

func TestNewShortCode_Characters_AreUniform(t *testing.T) {
	t.Parallel()
	// 242 is the lowest byte that is drawn again.
	code, err := loyalty.NewShortCode(bytes.NewReader([]byte{255, 242, 0, 21, 22, 241, 1, 2}))
	if err != nil || code != "2x2x34" {
		t.Errorf("got the code %q, %v; want 2x2x34", code, err)
	}
	if _, err := loyalty.NewShortCode(bytes.NewReader([]byte{0, 1})); !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		t.Errorf("with too few random bytes: got %v, want an error of the random source", err)
	}
}

func TestParseShortCode_AnyCase_IsAccepted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"k7m3xp": "k7m3xp", "K7M3XP": "k7m3xp", " k7m3Xp\n": "k7m3xp"} {
		if code, ok := loyalty.ParseShortCode(text); !ok || code != want {
			t.Errorf("%q is read as %q, %t; want %q", text, code, ok, want)
		}
	}
	for _, text := range []string{"", "k7m3x", "k7m3xpp", "k0m3xp", "k7m3xé", "k7m-3x", "ſ7m3xp"} {
		if code, ok := loyalty.ParseShortCode(text); ok {
			t.Errorf("%q is read as %q, want a refusal", text, code)
		}
	}
}
