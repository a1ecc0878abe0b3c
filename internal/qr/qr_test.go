package qr

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

// Spec: calls-6
func TestCustomer_Modules_AreWholePixels(t *testing.T) {
	t.Parallel()
	for _, businessID := range []string{"demobarberia", strings.Repeat("z", 26)} {
		content, err := Customer(strings.Repeat("a", 26), businessID, strings.Repeat("s", 86))
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(content))
		if err != nil {
			t.Fatalf("the picture is not a PNG: %v", err)
		}
		side := picture.Bounds().Dx()
		if side != picture.Bounds().Dy() || side%moduleSize != 0 || side < 700 || side > 1000 {
			t.Errorf("the picture has the size %v, want a square of 700 to 1000 pixels with whole modules", picture.Bounds())
		}
		for y := 0; y < side; y += moduleSize {
			for x := 0; x < side; x += moduleSize {
				checkModule(t, picture, x, y)
			}
		}
	}
}

func checkModule(t *testing.T, picture image.Image, x, y int) {
	t.Helper()
	const last = moduleSize - 1
	first := gray(picture, x, y)
	for _, corner := range []uint8{gray(picture, x+last, y), gray(picture, x, y+last), gray(picture, x+last, y+last)} {
		if corner != first {
			t.Fatalf("the module at %d, %d has more than one colour", x, y)
		}
	}
	side := picture.Bounds().Dx()
	const quiet = 4 // modules (ISO 18004)
	outside := min(x, y, side-moduleSize-x, side-moduleSize-y) < quiet*moduleSize
	if outside && first != 255 {
		t.Fatalf("the border is not white at %d, %d", x, y)
	}
}

func gray(picture image.Image, x, y int) uint8 {
	read, _ := color.GrayModel.Convert(picture.At(x, y)).(color.Gray)
	return read.Y
}
