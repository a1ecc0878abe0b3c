package poster

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"rsc.io/qr"

	"axioma/internal/typefaces"
)

// sheet draws PDF and SVG at once, in millimetres of A4.
type sheet struct {
	pdf     *fpdf.Fpdf
	picture *picture
	scale   float64
	enamel  colour
	err     error
}

func newSheet(size Size, enamel color.RGBA) *sheet {
	scale := 1.0
	if size == A6 {
		scale = 0.5
	}
	paper := fpdf.SizeType{Wd: pageWidth * scale, Ht: pageHeight * scale}
	pdf := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "mm", Size: paper})
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCellMargin(0)
	return &sheet{pdf: pdf, picture: newPicture(), scale: scale, enamel: inkOf(enamel)}
}

func inkOf(c color.RGBA) colour { return colour{int(c.R), int(c.G), int(c.B)} }

func (s *sheet) loadFonts() error {
	for _, face := range []struct {
		family, style string
		content       []byte
	}{
		{sign, "", typefaces.Sign()},
		{text, "", typefaces.Text()},
		{text, strong, typefaces.TextStrong()},
	} {
		if err := s.picture.addFace(face.family, face.style, face.content); err != nil {
			return err
		}
		s.pdf.AddUTF8FontFromBytes(face.family, face.style, face.content)
	}
	return nil
}

func (s *sheet) faceFor(family, style, words string) string {
	face := s.picture.faces[family+style]
	isWhole := !strings.ContainsFunc(words, func(letter rune) bool { return !hasLetter(face.Font, letter) })
	if isWhole || family == signExtended || family == textExtended {
		return family
	}
	extendedFamily, content := textExtended, typefaces.TextExtended()
	if family == sign {
		extendedFamily, content = signExtended, typefaces.SignExtended()
	}
	if s.picture.faces[extendedFamily+style] == nil {
		s.fail(s.picture.addFace(extendedFamily, style, content))
		s.pdf.AddUTF8FontFromBytes(extendedFamily, style, content)
	}
	return extendedFamily
}

func (s *sheet) font(family, style string, points float64, c colour) {
	s.pdf.SetFont(family, style, points*s.scale)
	s.pdf.SetTextColor(c.red, c.green, c.blue)
	s.picture.ink.face, s.picture.ink.points, s.picture.ink.text = s.picture.faces[family+style], points, c
}

func (s *sheet) fill(c colour) {
	s.pdf.SetFillColor(c.red, c.green, c.blue)
	s.picture.ink.fill = c
}

func (s *sheet) stroke(c colour, width float64) {
	s.pdf.SetDrawColor(c.red, c.green, c.blue)
	s.pdf.SetLineWidth(width * s.scale)
	s.picture.ink.stroke, s.picture.ink.width = c, width
}

func (s *sheet) drawRounded(x, y, width, height, radius float64, style string) {
	k := s.scale
	s.pdf.RoundedRect(x*k, y*k, width*k, height*k, radius*k, "1234", style)
	s.picture.drawRounded(x, y, width, height, radius, style)
}

func (s *sheet) square(x, y, width, height float64) {
	k := s.scale
	s.pdf.Rect(x*k, y*k, width*k, height*k, "F")
	s.picture.drawRounded(x, y, width, height, 0, "F")
}

func (s *sheet) circle(x, y, radius float64, style string) {
	s.pdf.Circle(x*s.scale, y*s.scale, radius*s.scale, style)
	s.picture.circle(x, y, radius, style)
}

func (s *sheet) place(content []byte, x, y, width, height float64) {
	k, kind := s.scale, fpdf.ImageOptions{ImageType: "PNG"}
	s.pdf.RegisterImageOptionsReader("logo", kind, bytes.NewReader(content))
	s.pdf.ImageOptions("logo", x*k, y*k, width*k, height*k, false, kind, 0, "")
	s.picture.place(content, x, y, width, height)
}

// width returns millimetres of A4.
func (s *sheet) width(words string) float64 { return s.pdf.GetStringWidth(words) / s.scale }

func (s *sheet) drawCentred(x, y float64, words string) {
	left := x - s.width(words)/2
	s.pdf.Text(left*s.scale, y*s.scale, words)
	s.fail(s.picture.write(left, y, words))
}

func (s *sheet) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *sheet) drawFitted(family, style string, c colour, points, widest, y float64, words string) {
	family = s.faceFor(family, style, words)
	s.font(family, style, points, c)
	if wide := s.width(words); wide > widest {
		s.font(family, style, points*widest/wide, c)
	}
	s.drawCentred(middle, y, words)
}

func (s *sheet) nameplate(name string, logo []byte) {
	s.fill(s.enamel)
	s.drawRounded(12, 12, 186, 62, 6, "F")
	s.stroke(cream(), 0.7)
	s.drawRounded(15, 15, 180, 56, 4.5, "D")
	x, widest := middle, 160.0
	if len(logo) > 0 && name == "" {
		s.logo(logo, true)
		return
	}
	if len(logo) > 0 {
		height := s.logo(logo, false)
		x, widest = x+height/2, 168-height
	}
	lines, points := s.nameLines(name, widest)
	lineHeight := points * 0.42
	y := 43 + points*0.125 - lineHeight*float64(len(lines)-1)/2
	s.font(s.faceFor(sign, "", name), "", points, cream())
	for _, line := range lines {
		s.drawCentred(x, y, line)
		y += lineHeight
	}
}

// logo draws the logo on a white plate left of the text, or larger and centred without text. used is the width of plate
// and gap.
func (s *sheet) logo(content []byte, isOnly bool) (used float64) {
	const middleOfSign, highest, edge, gap = 43.0, 38.0, 3.0, 6.0
	left, widest := 21.0, 58.0
	if isOnly {
		widest = 150
	}
	size, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		s.fail(fmt.Errorf("reading a logo: %w", err))
		return 0
	}
	width, height := float64(size.Width), float64(size.Height)
	scale := min(highest/height, widest/width)
	width, height = width*scale, height*scale
	plate := max(width, 20) + 2*edge
	if isOnly {
		left = middle - plate/2
	}
	s.fill(colour{255, 255, 255})
	s.drawRounded(left, middleOfSign-highest/2-edge, plate, highest+2*edge, 3, "F")
	s.place(content, left+(plate-width)/2, middleOfSign-height/2, width, height)
	return plate + gap
}

func (s *sheet) nameLines(name string, widest float64) ([]string, float64) {
	const largest, smallest = 54.0, 14.0
	family := s.faceFor(sign, "", name)
	for points := largest; points > smallest; points-- {
		s.font(family, "", points, cream())
		fits := 1
		if points <= 42 {
			fits = 2
		}
		if points <= 26 {
			fits = 3
		}
		lines := s.breakLines(name, widest)
		if len(lines) <= fits {
			return lines, points
		}
	}
	return s.breakLines(name, widest), smallest
}

func (s *sheet) breakLines(words string, widest float64) []string {
	var lines []string
	for _, line := range s.pdf.SplitText(words, widest*s.scale) {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// hours writes at most two lines, the last at y, or none if they do not fit.
func (s *sheet) hours(days []string, y float64) {
	const widest, largest, smallest, lineHeight = 186.0, 12.0, 10.0, 5.0
	s.font(text, "", largest, soft())
	for _, lines := range [][]string{{joinDays(days)}, s.splitInTwo(days)} {
		wide := 0.0
		for _, line := range lines {
			wide = max(wide, s.width(line))
		}
		points := min(largest, largest*widest/max(wide, 1))
		if points < smallest {
			continue
		}
		s.font(text, "", points, soft())
		for i, line := range lines {
			s.drawCentred(middle, y-lineHeight*float64(len(lines)-1-i), line)
		}
		return
	}
}

func joinDays(days []string) string { return printable(strings.Join(days, " · ")) }

func (s *sheet) splitInTwo(days []string) []string {
	wide := func(first int) float64 { return max(s.width(joinDays(days[:first])), s.width(joinDays(days[first:]))) }
	best := 0
	for first := range days {
		if wide(first) < wide(best) {
			best = first
		}
	}
	return []string{joinDays(days[:best]), joinDays(days[best:])}
}

// code draws the QR without gaps between modules, which a printer would show.
func (s *sheet) code(code *qr.Code, side, top float64) {
	square := side / float64(code.Size)
	left := middle - side/2
	s.fill(ink())
	for row := range code.Size {
		for column := 0; column < code.Size; column++ {
			first := column
			for column < code.Size && code.Black(column, row) {
				column++
			}
			if column > first {
				s.square(left+float64(first)*square, top+float64(row)*square, float64(column-first)*square, square+0.02)
			}
		}
	}
}

func (s *sheet) promise(target, half int64, y float64) {
	const mostDrawn, radius, gap = 12, 3.6, 9.6
	words := fmt.Sprintf("%d visitas = 1 servicio gratis", target)
	if half > 0 {
		words += fmt.Sprintf(", y a las %d, un 50 %%", half)
	}
	if target > mostDrawn {
		s.drawFitted(text, strong, ink(), 18, 180, y+4, words)
		return
	}
	s.stroke(s.enamel, 0.6)
	x := middle - gap*float64(target-1)/2
	for stamp := int64(1); stamp <= target; stamp++ {
		switch stamp {
		case target, half:
			s.fill(brass())
			s.circle(x, y, radius, "FD")
		default:
			s.circle(x, y, radius, "D")
		}
		x += gap
	}
	s.drawFitted(text, strong, ink(), 17, 180, y+12, words)
}

func (s *sheet) steps(y float64) {
	for i, step := range [][2]string{
		{"Escanea el código", "con la cámara"},
		{"Escribe tu nombre", "y tu teléfono"},
		{"Enseña tu QR", "en cada visita"},
	} {
		x := middle + 62*float64(i-1)
		s.fill(s.enamel)
		s.circle(x, y+6, 6, "F")
		s.font(sign, "", 20, cream())
		s.drawCentred(x, y+8.5, strconv.Itoa(i+1))
		s.font(text, strong, 16, ink())
		s.drawCentred(x, y+21, step[0])
		s.font(text, "", 16, ink())
		s.drawCentred(x, y+28, step[1])
	}
}
