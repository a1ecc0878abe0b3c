package wallet

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"axioma/internal/loyalty"
)

type face struct {
	colour                 loyalty.Colour
	position, target, half int64
	owed                   string // kinds owed by the card's stamps
}

func faceOf(colour loyalty.Colour, p loyalty.Progress) face {
	f := face{colour: colour, position: FilledPlaces(p), target: p.Terms.Target, half: p.Terms.Half}
	for _, kind := range []loyalty.RewardKind{loyalty.RewardHalf, loyalty.RewardFree} {
		if _, owed := p.FirstOwed(kind); owed {
			f.owed += string(kind)
		}
	}
	return f
}

// FilledPlaces returns the number of stamped places. A full card stays full until the next stamp.
func FilledPlaces(p loyalty.Progress) int64 {
	if filledPlaces := p.Card.Stamps % p.Terms.Target; filledPlaces > 0 || p.Card.Stamps == 0 {
		return filledPlaces
	}
	return p.Terms.Target
}

func (f face) rewardAt(place int64) loyalty.RewardKind {
	switch place {
	case f.target:
		return loyalty.RewardFree
	case f.half: // place 0 does not exist
		return loyalty.RewardHalf
	}
	return ""
}

// In points. Phones crop both sides.
const (
	stripWidth  = 375
	stripHeight = 144
	shownWidth  = 300
	shownHeight = 128
)

// placeUnits is a place with its margin, in units of a stamp.
const placeUnits = 108

// rowsOf divides the places into rows, so that they are as large as possible.
func rowsOf(target int64) int64 {
	best, largest := int64(1), 0.0
	for rows := int64(1); rows <= target; rows++ {
		if side := placeSide(target, rows); side > largest {
			best, largest = rows, side
		}
	}
	return best
}

func columnsOf(target, rows int64) int64 { return (target + rows - 1) / rows }

func placeSide(target, rows int64) float64 {
	return math.Min(shownWidth/float64(columnsOf(target, rows)), shownHeight/float64(rows))
}

func (l lettering) strip(f face, density int) ([]byte, error) {
	c, err := l.places(f, density)
	if err != nil {
		return nil, err
	}
	return encodePNG(toPalette(c.RGBA))
}

func (l lettering) places(f face, density int) (canvas, error) {
	c := canvas{image.NewRGBA(image.Rect(0, 0, stripWidth*density, stripHeight*density))}
	draw.Draw(c.RGBA, c.Bounds(), image.NewUniform(stock()), image.Point{}, draw.Src)
	rows := rowsOf(f.target)
	columns := columnsOf(f.target, rows)
	side := placeSide(f.target, rows) * float64(density)
	left := (float64(c.Bounds().Dx()) - side*float64(columns)) / 2
	top := (float64(c.Bounds().Dy()) - side*float64(rows)) / 2
	for place := int64(1); place <= f.target; place++ {
		middle := point{left + side*(0.5+float64((place-1)%columns)), top + side*(0.5+float64((place-1)/columns))}
		if err := l.place(c, f, place, spot{origin: middle, scale: side / placeUnits}); err != nil {
			return canvas{}, err
		}
	}
	return c, nil
}

func (l lettering) place(c canvas, f face, place int64, at spot) error {
	reward, inks := f.rewardAt(place), InksOf(f.colour)
	if place <= f.position {
		return l.stamp(c, f, place, at)
	}
	if reward == "" {
		number, err := l.centreLetters(lettersOf(32, fmt.Sprint(place)), 11)
		c.fill(ring(point{}, 45, 1.6), at, fadedInk(inks.Print))
		c.fill(number, at, inks.Print)
		return err
	}
	c.fill(ring(point{}, 38.5, 2), at, brassDeep())
	if reward == loyalty.RewardFree {
		c.fill(withInnerEdge(rosette()), at, brassDeep())
		c.fill(star(), at, brassDeep())
		return nil
	}
	c.fill(ring(point{}, 45, 2), at, brassDeep())
	return l.half(c, at, brassInk())
}

func withInnerEdge(o outline) outline {
	inner := o.mirror().mapPoints(func(p point) point { return point{p.x * 0.955, p.y * 0.955} })
	return append(o, inner...)
}

func (l lettering) half(c canvas, at spot, ink color.RGBA) error {
	words, err := l.centreLetters(append(lettersOf(32, "50"), letter{'%', 20}), 11)
	c.fill(words, at, ink)
	return err
}

// stamp draws scissors for a visit, or instead the reward that it earned, in brass while owed.
func (l lettering) stamp(c canvas, f face, place int64, at spot) error {
	reward := f.rewardAt(place)
	ink := impressionOn(place)
	at.origin = at.transform(ink.shift)
	at.tilt = ink.tilt
	owed := reward != "" && bytes.Contains([]byte(f.owed), []byte(reward))
	body, motif := InksOf(f.colour).Stamp, stock()
	if owed {
		body, motif = brass(), onBrass()
	}
	edge := ink.edge
	if reward == loyalty.RewardFree {
		edge = rosette()
	}
	c.fill(edge, at, body)
	c.fill(ring(point{}, 38.5, 1.8), at, stock())
	c.fill(ink.specks, at, stock())
	return l.motif(c, reward, at, motif)
}

func (l lettering) motif(c canvas, reward loyalty.RewardKind, at spot, ink color.RGBA) error {
	switch reward {
	case loyalty.RewardFree:
		c.fill(star(), at, ink)
	case loyalty.RewardHalf:
		return l.half(c, at, ink)
	default:
		for _, piece := range scissors() {
			c.fill(piece, at, ink)
		}
	}
	return nil
}

func icon(pixels int, enamel color.RGBA) ([]byte, error) {
	c := canvas{image.NewRGBA(image.Rect(0, 0, pixels, pixels))}
	draw.Draw(c.RGBA, c.Bounds(), image.NewUniform(enamel), image.Point{}, draw.Src)
	mark(c, enamel)
	return encodePNG(c.RGBA)
}

func logo(pixels int, enamel color.RGBA) ([]byte, error) {
	c := canvas{image.NewRGBA(image.Rect(0, 0, pixels, pixels))}
	mark(c, enamel)
	return encodePNG(c.RGBA)
}

func mark(c canvas, enamel color.RGBA) {
	half := float64(c.Bounds().Dx()) / 2
	at := spot{origin: point{half, half}, scale: half / 50, tilt: -12}
	c.fill(disc(point{}, 44), at, cream())
	c.fill(ring(point{}, 38.5, 2.4), at, enamel)
	for _, piece := range scissors() {
		c.fill(piece, at, enamel)
	}
}

func encodePNG(picture image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return nil, fmt.Errorf("writing a picture: %w", err)
	}
	return out.Bytes(), nil
}
