package wallet

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"regexp"
	"strconv"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/image/draw"

	"axioma/internal/loyalty"
)

// Pictures renders pictures for vendors that fetch them. A name determines the content.
type Pictures struct {
	letters lettering
	cache   *lru.Cache[string, []byte]
}

// NewPictures returns a renderer, safe for concurrent use.
func NewPictures() (*Pictures, error) {
	letters, err := newLettering()
	if err != nil {
		return nil, err
	}
	cache, err := lru.New[string, []byte](stripCacheSize)
	if err != nil {
		return nil, fmt.Errorf("creating the picture cache: %w", err)
	}
	return &Pictures{letters: letters, cache: cache}, nil
}

// designVersion grows when a card looks different: vendors cache by name.
const designVersion = 1

// StripName names the picture of a card's stamps.
func StripName(card loyalty.PassFace) string {
	f := faceOf(card.Colour.OrDefault(), card.Progress)
	return fmt.Sprintf("strip%d-%s-%d-%d-%d-%s", designVersion, f.colour, f.position, f.target, f.half, f.owed)
}

// MarkName names the mark on a business's colour.
func MarkName(colour loyalty.Colour) string {
	return fmt.Sprintf("mark%d-%s", designVersion, colour.OrDefault())
}

var (
	stripForm = regexp.MustCompile(`^strip[0-9]+-([A-Z]+)-([0-9]{1,9})-([0-9]{1,9})-([0-9]{1,9})-([A-Z]*)$`)
	markForm  = regexp.MustCompile(`^mark[0-9]+-([A-Z]+)$`)
)

// stripDensity is in pixels per point; the mark's side is in pixels.
const (
	stripDensity = 3
	markPixels   = 660
)

// Render returns a picture by its name, nil for an unknown name. It renders any valid name: verify a seal first.
func (p *Pictures) Render(name string) ([]byte, error) {
	if cachedPicture, ok := p.cache.Get(name); ok {
		return cachedPicture, nil
	}
	picture, err := p.render(name)
	if err == nil && picture != nil {
		p.cache.Add(name, picture)
	}
	return picture, err
}

func (p *Pictures) render(name string) ([]byte, error) {
	if parts := markForm.FindStringSubmatch(name); parts != nil {
		return icon(markPixels, InksOf(loyalty.Colour(parts[1])).Enamel)
	}
	parts := stripForm.FindStringSubmatch(name)
	if parts == nil {
		return nil, nil
	}
	var numbers [3]int64
	for i, text := range parts[2:5] {
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("reading the name of a picture: %w", err)
		}
		numbers[i] = number
	}
	return p.letters.strip(face{
		colour: loyalty.Colour(parts[1]), position: numbers[0], target: numbers[1], half: numbers[2], owed: parts[5],
	}, stripDensity)
}

// roundWide is a logo's diagonal as a part of the mark's width: vendors cut out a circle.
const roundWide = 0.92

// RoundLogo renders a logo on white so that a circular cut loses nothing.
func RoundLogo(content []byte) ([]byte, error) {
	logo, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("reading a logo: %w", err)
	}
	size := logo.Bounds().Size()
	scale := roundWide * markPixels / math.Hypot(float64(size.X), float64(size.Y))
	width, height := max(1, int(float64(size.X)*scale)), max(1, int(float64(size.Y)*scale))
	c := canvas{image.NewRGBA(image.Rect(0, 0, markPixels, markPixels))}
	draw.Draw(c.RGBA, c.Bounds(), image.White, image.Point{}, draw.Src)
	corner := image.Pt(markPixels-width, markPixels-height).Div(2)
	draw.CatmullRom.Scale(c.RGBA, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(width, height))}, logo, logo.Bounds(), draw.Over, nil)
	return encodePNG(c.RGBA)
}
