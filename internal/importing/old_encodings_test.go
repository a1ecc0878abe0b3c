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
				t.Errorf("the names are %q", names)
			}
			if said := strings.Join(file.Notices, " "); strings.Contains(said, "codificación") != (test.notice != "") || !strings.Contains(said, test.notice) {
				t.Errorf("the notices are %q, want %q in them", file.Notices, test.notice)
			}
		})
	}
}

func TestParse_SomeBytesAreNotUTF8_OthersStay(t *testing.T) {
	t.Parallel()
	file := mustParse(t, []byte("Nombre;Teléfono\nÍñigo Peña;612345678\nAna Mu\xf1oz;612345679\n"))
	if names := namesIn(file); !slices.Equal(names, []string{"Íñigo Peña", "Ana Muñoz"}) {
		t.Errorf("the names are %q", names)
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
