// Package poster draws what a business hangs on its wall or stands on its
// counter: a sign with its name, the QR that opens the registration form, what
// the card pays and three short steps, as a PDF to be printed and as a picture to be
// looked at before.
//
// It knows paper, type and ink. It does not know where the name and the
// address come from, nor who may have a poster.
package poster

import (
	"fmt"
	"image/color"
	"io"
	"strings"

	"rsc.io/qr"
)

// Poster is what a poster says.
type Poster struct {
	Name    string     // of the business
	Address string     // of the registration form: what the QR says
	Welcome string     // what the welcome discount is; empty: our words
	Target  int64      // visits that fill a card
	Half    int64      // visits that pay 50 %; 0 where nothing does
	Enamel  color.RGBA // of the sign, and of what is drawn with it
	Logo    []byte     // of the business, a PNG; empty: it has none
	Hours   []string   // when it is open, by days; empty: it has not said
}

// Size is a size of paper.
type Size string

// The sizes: for a wall or a window, and for a counter. A6 is A4 at half the
// length, so both have the same drawing.
const (
	A4 Size = "A4"
	A6 Size = "A6"
)

// The paper in millimetres of A4, in which everything is drawn.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	middle     = pageWidth / 2
)

// The typefaces are those of the app: one for names and numerals, one for
// reading.
const (
	sign   = "besley"
	text   = "public-sans"
	strong = "B"
)

type colour struct{ red, green, blue int }

// The inks of the app, as printers mix them.
func cream() colour { return colour{250, 247, 240} }
func ink() colour   { return colour{26, 32, 41} }
func soft() colour  { return colour{79, 86, 97} }
func brass() colour { return colour{211, 163, 73} }

// WritePDF writes the poster as a PDF of one page.
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

// WriteSVG writes the poster as an SVG that shows what Draw prints, on either paper.
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
	s.fitted(sign, "", ink(), 35, 186, 98, "Tu tarjeta, en tu móvil")
	s.fitted(text, "", soft(), 17, 180, 111, p.welcome())
	s.code(code, 84, 122)
	s.promise(p.Target, p.Half, 220)
	s.steps(240)
	s.hours(p.Hours, 281.5)
	s.fitted(text, "", ink(), 14, 186, 289, "O entra en "+strings.TrimPrefix(strings.TrimPrefix(p.Address, "https://"), "http://"))
	return s, s.err
}

// fallbackName stands on a sign whose name cannot be printed, where there is no logo either.
const fallbackName = "Bienvenidos"

// signText is what the sign says. It is nothing where the logo says it better than a name of
// which letters are missing.
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
