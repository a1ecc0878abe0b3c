package poster

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"axioma/internal/typefaces"
)

// Label is a customer's sticker.
type Label struct {
	Name string
	QR   []byte // PNG with quiet zone, as from qr.Customer
}

// Labels writes labels of 70 × 37 mm, 24 per A4 sheet, the commonest sticker paper. Crosses mark where to cut plain
// paper. Memory does not grow with the labels.
type Labels struct {
	doc      *document
	business string
	strong   labelFont
	regular  labelFont

	page   bytes.Buffer
	images []int
	count  int
}

// labelFont uses extendedFont for letters that main lacks.
type labelFont struct{ main, extendedFont *embeddedFont }

// Lengths are in millimetres.
const (
	labelColumns = 3
	labelRows    = 8
	labelWidth   = pageWidth / labelColumns
	labelHeight  = 37.0
	labelsTop    = (pageHeight - labelRows*labelHeight) / 2

	labelQR     = 33.0 // with quiet zone
	labelText   = 38.0 // begin of the text
	labelMargin = 4.0
)

// NewLabels begins a PDF.
func NewLabels(business string, out io.Writer) *Labels {
	doc := newDocument(out)
	extendedFont := doc.addFont(typefaces.TextExtended())
	return &Labels{
		doc: doc, business: printable(business),
		strong:  labelFont{doc.addFont(typefaces.TextStrong()), extendedFont},
		regular: labelFont{doc.addFont(typefaces.Text()), extendedFont},
	}
}

// Add puts a label on the sheet, left to right, top to bottom.
func (l *Labels) Add(label Label) error {
	x := float64(l.count%labelColumns) * labelWidth
	y := labelsTop + float64(l.count/labelColumns)*labelHeight
	if l.count == 0 {
		l.marks()
	}
	if err := l.place(label.QR, x+labelMargin/2, y+(labelHeight-labelQR)/2); err != nil {
		return err
	}
	l.texts(printable(label.Name), x+labelText, y)
	if l.count++; l.count == labelColumns*labelRows {
		l.endSheet()
	}
	return l.doc.err
}

// Close ends the PDF.
func (l *Labels) Close() error {
	if l.count > 0 {
		l.endSheet()
	}
	if err := l.doc.close("Etiquetas con los QR de " + l.business); err != nil {
		return fmt.Errorf("writing labels: %w", err)
	}
	return nil
}

func (l *Labels) endSheet() {
	l.doc.addPage(l.page.Bytes(), l.images)
	l.page.Reset()
	l.images, l.count = nil, 0
}

// points converts millimetres from the top left to PDF's points from the bottom.
func points(x, y float64) (float64, float64) { return x / millimetres, (pageHeight - y) / millimetres }

func (l *Labels) marks() {
	const arm = 1.5
	fmt.Fprintf(&l.page, "0.25 w 0.6 G\n")
	for column := 1; column < labelColumns; column++ {
		for row := 1; row < labelRows; row++ {
			x, y := points(float64(column)*labelWidth, labelsTop+float64(row)*labelHeight)
			reach := arm / millimetres
			fmt.Fprintf(&l.page, "%.2f %.2f m %.2f %.2f l S %.2f %.2f m %.2f %.2f l S\n", x-reach, y, x+reach, y, x, y-reach, x, y+reach)
		}
	}
}

func (l *Labels) texts(name string, x, top float64) {
	const widest, lineHeight = labelWidth - labelText - labelMargin, 0.42 // millimetres; millimetres per point
	lines, size := l.fit(l.strong, name, widest, []fit{{13, 2}, {11, 3}, {9, 4}})
	below, small := l.fit(l.regular, l.business, widest, []fit{{8, 1}, {7, 2}})
	height := float64(len(lines))*size*lineHeight + float64(len(below))*small*lineHeight + 1
	y := top + (labelHeight-height)/2
	for _, line := range lines {
		y += size * lineHeight
		l.write(l.strong, size, ink(), x, y, line)
	}
	y++
	for _, line := range below {
		y += small * lineHeight
		l.write(l.regular, small, soft(), x, y, line)
	}
}

type fit struct {
	size  float64
	lines int
}

// fit returns the largest fitting size. It cuts the text in the smallest.
func (l *Labels) fit(f labelFont, words string, widest float64, sizes []fit) ([]string, float64) {
	if words == "" {
		return nil, 0
	}
	var lines []string
	var choice fit
	for _, choice = range sizes {
		if lines = l.breakLines(f, words, widest/millimetres/choice.size); len(lines) <= choice.lines {
			return lines, choice.size
		}
	}
	lines = lines[:choice.lines]
	lines[choice.lines-1] = l.cut(f, lines[choice.lines-1], widest/millimetres/choice.size)
	return lines, choice.size
}

// cut replaces the last letters by an ellipsis that still fits; widest is in ems.
func (l *Labels) cut(f labelFont, words string, widest float64) string {
	letters := []rune(words)
	for length := len(letters) - 1; length > 0; length-- {
		if short := string(letters[:length]) + "…"; l.width(f, short) <= widest {
			return short
		}
	}
	return "…"
}

// breakLines wraps at spaces, and within words wider than a line; widths are ems.
func (l *Labels) breakLines(f labelFont, words string, widest float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(words) {
		if extendedLine := strings.TrimSpace(line + " " + word); l.width(f, extendedLine) <= widest {
			line = extendedLine
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = ""
		for _, letter := range word {
			if l.width(f, line+string(letter)) > widest {
				lines = append(lines, line)
				line = ""
			}
			line += string(letter)
		}
	}
	return append(lines, line)
}

func (l *Labels) width(f labelFont, words string) float64 {
	wide, err := f.faceFor(words).width(words)
	l.doc.fail(err)
	return wide
}

func (f labelFont) faceFor(words string) *embeddedFont {
	if strings.ContainsFunc(words, func(letter rune) bool { return !hasLetter(f.main.Font, letter) }) {
		return f.extendedFont
	}
	return f.main
}

func (l *Labels) write(f labelFont, size float64, c colour, x, y float64, words string) {
	face := f.faceFor(words)
	codes, err := face.encode(words)
	l.doc.fail(err)
	left, baseline := points(x, y)
	fmt.Fprintf(&l.page, "%.3f %.3f %.3f rg BT /F%d %.2f Tf %.2f %.2f Td <%s> Tj ET\n",
		float64(c.red)/255, float64(c.green)/255, float64(c.blue)/255, face.object, size, left, baseline, codes)
}

// place draws a PNG with top left corner x, y. PDF reads the pixels as PNG compresses them.
func (l *Labels) place(png []byte, x, y float64) error {
	side, pixels, err := parsePNG(png)
	if err != nil {
		return err
	}
	image := l.doc.reserve()
	l.doc.writeStream(image, fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 1 "+
		"/Filter /FlateDecode /DecodeParms <</Predictor 15 /Colors 1 /BitsPerComponent 1 /Columns %d>>", side, side, side), pixels)
	l.images = append(l.images, image)
	left, bottom := points(x, y+labelQR)
	fmt.Fprintf(&l.page, "q %.3f 0 0 %.3f %.3f %.3f cm /I%d Do Q\n", labelQR/millimetres, labelQR/millimetres, left, bottom, image)
	return nil
}

var errNoQR = errors.New("the picture of a QR is not a square PNG with one bit per pixel")

func parsePNG(png []byte) (side uint32, pixels []byte, err error) {
	const signature, overhead, headerLength = 8, 12, 13
	if len(png) < signature {
		return 0, nil, errNoQR
	}
	for rest := png[signature:]; len(rest) >= overhead; {
		length := int(binary.BigEndian.Uint32(rest))
		if len(rest) < overhead+length {
			return 0, nil, errNoQR
		}
		switch kind, data := string(rest[4:8]), rest[8:8+length]; kind {
		case "IHDR":
			if length != headerLength || data[8] != 1 || !bytes.Equal(data[:4], data[4:8]) {
				return 0, nil, errNoQR
			}
			side = binary.BigEndian.Uint32(data)
		case "IDAT":
			pixels = append(pixels, data...)
		}
		rest = rest[overhead+length:]
	}
	if side == 0 || len(pixels) == 0 {
		return 0, nil, errNoQR
	}
	return side, pixels, nil
}
