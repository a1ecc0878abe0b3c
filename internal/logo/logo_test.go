package logo_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"testing"

	"axioma/internal/logo"
	"axioma/internal/loyalty"
)

func paint(width, height int, ground, ink color.Color) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(width/4, 0, width-width/4, height), image.NewUniform(ink), image.Point{}, draw.Src)
	return picture
}

func encode(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(t *testing.T, upload []byte) image.Image {
	t.Helper()
	logoBytes, err := logo.NewReader().Read(t.Context(), upload)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(logoBytes))
	if err != nil {
		t.Fatalf("no PNG was made: %v", err)
	}
	return picture
}

func TestRead_AnySize_IsScaledToFit(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct{ width, height, wide, high int }{
		"unchanged":         {300, 200, 300, 200},
		"just fits":         {512, 512, 512, 512},
		"wide":              {2048, 512, 512, 128},
		"tall":              {300, 1200, 128, 512},
		"a line":            {2048, 1, 512, 1},
		"the smallest size": {64, 8, 64, 8},
	} {
		got := read(t, encode(t, paint(row.width, row.height, color.White, color.Black))).Bounds()
		if got.Dx() != row.wide || got.Dy() != row.high {
			t.Errorf("%s: got %v, want %d x %d", name, got, row.wide, row.high)
		}
	}
}

func TestRead_JPEG_BecomesPNG(t *testing.T) {
	t.Parallel()
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, paint(100, 100, color.White, color.Black), nil); err != nil {
		t.Fatal(err)
	}
	if got := read(t, photo.Bytes()).Bounds(); got.Dx() != 100 {
		t.Errorf("a JPEG of 100 x 100 is read with the bounds %v, want Dx 100", got)
	}
}

func newNoise(width, height int) image.Image {
	picture, sum := image.NewNRGBA(image.Rect(0, 0, width, height)), uint32(1)
	for i := range picture.Pix {
		sum = sum*1_664_525 + 1_013_904_223
		picture.Pix[i] = byte(sum >> 24)
	}
	return picture
}

func TestRead_Photograph_GetsFewerPixels(t *testing.T) {
	t.Parallel()
	picture, err := logo.NewReader().Read(t.Context(), encode(t, newNoise(600, 300)))
	if err != nil {
		t.Fatal(err)
	}
	size, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil || len(picture) > logo.MaxBytes || size.Width < 128 || size.Height != size.Width/2 {
		t.Errorf("the logo has %d bytes and %d x %d pixels: %v; want at most %d, at least 128 and %d", len(picture), size.Width, size.Height, err, logo.MaxBytes, size.Width/2)
	}
}

func TestRead_TrailingData_IsRemoved(t *testing.T) {
	t.Parallel()
	upload := append(encode(t, paint(80, 80, color.White, color.Black)), "<script>alert(1)</script>"...)
	picture, err := logo.NewReader().Read(t.Context(), upload)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(picture, []byte("script")) {
		t.Error("data behind the picture are served")
	}
}

func TestRead_Transparency_IsKept(t *testing.T) {
	t.Parallel()
	picture := read(t, encode(t, paint(80, 80, color.Transparent, color.Black)))
	if _, _, _, alpha := picture.At(0, 0).RGBA(); alpha != 0 {
		t.Error("the background is not transparent")
	}
	if _, _, _, alpha := picture.At(40, 40).RGBA(); alpha != 0xffff {
		t.Error("the ink has become transparent")
	}
}

func TestRead_LightOnTransparent_GetsADarkGround(t *testing.T) {
	t.Parallel()
	light := read(t, encode(t, paint(80, 80, color.Transparent, color.White)))
	if red, _, _, alpha := light.At(40, 1).RGBA(); alpha != 0xffff || red > 0x4000 {
		t.Error("white letters have no dark background")
	}
	if red, _, _, _ := light.At(40, 40).RGBA(); red != 0xffff {
		t.Error("the letters are no longer white")
	}
	onBlack := read(t, encode(t, paint(80, 80, color.Black, color.White)))
	if red, _, _, _ := onBlack.At(0, 0).RGBA(); red != 0 {
		t.Error("the picture's own background was painted over")
	}
}

// White letters need a margin within the dark background, or they would vanish on the white page.
func TestRead_DarkGround_HasRoundCorners(t *testing.T) {
	t.Parallel()
	letters := paint(160, 80, color.Transparent, color.White)
	draw.Draw(letters, image.Rect(0, 30, 160, 50), image.White, image.Point{}, draw.Src)
	tile := read(t, encode(t, letters))
	for _, corner := range []image.Point{{0, 0}, {159, 0}, {0, 79}, {159, 79}} {
		if _, _, _, alpha := tile.At(corner.X, corner.Y).RGBA(); alpha != 0 {
			t.Errorf("the corner at %v is filled", corner)
		}
	}
	for _, edge := range []image.Point{{2, 40}, {157, 40}, {80, 2}, {80, 77}} {
		if red, _, _, alpha := tile.At(edge.X, edge.Y).RGBA(); alpha != 0xffff || red > 0x4000 {
			t.Errorf("the edge has no background at %v", edge)
		}
	}
}

func pngBomb(t *testing.T, width, height uint32) []byte {
	t.Helper()
	content := encode(t, paint(64, 64, color.White, color.Black))
	binary.BigEndian.PutUint32(content[16:], width)
	binary.BigEndian.PutUint32(content[20:], height)
	binary.BigEndian.PutUint32(content[29:], crc32.ChecksumIEEE(content[12:29]))
	return content
}

func encodeWithScans(t *testing.T, scans int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, paint(80, 80, color.White, color.Black), nil); err != nil {
		t.Fatal(err)
	}
	return append(out.Bytes(), bytes.Repeat([]byte{0xff, 0xda}, scans-1)...)
}

func TestRead_JPEGWithManyScans_IsRefused(t *testing.T) {
	t.Parallel()
	read(t, encodeWithScans(t, 100))
	if _, err := logo.NewReader().Read(t.Context(), encodeWithScans(t, 101)); !errors.Is(err, loyalty.ErrLogoUnreadable) {
		t.Errorf("a picture that takes minutes to read: got %v, want ErrLogoUnreadable", err)
	}
}

func TestRead_InvalidUpload_IsRefused(t *testing.T) {
	t.Parallel()
	good := encode(t, paint(80, 80, color.White, color.Black))
	for name, row := range map[string]struct {
		upload []byte
		want   *loyalty.Error
	}{
		"nothing":              {nil, loyalty.ErrLogoUnreadable},
		"an SVG":               {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), loyalty.ErrLogoUnreadable},
		"a GIF":                {[]byte("GIF89a\x50\x00\x50\x00\x80\x00\x00"), loyalty.ErrLogoUnreadable},
		"a page called PNG":    {[]byte("\x89PNG\r\n\x1a\n<html></html>"), loyalty.ErrLogoUnreadable},
		"a picture cut off":    {good[:len(good)/2], loyalty.ErrLogoUnreadable},
		"many pixels":          {pngBomb(t, 60_000, 60_000), loyalty.ErrLogoTooLarge},
		"one pixel too wide":   {pngBomb(t, logo.MaxSide+1, 64), loyalty.ErrLogoTooLarge},
		"missing pixels":       {pngBomb(t, logo.MaxSide, logo.MaxSide), loyalty.ErrLogoUnreadable},
		"one pixel too narrow": {encode(t, paint(63, 63, color.White, color.Black)), loyalty.ErrLogoTooSmall},
		"too many bytes":       {append(good, make([]byte, logo.MaxUpload)...), loyalty.ErrLogoTooLarge},
	} {
		if _, err := logo.NewReader().Read(t.Context(), row.upload); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %s", name, err, row.want.Code)
		}
	}
}

func TestRead_CancelledCaller_DoesNotWait(t *testing.T) {
	t.Parallel()
	reader := logo.NewReader()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	release := reader.Hold()
	defer release()
	if _, err := reader.Read(ctx, encode(t, paint(80, 80, color.White, color.Black))); !errors.Is(err, context.Canceled) {
		t.Errorf("reading with a cancelled context returned %v, want %v", err, context.Canceled)
	}
}
