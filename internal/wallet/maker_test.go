package wallet_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

func TestMaker_Signature_IsVerifiedByOpenSSL(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	files := makePass(t, newMaker(t, authority), cardAt(termsOfTen(), 4))
	if report, err := verifySignature(t, authority, files["signature"], files["manifest.json"]); err != nil {
		t.Errorf("openssl rejects the signature: %v: %s", err, report)
	}
	if report, err := verifySignature(t, authority, files["signature"], append(files["manifest.json"], ' ')); err == nil {
		t.Errorf("openssl accepts the signature of a manifest that was changed: %s", report)
	}
}

func verifySignature(t *testing.T, authority *wallettest.Authority, signature, manifest []byte) (string, error) {
	t.Helper()
	folder := t.TempDir()
	root := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authority.Root.Raw})
	for name, content := range map[string][]byte{"root.pem": root, "signature": signature, "manifest.json": manifest} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.CommandContext(t.Context(), "openssl", "smime", "-verify", "-binary", "-inform", "DER", "-purpose", "any",
		"-attime", fmt.Sprint(noon.Unix()), "-in", "signature", "-content", "manifest.json", "-CAfile", "root.pem", "-out", os.DevNull)
	command.Dir = folder
	report, err := command.CombinedOutput()
	return string(report), err
}

// Phones fetch a pass after each stamp, so making it must be fast.
func TestMaker_Pictures_AreNotCompressedTwice(t *testing.T) {
	t.Parallel()
	pass, err := newMaker(t, newAuthority(t)).Make(cardAt(termsOfTen(), 4))
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(pass), int64(len(pass)))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archive.File {
		if packed := file.Method != zip.Store; packed != strings.HasSuffix(file.Name, ".json") {
			t.Errorf("%s is compressed: %t; want only JSON compressed", file.Name, packed)
		}
	}
}

func TestMaker_Manifest_HasTheDigestOfEachFile(t *testing.T) {
	t.Parallel()
	files := makePass(t, newMaker(t, newAuthority(t)), cardAt(termsOfTen(), 4))
	var manifest map[string]string
	if err := json.Unmarshal(files["manifest.json"], &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest) != len(files)-2 {
		t.Errorf("the manifest names %d files, but the pass has %d besides it and the signature", len(manifest), len(files)-2)
	}
	for name, digest := range manifest {
		if sum := sha1.Sum(files[name]); hex.EncodeToString(sum[:]) != digest {
			t.Errorf("the manifest has the wrong digest of %s", name)
		}
	}
}

// Phones show at most 160 by 50 points of a logo.
func TestMaker_Pictures_HaveApplesSizes(t *testing.T) {
	t.Parallel()
	files := makePass(t, newMaker(t, newAuthority(t)), cardAt(termsOfTen(), 4))
	for name, size := range map[string][2]int{
		"icon.png": {29, 29}, "icon@2x.png": {58, 58}, "icon@3x.png": {87, 87},
		"logo.png": {50, 50}, "logo@2x.png": {100, 100}, "logo@3x.png": {150, 150},
		"strip.png": {375, 144}, "strip@2x.png": {750, 288}, "strip@3x.png": {1125, 432},
	} {
		picture, err := png.DecodeConfig(bytes.NewReader(files[name]))
		if err != nil || picture.Width != size[0] || picture.Height != size[1] {
			t.Errorf("%s is %d by %d, %v, want %v", name, picture.Width, picture.Height, err, size)
		}
	}
}

func TestMaker_Pass_StaysSmall(t *testing.T) {
	t.Parallel()
	pass, err := newMaker(t, newAuthority(t)).Make(cardAt(termsOfTen(), 7))
	if err != nil {
		t.Fatal(err)
	}
	if limit := 120_000; len(pass) > limit {
		t.Errorf("a pass has %d bytes, more than %d", len(pass), limit)
	}
}

func TestStrip_EachCardState_LooksDifferent(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	strip := func(card wallet.Card) string { return string(makePass(t, maker, card)["strip@2x.png"]) }
	namesByPicture := map[string]string{}
	for name, card := range map[string]wallet.Card{
		"no stamps": cardAt(termsOfTen(), 0), "one": cardAt(termsOfTen(), 1), "half": cardAt(termsOfTen(), 5), "half, owed": cardAt(termsOfTen(), 5, "HALF"),
		"all": cardAt(termsOfTen(), 10), "all, owed": cardAt(termsOfTen(), 10, "FREE"), "VIP": cardAt(termsOfVIP(), 0), "many places": cardAt(tenth(50), 13),
	} {
		picture := strip(card)
		if other, same := namesByPicture[picture]; same {
			t.Errorf("a card with %s looks like a card with %s", name, other)
		}
		namesByPicture[picture] = name
	}
	if strip(cardAt(termsOfTen(), 11)) != strip(cardAt(termsOfTen(), 1)) || strip(cardAt(termsOfTen(), 20)) != strip(cardAt(termsOfTen(), 10)) {
		t.Error("the strip shows stamps of an earlier round")
	}
}

// The caches must not mix colours.
func TestPass_Colour_IsThatOfTheSign(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	for _, colour := range loyalty.Colours() {
		card := cardAt(termsOfTen(), 4)
		card.Colour = colour
		files, inks := makePass(t, maker, card), wallet.InksOf(colour)
		p := read(t, files)
		colours := []string{p.ForegroundColor, p.LabelColor, p.BackgroundColor}
		enamel := fmt.Sprintf("rgb(%d, %d, %d)", inks.Enamel.R, inks.Enamel.G, inks.Enamel.B)
		if want := []string{"rgb(250, 246, 238)", "rgb(223, 175, 80)", enamel}; !slices.Equal(colours, want) {
			t.Errorf("the colours of %s are %q, want %q", colour, colours, want)
		}
		for name, ink := range map[string]color.RGBA{"strip@2x.png": inks.Stamp, "strip.png": inks.Stamp, "icon@2x.png": inks.Enamel, "logo@2x.png": inks.Enamel} {
			if !hasInk(t, files[name], ink) {
				t.Errorf("%s lacks the ink of %s", name, colour)
			}
		}
	}
}

func hasInk(t *testing.T, picture []byte, ink color.RGBA) bool {
	t.Helper()
	decodedPicture, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	for y := range decodedPicture.Bounds().Dy() {
		for x := range decodedPicture.Bounds().Dx() {
			if color.RGBAModel.Convert(decodedPicture.At(x, y)) == ink {
				return true
			}
		}
	}
	return false
}

func TestMaker_ConcurrentCalls_MakePasses(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	var all sync.WaitGroup
	for stamps := range int64(6) {
		all.Go(func() {
			pass, err := maker.Make(cardAt(termsOfTen(), stamps%3))
			if err != nil || !strings.HasPrefix(string(pass), "PK") {
				t.Errorf("with %d stamps no pass was made: %v", stamps%3, err)
			}
		})
	}
	all.Wait()
}
