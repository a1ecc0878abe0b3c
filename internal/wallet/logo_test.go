package wallet_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
)

func withLogo(t *testing.T, name loyalty.LogoName, width, height int, ink color.Color) wallet.Card {
	t.Helper()
	picture, out := image.NewNRGBA(image.Rect(0, 0, width, height)), bytes.Buffer{}
	draw.Draw(picture, picture.Bounds(), image.NewUniform(ink), image.Point{}, draw.Src)
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	card := cardAt(termsOfTen(), 4)
	card.Logo, card.LogoPicture = name, out.Bytes()
	return card
}

func TestLogo_AnyProportion_FitsBesideTheName(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	for name, row := range map[loyalty.LogoName]struct{ width, height, wide int }{
		"square": {512, 512, 50}, "wide": {512, 256, 90}, "line": {512, 1, 110}, "tall": {64, 512, 50}, "small": {64, 64, 50},
	} {
		files := makePass(t, maker, withLogo(t, name, row.width, row.height, color.Black))
		for file, density := range map[string]int{"logo.png": 1, "logo@2x.png": 2, "logo@3x.png": 3} {
			size, err := png.DecodeConfig(bytes.NewReader(files[file]))
			if err != nil || size.Width != row.wide*density || size.Height != 50*density {
				t.Errorf("%s of a %s logo is %d by %d: %v; want %d and %d", file, name, size.Width, size.Height, err, row.wide*density, 50*density)
			}
		}
	}
}

func TestLogo_Plate_IsWhite(t *testing.T) {
	t.Parallel()
	maker := newMaker(t, newAuthority(t))
	red, white := color.RGBA{200, 30, 30, 255}, color.RGBA{255, 255, 255, 255}
	files := makePass(t, maker, withLogo(t, "red", 300, 300, red))
	for _, name := range []string{"logo.png", "logo@2x.png", "logo@3x.png"} {
		if !hasInk(t, files[name], red) || !hasInk(t, files[name], white) {
			t.Errorf("%s has no logo on white", name)
		}
	}
	if plain := makePass(t, maker, cardAt(termsOfTen(), 4)); hasInk(t, plain["logo.png"], red) {
		t.Error("a business without a logo has the logo of another one")
	}
	blue := color.RGBA{30, 30, 200, 255}
	if next := makePass(t, maker, withLogo(t, "blue", 300, 300, blue)); !hasInk(t, next["logo.png"], blue) {
		t.Error("the new logo is not used")
	}
	void := withLogo(t, "red", 300, 300, red)
	void.Void = true
	if files := makePass(t, maker, void); !hasInk(t, files["logo.png"], red) {
		t.Error("a card that is no longer valid has lost its logo")
	}
}
