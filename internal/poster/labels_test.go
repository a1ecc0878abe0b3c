package poster

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"golang.org/x/image/font/sfnt"

	"axioma/internal/qr"
)

func labelOf(t *testing.T, name, id string) Label {
	t.Helper()
	picture, err := qr.Customer(id, "shop", strings.Repeat("s", 86))
	if err != nil {
		t.Fatal(err)
	}
	return Label{Name: name, QR: picture}
}

func labelsPDF(t *testing.T, names ...string) string {
	t.Helper()
	var out bytes.Buffer
	labels := NewLabels("Barbería Ñu", &out)
	for i, name := range names {
		if err := labels.Add(labelOf(t, name, "customer-"+strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := labels.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func objects(t *testing.T, pdf string) []string {
	t.Helper()
	_, end, _ := strings.Cut(pdf, "startxref\n")
	table, err := strconv.Atoi(strings.Split(end, "\n")[0])
	if err != nil || !strings.HasPrefix(pdf[table:], "xref\n0 ") {
		t.Fatalf("the table of objects is not at %d: %v", table, err)
	}
	var pdfObjects []string
	for number, line := range strings.Split(pdf[table:], "\n")[3:] {
		if strings.HasPrefix(line, "trailer") {
			break
		}
		offset, err := strconv.Atoi(strings.Split(line, " ")[0])
		head := fmt.Sprintf("%d 0 obj\n", number+1)
		if err != nil || !strings.HasPrefix(pdf[offset:], head) {
			t.Fatalf("object %d is not at %d: %v", number+1, offset, err)
		}
		object, _, _ := strings.Cut(pdf[offset+len(head):], "\nendobj\n")
		pdfObjects = append(pdfObjects, object)
	}
	return pdfObjects
}

func streamOf(t *testing.T, object string) (data []byte, compressedData string) {
	t.Helper()
	_, rest, _ := strings.Cut(object, "stream\n")
	compressedData = strings.TrimSuffix(rest, "\nendstream")
	reader, err := zlib.NewReader(strings.NewReader(compressedData))
	if err == nil {
		data, err = io.ReadAll(reader)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data, compressedData
}

func decodeImage(t *testing.T, object string) image.Image {
	t.Helper()
	side, err := strconv.ParseUint(regexp.MustCompile(`/Width (\d+)`).FindStringSubmatch(object)[1], 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(side)), uint32(side))
	_, pixels := streamOf(t, object)
	file := []byte("\x89PNG\r\n\x1a\n")
	for _, chunk := range []struct{ kind, data string }{{"IHDR", string(header) + "\x01\x00\x00\x00\x00"}, {"IDAT", pixels}, {"IEND", ""}} {
		file = binary.BigEndian.AppendUint32(file, uint32(len(chunk.data)))
		file = append(file, chunk.kind+chunk.data...)
		file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE([]byte(chunk.kind+chunk.data)))
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// Spec: checkin-20
func TestLabels_QRs_AreReadable(t *testing.T) {
	t.Parallel()
	number := 0
	for _, object := range objects(t, labelsPDF(t, "Ana", "Luis")) {
		if !strings.Contains(object, "/Subtype /Image") {
			continue
		}
		bitmap, err := gozxing.NewBinaryBitmapFromImage(decodeImage(t, object))
		if err != nil {
			t.Fatal(err)
		}
		read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
		want, textErr := qr.Text("customer-"+strconv.Itoa(number), "shop", strings.Repeat("s", 86))
		if err = errors.Join(err, textErr); err != nil || read.GetText() != want {
			t.Errorf("label %d has the QR %v, want %s, %v", number, read, want, err)
		}
		number++
	}
	if number != 2 {
		t.Errorf("there are %d QRs, want 2", number)
	}
}

var (
	character = regexp.MustCompile(`<([0-9A-F]{4})> <([0-9A-F]{4})>`)
	line      = regexp.MustCompile(`/F(\d+) ([\d.]+) Tf ([\d.-]+) ([\d.-]+) Td <([0-9A-F]*)> Tj`)
)

func linesOf(t *testing.T, pdf string) [][]string {
	t.Helper()
	all := objects(t, pdf)
	letters := map[string]string{}
	for number, object := range all {
		reference := regexp.MustCompile(`/ToUnicode (\d+) 0 R`).FindStringSubmatch(object)
		if reference == nil {
			continue
		}
		at := parseInt(t, reference[1], 10)
		table, _ := streamOf(t, all[at-1])
		for _, match := range character.FindAllStringSubmatch(string(table), -1) {
			code := parseInt(t, match[2], 16)
			letters[fmt.Sprint(number+1, match[1])] = string(rune(code))
		}
	}
	var pages [][]string
	for _, object := range all {
		contents := regexp.MustCompile(`/Contents (\d+) 0 R`).FindStringSubmatch(object)
		if contents == nil {
			continue
		}
		at := parseInt(t, contents[1], 10)
		drawing, _ := streamOf(t, all[at-1])
		var lines []string
		for _, match := range line.FindAllStringSubmatch(string(drawing), -1) {
			var words strings.Builder
			for i := 0; i < len(match[5]); i += 4 {
				words.WriteString(letters[fmt.Sprint(match[1], match[5][i:i+4])])
			}
			lines = append(lines, words.String())
		}
		pages = append(pages, lines)
	}
	return pages
}

func TestLabels_Names(t *testing.T) {
	t.Parallel()
	const below = "Barbería Ñu"
	for name, want := range map[string]string{
		"Ana Gómez":               "Ana Gómez|" + below,
		"Łukasz Ștefănescu Ђорђе": "Łukasz|Ștefănescu|Ђорђе|" + below,
		"":                        below,
		"😀":                       below,
		strings.Repeat("ñ", 40):   strings.Repeat("ñ", 14) + "|" + strings.Repeat("ñ", 14) + "|" + strings.Repeat("ñ", 12) + "|" + below,
	} {
		pages := linesOf(t, labelsPDF(t, name))
		if got := strings.Join(pages[0], "|"); len(pages) != 1 || got != want {
			t.Errorf("%q is printed as %q, want %q", name, got, want)
		}
	}
	long := linesOf(t, labelsPDF(t, strings.Repeat("María de los Ángeles ", 9)))[0]
	if len(long) != 5 || !strings.HasSuffix(long[3], "…") {
		t.Errorf("a long name is printed as %q, want it cut", long)
	}
}

func TestLabels_25_AreTwoSheetsInOrder(t *testing.T) {
	t.Parallel()
	names := make([]string, 25)
	for i := range names {
		names[i] = "Cliente " + strconv.Itoa(i)
	}
	pages := linesOf(t, labelsPDF(t, names...))
	if len(pages) != 2 || len(pages[0]) != 48 || len(pages[1]) != 2 {
		t.Fatalf("the document has %d pages, want 2 with 48 and 2 lines: %q", len(pages), pages)
	}
	for i, page := range [][]string{pages[0][:2], pages[0][46:], pages[1]} {
		if want := names[[]int{0, 23, 24}[i]]; page[0] != want {
			t.Errorf("a label has the name %q, want %q", page, want)
		}
	}
}

func TestLabels_Texts_StayOnTheLabel(t *testing.T) {
	t.Parallel()
	pdf := labelsPDF(t, "María de los Ángeles Fernández-Villaverde y Gutiérrez de la Concha", strings.Repeat("M", 120), "Ana",
		"mmmmmmm Ђ mmmmmmmm", "Ђ "+strings.Repeat("e", 60), strings.Repeat("i", 400))
	drawing := ""
	for _, object := range objects(t, pdf) {
		if strings.Contains(object, "stream") && !strings.Contains(object, "/Image") && drawing == "" {
			data, _ := streamOf(t, object)
			drawing = string(data)
		}
	}
	for _, match := range line.FindAllStringSubmatch(drawing, -1) {
		x := parseFloat(t, match[3])
		y := parseFloat(t, match[4])
		left, down := x*millimetres, pageHeight-y*millimetres
		right := left + widthOf(t, match[1], match[5])*parseFloat(t, match[2])*millimetres
		column, row := int(left/labelWidth), int((down-labelsTop)/labelHeight)
		left, right, down = left-float64(column)*labelWidth, right-float64(column)*labelWidth, down-labelsTop-float64(row)*labelHeight
		if left < labelText-0.1 || right > labelWidth-labelMargin+0.1 || down < 4 || down > labelHeight-2 {
			t.Errorf("the line %s of label %d is from %.1f to %.1f mm, %.1f mm below the top", match[5], column+row*labelColumns, left, right, down)
		}
	}
}

// widthOf returns the width of glyphs in ems.
func widthOf(t *testing.T, font, glyphs string) float64 {
	t.Helper()
	labels := NewLabels("Sur", io.Discard)
	total := 0.0
	for _, face := range []*embeddedFont{labels.strong.main, labels.strong.extendedFont, labels.regular.main} {
		for i := 0; strconv.Itoa(face.object) == font && i < len(glyphs); i += 4 {
			wide, err := face.advance(sfnt.GlyphIndex(parseInt(t, glyphs[i:i+4], 16)))
			if err != nil {
				t.Fatal(err)
			}
			total += wide
		}
	}
	return total
}

func TestLabels_UnreadableQR_ReturnsError(t *testing.T) {
	t.Parallel()
	for _, picture := range []string{"", "<svg/>", "\x89PNG\r\n\x1a\n", "\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR0000000000000"} {
		if err := NewLabels("Sur", io.Discard).Add(Label{Name: "Ana", QR: []byte(picture)}); err == nil {
			t.Errorf("a label with the broken QR %q was drawn", picture)
		}
	}
}

func TestLabels_FullDisk_ReturnsError(t *testing.T) {
	t.Parallel()
	labels, label := NewLabels("Sur", fullDisk{}), labelOf(t, "Ana", "ana")
	var err error
	for range 2000 {
		if err = labels.Add(label); err != nil {
			break
		}
	}
	if err = errors.Join(err, labels.Close()); !errors.Is(err, errFullDisk) {
		t.Errorf("drawing onto a full disk returned %v, want %v", err, errFullDisk)
	}
}

var errFullDisk = errors.New("no space left")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFullDisk }

func TestLabels_Memory_IsBounded(t *testing.T) {
	labels, label := NewLabels("Sur", io.Discard), labelOf(t, "Ana Gómez", "ana")
	add := func(count int) uint64 {
		for range count {
			if err := labels.Add(label); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return memory.HeapAlloc
	}
	first := add(500)
	if last := add(2500); last > first+1<<20 {
		t.Errorf("after 500 labels %d bytes are in memory, after 3,000 %d, want at most %d", first, last, first+1<<20)
	}
}

func parseInt(t *testing.T, text string, base int) int {
	t.Helper()
	number, err := strconv.ParseInt(text, base, 64)
	if err != nil {
		t.Fatal(err)
	}
	return int(number)
}

func parseFloat(t *testing.T, text string) float64 {
	t.Helper()
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}
