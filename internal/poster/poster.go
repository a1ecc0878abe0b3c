// Package poster renders posters with the QR of the registration form, as PDF and SVG, and labels with customers' QRs.
package poster

import (
	"fmt"
	"image/color"
	"io"
	"strings"

	"rsc.io/qr"
)

// Poster is a poster's content.
type Poster struct {
	Name    string
	Address string // of the registration form
	Welcome string // text of the discount; empty: default
	Target  int64  // visits that fill a card
	Half    int64  // visits for 50 %; 0: none
	Enamel  color.RGBA
	Logo    []byte   // PNG; empty: none
	Hours   []string // by days; empty: unknown
}

// Size is a paper size.
type Size string

// A6 is half of A4: the layout is the same.
const (
	A4 Size = "A4"
	A6 Size = "A6"
)

// The page in millimetres of A4, the unit of drawing.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	middle     = pageWidth / 2
)

const (
	sign   = "besley"
	text   = "public-sans"
	strong = "B"
)

type colour struct{ red, green, blue int }

// The web app's colours as printers mix them.
func cream() colour { return colour{250, 247, 240} }
func ink() colour   { return colour{26, 32, 41} }
func soft() colour  { return colour{79, 86, 97} }
func brass() colour { return colour{211, 163, 73} }

// WritePDF writes a PDF of one page.
func (p Poster) WritePDF(size Size, out io.Writer) error {
	s, err := p.render(size)
	if err != nil {
		return err
	}
	if err := s.pdf.Output(out); err != nil {
		return fmt.Errorf("writing a poster: %w", err)
	}
	return nil
}

// WriteSVG writes a preview, the same for both sizes.
func (p Poster) WriteSVG(out io.Writer) error {
	s, err := p.render(A4)
	if err != nil {
		return err
	}
	return s.picture.output(out)
}

func (p Poster) render(size Size) (*sheet, error) {
	code, err := qr.Encode(p.Address, qr.M)
	if err != nil {
		return nil, fmt.Errorf("drawing a QR: %w", err)
	}
	s := newSheet(size, p.Enamel)
	if err := s.loadFonts(); err != nil {
		return nil, err
	}
	s.pdf.SetTitle("Cartel de "+printable(p.Name), true)
	s.pdf.SetLang("es")
	s.pdf.AddPage()
	s.nameplate(p.signText(), p.Logo)
	s.drawFitted(sign, "", ink(), 35, 186, 98, "Tu tarjeta, en tu móvil")
	s.drawFitted(text, "", soft(), 17, 180, 111, p.welcome())
	s.code(code, 84, 122)
	s.promise(p.Target, p.Half, 220)
	s.steps(240)
	s.hours(p.Hours, 281.5)
	s.drawFitted(text, "", ink(), 14, 186, 289, "O entra en "+strings.TrimPrefix(strings.TrimPrefix(p.Address, "https://"), "http://"))
	return s, s.err
}

const fallbackName = "Bienvenidos"

// signText returns the name for the sign, or "" beside a logo if the name would lose letters.
func (p Poster) signText() string {
	name := printable(p.Name)
	switch {
	case len(p.Logo) > 0 && losesLetters(p.Name):
		return ""
	case len(p.Logo) == 0 && name == "" && p.Name != "":
		return fallbackName
	}
	return name
}

func (p Poster) welcome() string {
	if welcome := printable(p.Welcome); welcome != "" {
		return "De bienvenida: " + welcome
	}
	return "De bienvenida, un descuento en un servicio."
}
