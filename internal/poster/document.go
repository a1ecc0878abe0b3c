package poster

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// document is a PDF that writes each complete object: unlike with fpdf, memory does not grow with the pages.
type document struct {
	out          *bufio.Writer
	writtenBytes int64
	offsets      []int64 // by object number - 1; 0: not written
	pages        []int
	fonts        []*embeddedFont
	err          error
}

// embeddedFont is written last, when its used glyphs are known.
type embeddedFont struct {
	*sfnt.Font
	content []byte
	object  int
	buffer  sfnt.Buffer
	used    map[sfnt.GlyphIndex]rune
}

const (
	catalogObject = 1
	pagesObject   = 2
)

func newDocument(out io.Writer) *document {
	d := &document{out: bufio.NewWriterSize(out, 64<<10), offsets: make([]int64, pagesObject)}
	d.print("%%PDF-1.7\n%%\xe2\xe3\xcf\xd3\n")
	return d
}

func (d *document) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *document) print(format string, args ...any) {
	count, err := fmt.Fprintf(d.out, format, args...)
	d.writtenBytes += int64(count)
	d.fail(err)
}

func (d *document) reserve() int {
	d.offsets = append(d.offsets, 0)
	return len(d.offsets)
}

func (d *document) write(object int, format string, args ...any) {
	d.offsets[object-1] = d.writtenBytes
	d.print("%d 0 obj\n"+format+"\nendobj\n", append([]any{object}, args...)...)
}

func (d *document) writeStream(object int, dictionary string, content []byte) {
	d.write(object, "<<%s /Length %d>>\nstream\n%s\nendstream", dictionary, len(content), content)
}

func (d *document) writeCompressed(object int, dictionary string, content []byte) {
	var buffer bytes.Buffer
	writer := zlib.NewWriter(&buffer)
	if _, err := writer.Write(content); err != nil {
		d.fail(fmt.Errorf("compressing a part of a PDF: %w", err))
	}
	d.fail(writer.Close())
	d.writeStream(object, dictionary+" /Filter /FlateDecode", buffer.Bytes())
}

func (d *document) addFont(content []byte) *embeddedFont {
	font, err := sfnt.Parse(content)
	if err != nil {
		d.fail(fmt.Errorf("reading a typeface: %w", err))
	}
	f := &embeddedFont{Font: font, content: content, object: d.reserve(), used: map[sfnt.GlyphIndex]rune{}}
	d.fonts = append(d.fonts, f)
	return f
}

// addPage writes a page, whose content names fonts /F<object> and images /I<object>.
func (d *document) addPage(content []byte, images []int) {
	stream, page := d.reserve(), d.reserve()
	d.writeCompressed(stream, "", content)
	var resources strings.Builder
	resources.WriteString("/Font <<")
	for _, f := range d.fonts {
		fmt.Fprintf(&resources, " /F%d %d 0 R", f.object, f.object)
	}
	resources.WriteString(" >> /XObject <<")
	for _, image := range images {
		fmt.Fprintf(&resources, " /I%d %d 0 R", image, image)
	}
	d.write(page, "<</Type /Page /Parent %d 0 R /MediaBox [0 0 %.2f %.2f] /Contents %d 0 R /Resources <<%s >> >> >>",
		pagesObject, pageWidth/millimetres, pageHeight/millimetres, stream, resources.String())
	d.pages = append(d.pages, page)
}

func (d *document) close(title string) error {
	for _, f := range d.fonts {
		d.writeFont(f)
	}
	var kids strings.Builder
	for _, page := range d.pages {
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	d.write(pagesObject, "<</Type /Pages /Count %d /Kids [%s]>>", len(d.pages), kids.String())
	d.write(catalogObject, "<</Type /Catalog /Pages %d 0 R /Lang (es) /ViewerPreferences <</DisplayDocTitle true /PrintScaling /None>> >>", pagesObject)
	info := d.reserve()
	d.write(info, "<</Title <%s>>>", utf16Hex("\ufeff"+title))
	table := d.writtenBytes
	d.print("xref\n0 %d\n0000000000 65535 f \n", len(d.offsets)+1)
	for _, offset := range d.offsets {
		d.print("%010d 00000 n \n", offset)
	}
	d.print("trailer\n<</Size %d /Root %d 0 R /Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(d.offsets)+1, catalogObject, info, table)
	d.fail(d.out.Flush())
	return d.err
}

// writeFont embeds a typeface, and the widths of used glyphs and their text for searches (PDF 1.7, ISO 32000-1, 9.7).
func (d *document) writeFont(f *embeddedFont) {
	descendant, descriptor, file, unicodes := d.reserve(), d.reserve(), d.reserve(), d.reserve()
	d.write(f.object, "<</Type /Font /Subtype /Type0 /BaseFont /AxiomaF%d /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R>>",
		f.object, descendant, unicodes)
	glyphs := make([]sfnt.GlyphIndex, 0, len(f.used))
	for glyph := range f.used {
		glyphs = append(glyphs, glyph)
	}
	slices.Sort(glyphs)
	var widths, texts strings.Builder
	for _, glyph := range glyphs {
		wide, err := f.advance(glyph)
		d.fail(err)
		fmt.Fprintf(&widths, "%d [%.0f] ", glyph, 1000*wide)
		fmt.Fprintf(&texts, "1 beginbfchar\n<%04X> <%s>\nendbfchar\n", glyph, utf16Hex(string(f.used[glyph])))
	}
	d.write(descendant, "<</Type /Font /Subtype /CIDFontType2 /BaseFont /AxiomaF%d /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> "+
		"/FontDescriptor %d 0 R /CIDToGIDMap /Identity /DW 500 /W [%s]>>", f.object, descriptor, widths.String())
	// Only programs that replace the font read the measures.
	d.write(descriptor, "<</Type /FontDescriptor /FontName /AxiomaF%d /Flags 4 /FontBBox [-500 -300 1500 1000] /ItalicAngle 0 "+
		"/Ascent 950 /Descent -250 /CapHeight 700 /StemV 90 /FontFile2 %d 0 R>>", f.object, file)
	d.writeCompressed(file, fmt.Sprintf("/Length1 %d", len(f.content)), f.content)
	d.writeCompressed(unicodes, "", []byte("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Axioma def\n/CMapType 2 def\n"+
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"+texts.String()+"endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"))
}

func utf16Hex(text string) string {
	var out strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&out, "%04X", unit)
	}
	return out.String()
}

// advance returns the width in ems.
func (f *embeddedFont) advance(glyph sfnt.GlyphIndex) (float64, error) {
	units := f.UnitsPerEm()
	wide, err := f.GlyphAdvance(&f.buffer, glyph, fixed.I(int(units)), font.HintingNone)
	if err != nil {
		return 0, fmt.Errorf("measuring a letter: %w", err)
	}
	return float64(wide) / 64 / float64(units), nil
}

// width returns the width in ems.
func (f *embeddedFont) width(words string) (float64, error) {
	total := 0.0
	for _, letter := range words {
		glyph, err := f.GlyphIndex(&f.buffer, letter)
		if err != nil {
			return 0, fmt.Errorf("finding a letter: %w", err)
		}
		wide, err := f.advance(glyph)
		if err != nil {
			return 0, err
		}
		total += wide
	}
	return total, nil
}

// encode records glyphs and returns their numbers in hexadecimal.
func (f *embeddedFont) encode(words string) (string, error) {
	var codes strings.Builder
	for _, letter := range words {
		glyph, err := f.GlyphIndex(&f.buffer, letter)
		if err != nil {
			return "", fmt.Errorf("finding a letter: %w", err)
		}
		f.used[glyph] = letter
		fmt.Fprintf(&codes, "%04X", glyph)
	}
	return codes.String(), nil
}
