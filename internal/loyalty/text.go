package loyalty

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// The longest texts accepted, in characters.
const (
	MaxNameLength  = 120
	MaxEmailLength = 254
	MaxNotesLength = 2000
)

// Fold returns the text as searches compare it: without accents, in lower
// case, runs of white space as one blank. 'José  PEÑA' becomes 'jose pena'.
func Fold(text string) string {
	stripped, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), text)
	if err != nil {
		stripped = text
	}
	return strings.Join(strings.Fields(strings.ToLower(stripped)), " ")
}

// SortKey returns bytes that order texts as Spanish does (ñ after n, accents
// and case aside), as text that any database compares byte by byte.
func SortKey(text string) string {
	var buffer collate.Buffer
	key := collate.New(language.Spanish, collate.Loose).KeyFromString(&buffer, text)
	return encodeHex(key)
}

func encodeHex(bytes []byte) string {
	const digits = "0123456789abcdef"
	var out strings.Builder
	out.Grow(2 * len(bytes))
	for _, b := range bytes {
		out.WriteByte(digits[b>>4])
		out.WriteByte(digits[b&15])
	}
	return out.String()
}

// cleanLine trims a one-line text and says what is wrong with it: an empty
// string when nothing is.
func cleanLine(text string, longest int) (clean, fault string) {
	clean = strings.TrimSpace(text)
	switch {
	case !utf8.ValidString(clean) || strings.ContainsFunc(clean, unicode.IsControl):
		return clean, "Contiene caracteres no válidos."
	case utf8.RuneCountInString(clean) > longest:
		return clean, "Es demasiado largo."
	}
	return clean, ""
}

// cleanNotes is cleanLine for texts that may have several lines.
func cleanNotes(text string) (clean, fault string) {
	clean = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	_, fault = cleanLine(strings.NewReplacer("\n", " ", "\t", " ").Replace(clean), MaxNotesLength)
	return clean, fault
}

// CleanNotes returns the notes trimmed, or a validation error for field.
func CleanNotes(field, text string) (string, error) {
	clean, fault := cleanNotes(text)
	if fault != "" {
		return "", InvalidField(field, fault)
	}
	return clean, nil
}
