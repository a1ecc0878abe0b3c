package qr

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"sync"
	"testing"

	"rsc.io/qr"
)

// TestThePictureIsThePattern compares it, in all sizes that patterns have, with the one that their maker draws.
func TestThePictureIsThePattern(t *testing.T) {
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
		checkSame(t, decoded(t, drawn(code)), decoded(t, code.PNG()))
	}
	if size < 17+4*38 {
		t.Errorf("the largest pattern had %d modules", size)
	}
}

// TestACustomersPictureIsLight holds what a QR costs whoever stands at a door with bad reception: an answer brings it along.
func TestACustomersPictureIsLight(t *testing.T) {
	t.Parallel()
	picture, err := Customer(strings.Repeat("a", 26), strings.Repeat("b", 26), strings.Repeat("s", 86))
	if err != nil {
		t.Fatal(err)
	}
	if limit := 2600; len(picture) > limit {
		t.Errorf("the picture has %d bytes, more than %d", len(picture), limit)
	}
}

// TestADrawerDrawsTheSameAsTheMakerOfPatterns has many draw at once, for ids that are short and long.
func TestADrawerDrawsTheSameAsTheMakerOfPatterns(t *testing.T) {
	t.Parallel()
	var drawer Drawer
	var group sync.WaitGroup
	for length := 1; length <= 64; length += 9 {
		group.Go(func() {
			id := strings.Repeat("a", length)
			got, err := drawer.Customer(id, "demobarberia", strings.Repeat("s", 86))
			if err != nil {
				t.Error(err)
				return
			}
			code, err := qr.Encode(`{"type":"AXIOMA_CUSTOMER","customerId":"`+id+`","businessId":"demobarberia","signature":"`+strings.Repeat("s", 86)+`"}`, qr.M)
			if err != nil || !bytes.Equal(got, drawn(code)) {
				t.Errorf("an id of %d letters has another picture, %v", length, err)
			}
		})
	}
	group.Wait()
	if _, err := drawer.Customer(strings.Repeat("a", 4000), "", ""); err == nil {
		t.Error("what no pattern holds was drawn")
	}
}

// decoded reads a picture, which fails on any sum that is wrong.
func decoded(t *testing.T, content []byte) *image.Gray {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatalf("the picture is no PNG: %v", err)
	}
	gray, ok := picture.(*image.Gray)
	if !ok {
		t.Fatalf("the picture is a %T", picture)
	}
	return gray
}

func checkSame(t *testing.T, got, want *image.Gray) {
	t.Helper()
	if got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("the picture of %v is another than that of %v", got.Rect, want.Rect)
	}
}
