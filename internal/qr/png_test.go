package qr

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"rsc.io/qr"
)

func TestEncodePNG_EverySize_ShowsTheCode(t *testing.T) {
	t.Parallel()
	size := 0
	for length := 1; length < 2300; length += 10 {
		code, err := qr.Encode(strings.Repeat("ñ", length/2)+"&", qr.M)
		if err != nil {
			t.Fatal(err)
		}
		if code.Size == size {
			continue
		}
		size = code.Size
		code.Scale = moduleSize
		picture, err := encodePNG(code)
		if err != nil {
			t.Fatal(err)
		}
		checkSame(t, decode(t, picture), decode(t, code.PNG()))
	}
	if size < 17+4*38 {
		t.Errorf("the largest pattern had only %d modules", size)
	}
}

func TestCustomer_PictureSize_StaysSmall(t *testing.T) {
	t.Parallel()
	picture, err := Customer(strings.Repeat("a", 26), strings.Repeat("b", 26), strings.Repeat("s", 86))
	if err != nil {
		t.Fatal(err)
	}
	if limit := 2600; len(picture) > limit {
		t.Errorf("the picture has %d bytes, more than %d", len(picture), limit)
	}
}

func TestCustomer_TextTooLongForAnyCode_ReturnsError(t *testing.T) {
	t.Parallel()
	if _, err := Customer(strings.Repeat("a", 4000), "", ""); err == nil {
		t.Error("a QR was drawn for a text that is too long")
	}
}

func decode(t *testing.T, content []byte) *image.Gray {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatalf("the picture is not a PNG: %v", err)
	}
	gray, ok := picture.(*image.Gray)
	if !ok {
		t.Fatalf("the picture is a %T, want *image.Gray", picture)
	}
	return gray
}

func checkSame(t *testing.T, got, want *image.Gray) {
	t.Helper()
	if got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("the picture of %v differs from the wanted one of %v", got.Rect, want.Rect)
	}
}
