package wallet_test

import (
	"archive/zip"
	"bytes"
	"maps"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

func zipFiles(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, content := range files {
		file, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestStandIn_TamperedPass_IsRefused(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	right := makePass(t, newMaker(t, authority), cardAt(termsOfTen(), 4))
	other := makePass(t, newMaker(t, newAuthority(t)), cardAt(termsOfTen(), 5))
	for name, change := range map[string]func(files map[string][]byte){
		"another picture":                func(files map[string][]byte) { files["strip.png"] = other["strip.png"] },
		"a file that the manifest lacks": func(files map[string][]byte) { files["__MACOSX/icon.png"] = right["icon.png"] },
		"a picture that is missing":      func(files map[string][]byte) { delete(files, "logo.png") },
		"no signature":                   func(files map[string][]byte) { delete(files, "signature") },
		"another's signature":            func(files map[string][]byte) { files["signature"] = other["signature"] },
		"another manifest": func(files map[string][]byte) {
			files["manifest.json"] = append(bytes.Clone(right["manifest.json"]), ' ')
		},
	} {
		files := maps.Clone(right)
		change(files)
		if _, err := wallettest.Read(zipFiles(t, files)); err == nil {
			t.Errorf("a pass with %s is accepted", name)
		}
	}
	if _, err := wallettest.Read(zipFiles(t, right)); err != nil {
		t.Errorf("an unchanged pass is refused: %v", err)
	}
}

func TestMaker_AnyCard_IsAcceptedByPhones(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	full := cardAt(termsOfTen(), 10, loyalty.RewardFree, loyalty.RewardHalf, loyalty.RewardWelcome)
	full.Progress.FamilyName = "Los Gómez " + strings.Repeat("x", 100)
	full.Premises = loyalty.Premises{Address: "Calle Mayor 1", Phone: "+34600111222", BookingURL: "https://cita.example.com"}
	nameless, foreign, void, noPortal := cardAt(termsOfVIP(), 0), cardAt(termsOfTen(), 3), cardAt(termsOfTen(), 3), cardAt(termsOfTen(), 3)
	nameless.FirstName = ""
	foreign.FirstName, foreign.Business = "理髪\u202e", `Barbería "Ñ" </b>`+"\n💈"
	void.Void = true
	noPortal.Portal = ""
	for name, card := range map[string]wallet.Card{"full": full, "nameless": nameless, "foreign": foreign, "void": void, "bare": noPortal} {
		pass, err := maker.Make(card)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := wallettest.Read(pass); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
