// Package logo turns an upload into a business's logo: a small PNG, re-encoded without any bytes of the upload.
package logo

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // decodes JPEG
	"image/png"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"

	"axioma/internal/loyalty"
)

// Limits of an upload. The web app scales pictures down.
const (
	MaxUpload = 2 << 20 // bytes
	MinSide   = 64      // pixels of the longer side
	MaxSide   = 2048    // pixels of each side
)

// Customers download logos on slow networks.
const (
	Side     = 512      // pixels of the longer side
	MaxBytes = 96 << 10 // a photograph gets fewer pixels
)

// A scan of a progressive JPEG takes a few bytes, and as much time as a whole picture.
const (
	maxScans    = 100
	startOfScan = "\xff\xda"
)

// Reader reads one upload at a time: a few kilobytes may take 80 MB of memory.
type Reader struct{ slot chan struct{} }

// NewReader returns a reader.
func NewReader() *Reader { return &Reader{slot: make(chan struct{}, 1)} }

// Read scales a PNG or JPEG to Side and MaxBytes. A light drawing on transparency gets a dark ground. Errors:
// loyalty.ErrLogoUnreadable, ErrLogoTooLarge, ErrLogoTooSmall.
func (r *Reader) Read(ctx context.Context, upload []byte) ([]byte, error) {
	if err := measure(upload); err != nil {
		return nil, err
	}
	select {
	case r.slot <- struct{}{}:
		defer func() { <-r.slot }()
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting to read a logo: %w", ctx.Err())
	}
	picture, _, err := image.Decode(bytes.NewReader(upload))
	if err != nil {
		return nil, loyalty.ErrLogoUnreadable
	}
	logoImage := withGround(scaleToFit(picture, Side))
	for side := Side; ; side = side * 3 / 4 {
		pngData, err := encodePNG(logoImage)
		if err != nil || len(pngData) <= MaxBytes {
			return pngData, err
		}
		logoImage = scaleToFit(logoImage, side*3/4)
	}
}

func encodePNG(picture image.Image) ([]byte, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, picture); err != nil {
		return nil, fmt.Errorf("writing a logo: %w", err)
	}
	return out.Bytes(), nil
}

// measure checks the size before decoding.
func measure(upload []byte) error {
	if len(upload) > MaxUpload {
		return loyalty.ErrLogoTooLarge
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(upload))
	switch {
	case err != nil, format == "jpeg" && bytes.Count(upload, []byte(startOfScan)) > maxScans:
		return loyalty.ErrLogoUnreadable
	case max(size.Width, size.Height) > MaxSide:
		return loyalty.ErrLogoTooLarge
	case max(size.Width, size.Height) < MinSide:
		return loyalty.ErrLogoTooSmall
	}
	return nil
}

func scaleToFit(picture image.Image, side int) *image.RGBA {
	from := picture.Bounds()
	width, height := from.Dx(), from.Dy()
	if longest := max(width, height); longest > side {
		width, height = max(1, width*side/longest), max(1, height*side/longest)
	}
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.CatmullRom.Scale(out, out.Bounds(), picture, from, draw.Src, nil)
	return out
}

const (
	lightThreshold       = 200 // of 255: mean of the opaque part
	transparentThreshold = 0.1 // share of transparent pixels

	// tileEdge is the margin around a light logo, tileCorner the radius of the ground's corners, as parts of the
	// shorter side.
	tileEdge, tileCorner = 0.09, 0.18
)

func darkGround() color.RGBA { return color.RGBA{28, 30, 33, 255} }

func withGround(logo *image.RGBA) *image.RGBA {
	light, coverage := 0.0, 0.0
	for i := 0; i < len(logo.Pix); i += 4 {
		red, green, blue, alpha := logo.Pix[i], logo.Pix[i+1], logo.Pix[i+2], logo.Pix[i+3]
		light += 0.2126*float64(red) + 0.7152*float64(green) + 0.0722*float64(blue)
		coverage += float64(alpha) / 255
	}
	transparency := 1 - coverage/float64(len(logo.Pix)/4)
	if transparency < transparentThreshold || light < lightThreshold*coverage {
		return logo
	}
	out := image.NewRGBA(logo.Bounds())
	short := float32(min(out.Bounds().Dx(), out.Bounds().Dy()))
	tile(out, short*tileCorner)
	draw.CatmullRom.Scale(out, out.Bounds().Inset(int(short*tileEdge)), logo, logo.Bounds(), draw.Over, nil)
	return out
}

func tile(out *image.RGBA, corner float32) {
	width, height := float32(out.Bounds().Dx()), float32(out.Bounds().Dy())
	brush := vector.NewRasterizer(out.Bounds().Dx(), out.Bounds().Dy())
	brush.MoveTo(corner, 0)
	brush.LineTo(width-corner, 0)
	brush.QuadTo(width, 0, width, corner)
	brush.LineTo(width, height-corner)
	brush.QuadTo(width, height, width-corner, height)
	brush.LineTo(corner, height)
	brush.QuadTo(0, height, 0, height-corner)
	brush.LineTo(0, corner)
	brush.QuadTo(0, 0, corner, 0)
	brush.ClosePath()
	brush.Draw(out, out.Bounds(), image.NewUniform(darkGround()), image.Point{})
}
