package poster

import (
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// picture is SVG with letters as outlines, which look the same everywhere.
type picture struct {
	faces  map[string]*face
	buffer sfnt.Buffer
	ink    pens
	glyphs strings.Builder
	page   strings.Builder
}

type face struct {
	*sfnt.Font
	number        int
	definedGlyphs map[sfnt.GlyphIndex]bool
}

type pens struct {
	fill, stroke, text colour
	width              float64
	face               *face
	points             float64
}

func newPicture() *picture { return &picture{faces: map[string]*face{}} }

func (p *picture) addFace(family, style string, content []byte) error {
	font, err := sfnt.Parse(content)
	if err != nil {
		return fmt.Errorf("reading a typeface: %w", err)
	}
	p.faces[family+style] = &face{Font: font, number: len(p.faces), definedGlyphs: map[sfnt.GlyphIndex]bool{}}
	return nil
}

func (c colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c.red, c.green, c.blue) }

// attributes returns the SVG attributes of a style: "F" (fill), "D" (stroke) or both, as in fpdf.
func (p *picture) attributes(style string) string {
	fill, stroke := "none", ""
	if strings.Contains(style, "F") {
		fill = p.ink.fill.String()
	}
	if strings.Contains(style, "D") {
		stroke = fmt.Sprintf(` stroke="%s" stroke-width="%.2f"`, p.ink.stroke, p.ink.width)
	}
	return `fill="` + fill + `"` + stroke
}

func (p *picture) drawRounded(x, y, width, height, radius float64, style string) {
	fmt.Fprintf(&p.page, `<rect x="%.3f" y="%.3f" width="%.3f" height="%.3f" rx="%.2f" %s/>`, x, y, width, height, radius, p.attributes(style))
}

func (p *picture) circle(x, y, radius float64, style string) {
	fmt.Fprintf(&p.page, `<circle cx="%.2f" cy="%.2f" r="%.2f" %s/>`, x, y, radius, p.attributes(style))
}

func (p *picture) place(content []byte, x, y, width, height float64) {
	fmt.Fprintf(&p.page, `<image x="%.3f" y="%.3f" width="%.3f" height="%.3f" href="data:image/png;base64,%s"/>`,
		x, y, width, height, base64.StdEncoding.EncodeToString(content))
}

// millimetres is the length of a point in millimetres.
const millimetres = 25.4 / 72

func (p *picture) write(x, y float64, words string) error {
	used := p.ink.face
	units := used.UnitsPerEm()
	ppem := fixed.I(int(units)) // design units
	scale := p.ink.points * millimetres / float64(units)
	fmt.Fprintf(&p.page, `<g fill="%s" transform="translate(%.3f %.3f) scale(%.6f)">`, p.ink.text, x, y, scale)
	offset := 0.0
	for _, letter := range words {
		glyph, err := used.GlyphIndex(&p.buffer, letter)
		if err != nil {
			return fmt.Errorf("finding a letter: %w", err)
		}
		if err := p.defineGlyph(used, glyph, ppem); err != nil {
			return err
		}
		fmt.Fprintf(&p.page, `<use href="#%s" x="%.0f"/>`, used.name(glyph), offset)
		wide, err := used.GlyphAdvance(&p.buffer, glyph, ppem, font.HintingNone)
		if err != nil {
			return fmt.Errorf("measuring a letter: %w", err)
		}
		offset += float64(wide) / 64
	}
	p.page.WriteString(`</g>`)
	return nil
}

func (f *face) name(glyph sfnt.GlyphIndex) string { return fmt.Sprintf("g%d-%d", f.number, glyph) }

func (p *picture) defineGlyph(used *face, glyph sfnt.GlyphIndex, ppem fixed.Int26_6) error {
	if used.definedGlyphs[glyph] {
		return nil
	}
	used.definedGlyphs[glyph] = true
	outline, err := used.LoadGlyph(&p.buffer, glyph, ppem, nil)
	if err != nil {
		return fmt.Errorf("generating a letter: %w", err)
	}
	fmt.Fprintf(&p.glyphs, `<path id="%s" d="`, used.name(glyph))
	for _, segment := range outline {
		command := [...]struct {
			letter string
			points int
		}{sfnt.SegmentOpMoveTo: {"M", 1}, sfnt.SegmentOpLineTo: {"L", 1}, sfnt.SegmentOpQuadTo: {"Q", 2}, sfnt.SegmentOpCubeTo: {"C", 3}}[segment.Op]
		p.glyphs.WriteString(command.letter)
		for _, point := range segment.Args[:command.points] {
			fmt.Fprintf(&p.glyphs, "%d %d ", point.X.Round(), point.Y.Round())
		}
	}
	p.glyphs.WriteString(`"/>`)
	return nil
}

func (p *picture) output(out io.Writer) error {
	_, err := fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f"><defs>%s</defs><rect width="100%%" height="100%%" fill="#fff"/>%s</svg>`,
		pageWidth, pageHeight, p.glyphs.String(), p.page.String())
	if err != nil {
		return fmt.Errorf("writing the picture of a poster: %w", err)
	}
	return nil
}
