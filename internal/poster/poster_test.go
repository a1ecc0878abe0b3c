package poster

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/color"
	"image/draw"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

const address = "https://axioma.test/r/k7m3xp"

func writePDF(t *testing.T, p Poster, size Size) string {
	t.Helper()
	var out bytes.Buffer
	if err := p.WritePDF(size, &out); err != nil {
		t.Fatalf("drawing: %v", err)
	}
	return out.String()
}

var (
	paper     = regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`)
	stream    = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
	rectangle = regexp.MustCompile(`(?m)^([\d.]+) ([\d.]+) ([\d.]+) -?([\d.]+) re f$`)
)

func content(t *testing.T, pdf string) string {
	t.Helper()
	for _, match := range stream.FindAllStringSubmatch(pdf, -1) {
		reader, err := zlib.NewReader(strings.NewReader(match[1]))
		if err != nil {
			continue
		}
		data, err := io.ReadAll(reader)
		if err == nil && rectangle.Match(data) {
			return string(data)
		}
	}
	t.Fatal("the page has no rectangles")
	return ""
}

// rasterize renders the rectangles of a page; a pixel is a tenth of a millimetre of A4.
func rasterize(t *testing.T, pdf string, size Size) image.Image {
	t.Helper()
	scale := 254.0 / 72
	if size == A6 {
		scale *= 2
	}
	page := image.NewGray(image.Rect(0, 0, 2100, 2970))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	for _, match := range rectangle.FindAllStringSubmatch(content(t, pdf), -1) {
		var sides [4]float64
		for i := range sides {
			value, err := strconv.ParseFloat(match[i+1], 64)
			if err != nil {
				t.Fatal(err)
			}
			sides[i] = value * scale
		}
		top := 2970 - sides[1]
		draw.Draw(page, image.Rect(int(sides[0]), int(top), int(sides[0]+sides[2]), int(top+sides[3])), image.NewUniform(color.Black), image.Point{}, draw.Src)
	}
	return page
}

func TestPDF_QR_IsReadableInBothSizes(t *testing.T) {
	t.Parallel()
	for size, want := range map[Size][2]string{A4: {"595.28", "841.89"}, A6: {"297.64", "420.94"}} {
		for _, link := range []string{address, "https://tarjeta.peluqueria-munoz-ibanez.example.org:8443/r/h4j6tw"} {
			pdf := writePDF(t, Poster{Name: "Barbería Ñu", Address: link, Target: 10, Half: 5}, size)
			if got := paper.FindStringSubmatch(pdf); got == nil || got[1] != want[0] || got[2] != want[1] {
				t.Errorf("the paper of %s is %v, want %v", size, got, want)
			}
			bitmap, err := gozxing.NewBinaryBitmapFromImage(rasterize(t, pdf, size))
			if err != nil {
				t.Fatal(err)
			}
			read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
			if err != nil {
				t.Fatalf("a reader cannot read the code on %s: %v", size, err)
			}
			if read.GetText() != link {
				t.Errorf("the code on %s says %s, want %s", size, read.GetText(), link)
			}
		}
	}
}

func textsOf(t *testing.T, pdf string) string {
	t.Helper()
	var words strings.Builder
	for _, match := range regexp.MustCompile(`(?s)\(((?:\\.|[^\\)])*)\) ?Tj`).FindAllStringSubmatch(content(t, pdf), -1) {
		raw := strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`, `\r`, "\r").Replace(match[1])
		for i := 0; i+1 < len(raw); i += 2 {
			words.WriteRune(rune(raw[i])<<8 | rune(raw[i+1]))
		}
		words.WriteString("\n")
	}
	return words.String()
}

func TestPDF_Texts(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name   string
		poster Poster
		says   []string
		lacks  string
	}{
		{"the usual one", Poster{Name: "Barbería Ñu", Address: address, Target: 10, Half: 5},
			[]string{"Barbería Ñu", "10 visitas = 1 servicio gratis, y a las 5, un 50 %", "De bienvenida, un descuento", "O entra en axioma.test/r/k7m3xp", "Escanea el código", "1\n", "3\n"}, "https"},
		{"without a half reward", Poster{Name: "Sur", Address: address, Target: 50}, []string{"50 visitas = 1 servicio gratis\n"}, "50 %"},
		{"words of its own", Poster{Name: "Sur", Address: address, Target: 4, Welcome: "Arreglo de barba (gratis)"}, []string{"De bienvenida: Arreglo de barba (gratis)"}, "descuento"},
		{"when it is open", Poster{Name: "Sur", Address: address, Target: 10, Hours: []string{"Lunes a sábado 9:30–14:00 y 16:30–20:30", "Domingo cerrado"}}, []string{"Lunes a sábado 9:30–14:00 y 16:30–20:30 · Domingo cerrado"}, "half"},
		{"hours of two lines", Poster{Name: "Sur", Address: address, Target: 10, Hours: []string{"Lunes a jueves 9:30–14:00 y 16:30–20:30", "Viernes 9:30–14:00 y 16:30–21:00", "Sábado 10:00–14:00", "Domingo cerrado"}}, []string{"16:30–20:30\nViernes 9:30–14:00 y 16:30–21:00 · Sábado 10:00–14:00 · Domingo cerrado\n"}, "half"},
		{"hours too long to read in passing", Poster{Name: "Sur", Address: address, Target: 10, Hours: slices.Repeat([]string{"Lunes 9:30–14:00, 15:00–16:00 y 16:30–20:30"}, 7)}, []string{"Enseña tu QR"}, "Lunes"},
		{"letters that are no letters", Poster{Name: "Los\tPelos 💈 ∮ de  Pepé", Address: address, Target: 10}, []string{"Los Pelos de Pepé"}, "💈"},
	} {
		words := textsOf(t, writePDF(t, row.poster, A4))
		for _, want := range row.says {
			if !strings.Contains(words, want) {
				t.Errorf("%s: the poster lacks %q:\n%s", row.name, want, words)
			}
		}
		if strings.Contains(words, row.lacks) {
			t.Errorf("%s: the poster must not have %q:\n%s", row.name, row.lacks, words)
		}
	}
}

func TestPDF_NameOfAnyLength_StaysWithinTheSign(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "Ñ", "Barbería Demo", strings.Repeat("Peluquería de los Hermanos ", 4), strings.Repeat("Ñ", 120), strings.Repeat("W", 120)} {
		s := newSheet(A4, color.RGBA{})
		if err := s.loadFonts(); err != nil {
			t.Fatal(err)
		}
		s.pdf.AddPage()
		for _, widest := range []float64{160, 98} { // 98 is the width beside the widest logo
			lines, points := s.nameLines(name, widest)
			s.font(sign, "", points, cream())
			for _, line := range lines {
				if s.width(line) > widest+4 {
					t.Errorf("%.20s: the line %q of %v points is %.0f mm wide", name, line, points, s.width(line))
				}
			}
			if height := points * 0.42 * float64(len(lines)); height > 56 {
				t.Errorf("%.20s: %d lines of %v points are %.0f mm high; want at most 56", name, len(lines), points, height)
			}
		}
	}
}

func TestPDF_Sign_HasTheColourOfTheBusiness(t *testing.T) {
	poster := Poster{Name: "Barbería Azul", Address: "https://axioma.example/r/222222", Target: 10, Enamel: color.RGBA{29, 60, 121, 255}}
	var pdf, picture bytes.Buffer
	if err := poster.WritePDF(A4, &pdf); err != nil {
		t.Fatal(err)
	}
	if err := poster.WriteSVG(&picture); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(content(t, pdf.String()), "0.114 0.235 0.475 rg") {
		t.Error("the paper lacks the colour")
	}
	if !strings.Contains(strings.ToLower(picture.String()), "#1d3c79") {
		t.Error("the picture lacks the colour")
	}
}

// The usual fonts lack letters of these names.
func TestPoster_NameInOtherAlphabet_IsPrintedWhole(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Tiệm tóc Đẹp", "Κουρείο Αθήνα", "Барбершоп Київ", "Kuaför Şık İğdır", "Frizerie Țigănuș", "Kirpykla Ąžuolas", "Rakarastudio Ḥājj"} {
		p := Poster{Name: name, Address: address, Target: 10, Welcome: "Regalo: " + name}
		words := textsOf(t, writePDF(t, p, A4))
		if !strings.Contains(words, name+"\n") || !strings.Contains(words, "De bienvenida: Regalo: "+name) {
			t.Errorf("%s is printed as\n%s; want %q in it and %q in it", name, words, name+"\n", "De bienvenida: Regalo: "+name)
		}
		if lostLetters := Unprintable(name); lostLetters != "" {
			t.Errorf("%s loses the letters %q, want none", name, lostLetters)
		}
	}
}

func TestPoster_UnprintableName_ShowsTheLogoOrAWelcome(t *testing.T) {
	t.Parallel()
	logo := logoOf(t, 300, 100)
	for _, row := range []struct {
		name, says, lacks string
		logo              []byte
		unprintable       string
	}{
		{name: "理髪店", says: "Bienvenidos\n", lacks: "店", unprintable: "理髪店"},
		{name: "理髪店 Madrid", says: "Madrid\n", lacks: "店", unprintable: "理髪店"},
		{name: "理髪店 Madrid", says: "Tu tarjeta", lacks: "Madrid", logo: logo, unprintable: "理髪店"},
		{name: "💈 Sur ✂️ 💈", says: "Sur\n", lacks: "💈", logo: logo, unprintable: "💈✂"},
		{name: "💈", says: "Tu tarjeta", lacks: "Bienvenidos", logo: logo, unprintable: "💈"},
	} {
		words := textsOf(t, writePDF(t, Poster{Name: row.name, Address: address, Target: 10, Logo: row.logo}, A4))
		if !strings.Contains(words, row.says) || strings.Contains(words, row.lacks) {
			t.Errorf("%s is printed as\n%s; want %q in it and no %q in it", row.name, words, row.says, row.lacks)
		}
		if got := Unprintable(row.name); got != row.unprintable {
			t.Errorf("%s loses %q, want %q", row.name, got, row.unprintable)
		}
	}
}

func TestPoster_LogoAlone_IsCentred(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{512, 512}, {512, 60}, {1, 512}} {
		for _, drawing := range shapesOf(t, Poster{Name: "理髪店", Address: address, Target: 10, Logo: logoOf(t, size.X, size.Y)}) {
			if drawing.name != "image" {
				continue
			}
			x, width := drawing.tenths(t, "x"), drawing.tenths(t, "width")
			if middle := x + width/2; middle < 1045 || middle > 1055 || x < 250 {
				t.Errorf("%v begins at %d and is %d tenths of a millimetre wide", size, x, width)
			}
		}
	}
}
