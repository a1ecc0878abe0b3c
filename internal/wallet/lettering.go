package wallet

import (
	"fmt"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"axioma/internal/typefaces"
)

type lettering struct{ face *sfnt.Font }

func newLettering() (lettering, error) {
	face, err := sfnt.Parse(typefaces.Sign())
	if err != nil {
		return lettering{}, fmt.Errorf("reading a typeface: %w", err)
	}
	return lettering{face}, nil
}

type letter struct {
	sign rune
	size float64
}

func lettersOf(size float64, word string) []letter {
	var letters []letter
	for _, sign := range word {
		letters = append(letters, letter{sign, size})
	}
	return letters
}

func (l lettering) centreLetters(letters []letter, below float64) (outline, error) {
	units := float64(l.face.UnitsPerEm())
	ppem := fixed.I(int(l.face.UnitsPerEm()))
	var buffer sfnt.Buffer
	var word outline
	offset := 0.0
	for _, letter := range letters {
		glyph, err := l.face.GlyphIndex(&buffer, letter.sign)
		if err != nil {
			return nil, fmt.Errorf("finding a letter: %w", err)
		}
		segments, err := l.face.LoadGlyph(&buffer, glyph, ppem, nil)
		if err != nil {
			return nil, fmt.Errorf("generating a letter: %w", err)
		}
		scale := letter.size / units
		word = append(word, glyphOutline(segments, scale, offset)...)
		wide, err := l.face.GlyphAdvance(&buffer, glyph, ppem, font.HintingNone)
		if err != nil {
			return nil, fmt.Errorf("measuring a letter: %w", err)
		}
		offset += float64(wide) / 64 * scale
	}
	return word.mapPoints(func(p point) point { return point{p.x - offset/2, p.y + below} }), nil
}

func glyphOutline(segments sfnt.Segments, scale, offset float64) outline {
	glyph := make(outline, len(segments))
	for i, s := range segments {
		glyph[i].op = s.Op
		for at, p := range s.Args {
			glyph[i].points[at] = point{offset + float64(p.X)/64*scale, float64(p.Y) / 64 * scale}
		}
	}
	return glyph
}
