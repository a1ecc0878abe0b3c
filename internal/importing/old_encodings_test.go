package importing

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

func TestParse_OldEncoding_ReadsAccentsAndSaysSo(t *testing.T) {
	t.Parallel()
	const text = "Nombre;Teléfono;Notas\nÍñigo Muñoz;612345678;O’Neill · nº 3 – José\nJOSÉ ÁNGEL NÚÑEZ;612345679;\nÓscar Güell;612345680;\n"
	for name, test := range map[string]struct {
		encoding encoding.Encoding
		notice   string
	}{
		"Windows-1252": {charmap.Windows1252, ""},
		"Mac Roman":    {charmap.Macintosh, "Mac (Mac Roman)"},
		"CP850":        {charmap.CodePage850, "MS-DOS (CP850)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := text
			if name == "CP850" {
				source = strings.NewReplacer("’", "'", "–", "-").Replace(text)
			}
			data, err := test.encoding.NewEncoder().String(source)
			if err != nil {
				t.Fatal(err)
			}
			file := mustParse(t, []byte(data))
			if names := namesIn(file); !slices.Equal(names, []string{"Íñigo Muñoz", "JOSÉ ÁNGEL NÚÑEZ", "Óscar Güell"}) {
				t.Errorf("the names are %q; want Íñigo Muñoz, JOSÉ ÁNGEL NÚÑEZ and Óscar Güell", names)
			}
			if notices := strings.Join(file.Notices, " "); strings.Contains(notices, "codificación") != (test.notice != "") || !strings.Contains(notices, test.notice) {
				t.Errorf("the notices are %q, want %q in them", file.Notices, test.notice)
			}
		})
	}
}

// Bytes of these signs are letters in Mac Roman and CP850.
func TestParse_Windows1252WithSigns_IsRecognized(t *testing.T) {
	t.Parallel()
	for name, notes := range map[string][]string{
		"euros":               {"25 €", "30 €", "30€", "de 10–20 €"},
		"no-break spaces":     {"612\u00a0345\u00a0678", "613\u00a0345\u00a0678", "Juan\u00a0Ruiz", "25\u00a0€"},
		"typographic quotes":  {"“Pepe”", "“la rubia”", "‘el chico’", "«Lolo»"},
		"ellipses and dashes": {"Llamar…", "¡Ojo!", "¿viene?", "Vino – nada", "• raya"},
		"pounds and degrees":  {"£25", "10£", "3 °", "Mª Luz", "nº 3", "2º"},
		"apostrophes":         {"l’home", "d’acord", "D’Angelo", "l’Hospitalet"},
		"capitals":            {"JOSÉ", "MUÑOZ", "GARCÍA", "ÓSCAR", "ÚRSULA"},
		"other languages":     {"João", "Simões", "Straße", "Bäcker", "sœur", "Gal·la", "cel·la", "Œuvre"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := "Nombre;Notas\nJosé García;" + strings.Join(notes, "\n;")
			data, err := charmap.Windows1252.NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			if got, notice, err := decodeText([]byte(data)); got != text || notice != "" || err != nil {
				t.Errorf("read %q with the notice %q: %v; want %q and none", got, notice, err, text)
			}
		})
	}
}

func TestParse_OldEncodingWithOneAccent_IsRecognized(t *testing.T) {
	t.Parallel()
	for _, old := range []*charmap.Charmap{charmap.Macintosh, charmap.CodePage850} {
		for _, name := range []string{"Muñoz", "García", "Pérez", "Ramón", "MUÑOZ", "María José", "Andrés"} {
			data, err := old.NewEncoder().String("Nombre\n" + name)
			if err != nil {
				t.Fatal(err)
			}
			if got, _, err := decodeText([]byte(data)); got != "Nombre\n"+name || err != nil {
				t.Errorf("read %q in %s, want %q: %v", got, old, name, err)
			}
		}
	}
}

// No encoding makes sense of a half character, so the file is not blamed on another system.
func TestParse_OnlyDamagedUTF8_StaysWindows1252(t *testing.T) {
	t.Parallel()
	if got, notice, err := decodeText([]byte("Nombre\nJos\xc3\nPe\xc3a")); got != "Nombre\nJosÃ\nPeÃa" || notice != "" || err != nil {
		t.Errorf("read %q with the notice %q: %v; want %q and none", got, notice, err, "Nombre\nJosÃ\nPeÃa")
	}
}

func TestParse_SomeBytesAreNotUTF8_OthersStay(t *testing.T) {
	t.Parallel()
	file := mustParse(t, []byte("Nombre;Teléfono\nÍñigo Peña;612345678\nAna Mu\xf1oz;612345679\n"))
	if names := namesIn(file); !slices.Equal(names, []string{"Íñigo Peña", "Ana Muñoz"}) {
		t.Errorf("the names are %q, want %q", names, []string{"Íñigo Peña", "Ana Muñoz"})
	}
	if len(file.Notices) != 1 || !strings.Contains(file.Notices[0], "1 de sus caracteres no") {
		t.Errorf("the notices are %q, want the damaged character", file.Notices)
	}
}

func namesIn(file File) (names []string) {
	for _, row := range file.Rows {
		names = append(names, row.Name)
	}
	return names
}
