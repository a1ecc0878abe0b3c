package poster

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
)

func logoOf(t *testing.T, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPoster_Logo_IsInPDFAndSVG(t *testing.T) {
	t.Parallel()
	p := Poster{Name: "Barbería Ñu", Address: address, Target: 10}
	for _, size := range []Size{A4, A6} {
		if strings.Contains(writePDF(t, p, size), "/Subtype /Image") {
			t.Error("a poster without a logo has a picture")
		}
	}
	p.Logo = logoOf(t, 80, 80)
	for _, size := range []Size{A4, A6} {
		if pdf := writePDF(t, p, size); !strings.Contains(pdf, "/Subtype /Image") || !strings.Contains(pdf, "/Width 80") {
			t.Errorf("%s has no logo", size)
		}
	}
	shown := false
	for _, drawing := range shapesOf(t, p) {
		shown = shown || drawing.name == "image" && drawing.attrs["href"] == "data:image/png;base64,"+base64.StdEncoding.EncodeToString(p.Logo)
	}
	if !shown {
		t.Error("the picture has no logo")
	}
}

// The sign reaches from 15 to 71 mm from the top.
func TestPoster_AnyLogo_KeepsItsProportions(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{512, 512}, {512, 100}, {512, 1}, {100, 512}, {1, 512}, {64, 64}} {
		for _, drawing := range shapesOf(t, Poster{Name: "Sur", Address: address, Target: 10, Logo: logoOf(t, size.X, size.Y)}) {
			if drawing.name != "image" {
				continue
			}
			x, y := drawing.tenths(t, "x"), drawing.tenths(t, "y")
			width, height := drawing.tenths(t, "width"), drawing.tenths(t, "height")
			if x < 210 || x+width > 850 || y < 200 || y+height > 660 {
				t.Errorf("on %v the logo is at %d, %d and measures %d x %d tenths of a millimetre", size, x, y, width, height)
			}
			if is, want := float64(width)*float64(size.Y), float64(height)*float64(size.X); math.Abs(is-want) > float64(max(size.X, size.Y)) {
				t.Errorf("on %v the logo is distorted: %d x %d tenths of a millimetre", size, width, height)
			}
		}
	}
}

func TestPoster_UnreadableLogo_ReturnsError(t *testing.T) {
	t.Parallel()
	p := Poster{Name: "Sur", Address: address, Target: 10, Logo: []byte("<svg/>")}
	if err := p.WritePDF(A4, io.Discard); err == nil {
		t.Error("a poster with an unreadable logo was drawn")
	}
}
