package poster

import (
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

type shape struct {
	name  string
	attrs map[string]string
}

func shapesOf(t *testing.T, p Poster) []shape {
	t.Helper()
	var out strings.Builder
	if err := p.WriteSVG(&out); err != nil {
		t.Fatal(err)
	}
	var shapes []shape
	decoder := xml.NewDecoder(strings.NewReader(out.String()))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return shapes
		}
		if err != nil {
			t.Fatalf("the picture is not XML: %v", err)
		}
		if element, ok := token.(xml.StartElement); ok {
			drawing := shape{name: element.Name.Local, attrs: map[string]string{}}
			for _, attr := range element.Attr {
				drawing.attrs[attr.Name.Local] = attr.Value
			}
			shapes = append(shapes, drawing)
		}
	}
}

func (s shape) tenths(t *testing.T, name string) int {
	t.Helper()
	value, err := strconv.ParseFloat(s.attrs[name], 64)
	if err != nil {
		t.Fatal(err)
	}
	return int(value * 10)
}

func TestSVG_QR_IsReadable(t *testing.T) {
	t.Parallel()
	page := image.NewGray(image.Rect(0, 0, 2100, 2970))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	for _, drawing := range shapesOf(t, Poster{Name: "Barbería <Ñu> & Cía", Address: address, Target: 10, Half: 5}) {
		if drawing.name != "rect" || drawing.attrs["fill"] != ink().String() {
			continue
		}
		x, y := drawing.tenths(t, "x"), drawing.tenths(t, "y")
		draw.Draw(page, image.Rect(x, y, x+drawing.tenths(t, "width"), y+drawing.tenths(t, "height")), image.NewUniform(color.Black), image.Point{}, draw.Src)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(page)
	if err != nil {
		t.Fatal(err)
	}
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
	if err != nil || read.GetText() != address {
		t.Errorf("the QR of the picture says %v, %v; want %q", read, err, address)
	}
}

func TestSVG_Letters_MatchThePDF(t *testing.T) {
	t.Parallel()
	p := Poster{Name: "Ñu", Address: address, Target: 10}
	letters := 0
	for line := range strings.Lines(textsOf(t, writePDF(t, p, A4))) {
		letters += len([]rune(strings.TrimSuffix(line, "\n")))
	}
	pathIDs, useCount := map[string]bool{}, 0
	for _, drawing := range shapesOf(t, p) {
		switch drawing.name {
		case "path":
			pathIDs["#"+drawing.attrs["id"]] = true
		case "use":
			useCount++
			if !pathIDs[drawing.attrs["href"]] {
				t.Errorf("the letter %s is not drawn", drawing.attrs["href"])
			}
		}
	}
	if useCount != letters || letters < 100 {
		t.Errorf("the picture has %d letters, the sheet %d", useCount, letters)
	}
}
