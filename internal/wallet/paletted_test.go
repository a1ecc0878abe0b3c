package wallet

import (
	"image"
	"image/color"
	"testing"

	"axioma/internal/loyalty"
)

func TestToPalette_ManyColours_StayClose(t *testing.T) {
	t.Parallel()
	letters, err := newLettering()
	if err != nil {
		t.Fatal(err)
	}
	for _, colour := range loyalty.Colours() {
		canvas, err := letters.places(face{colour: colour, position: 7, target: 10, half: 5, owed: "HALF"}, 2)
		if err != nil {
			t.Fatal(err)
		}
		fewer := toPalette(canvas.RGBA)
		if len(fewer.Palette) != 256 {
			t.Errorf("the palette of %s has %d colours, want 256", colour, len(fewer.Palette))
		}
		for at := 0; at < len(canvas.Pix); at += 4 {
			pixel := color.RGBA{canvas.Pix[at], canvas.Pix[at+1], canvas.Pix[at+2], canvas.Pix[at+3]}
			got := fewer.Palette[fewer.Pix[at/4]].(color.RGBA)
			if off := max(absDifference(got.R, pixel.R), absDifference(got.G, pixel.G), absDifference(got.B, pixel.B)); off > 12 || got.A != pixel.A {
				t.Errorf("%s: the colour %v became %v", colour, pixel, got)
			}
		}
	}
}

func TestToPalette_FewColours_StayExact(t *testing.T) {
	t.Parallel()
	picture := image.NewRGBA(image.Rect(0, 0, 3, 1))
	for x, ink := range []color.RGBA{{9, 9, 9, 255}, {9, 9, 9, 255}, {200, 0, 0, 255}} {
		picture.SetRGBA(x, 0, ink)
		if got := color.RGBAModel.Convert(toPalette(picture).At(x, 0)); got != ink {
			t.Errorf("the colour %v became %v", ink, got)
		}
	}
}

func absDifference(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
