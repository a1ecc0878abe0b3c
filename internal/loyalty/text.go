package loyalty

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Longest texts accepted, in characters.
const (
	MaxNameLength   = 120
	MaxEmailLength  = 254
	MaxNotesLength  = 2000
	MaxReasonLength = 200
)

// Fold prepares searches: lower case, no accents or middle dots, single blanks. "O'Higgins" gives 'o higgins'.
func Fold(text string) string {
	strippedText, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), text)
	if err != nil {
		strippedText = text
	}
	plain := strings.Map(plainRune, strings.ToLower(strippedText))
	for _, pair := range [][2]string{{"ß", "ss"}, {"æ", "ae"}, {"œ", "oe"}} {
		plain = strings.ReplaceAll(plain, pair[0], pair[1])
	}
	return strings.Join(strings.Fields(plain), " ")
}

// plainRune returns -1 for invisible characters.
func plainRune(r rune) rune {
	switch {
	case isJoiner(r) || isInvisible(r) || strings.ContainsRune("·‧", r):
		return -1
	case strings.ContainsRune("'‘’ʼʻ´`′", r):
		return ' '
	case unicode.Is(unicode.Pd, r):
		return '-'
	}
	const foreign, plain = "łøđıŀ", "lodil"
	if at := slices.Index([]rune(foreign), r); at >= 0 {
		return rune(plain[at])
	}
	return r
}

// SortKey returns a key that sorts in Spanish (ñ after n; no accents or case) when compared byte by byte.
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

// cleanLine returns NFC, single blanks, nothing invisible; fault is empty if valid.
func cleanLine(text string, longest int) (clean, fault string) {
	if !utf8.ValidString(text) {
		return "", faultOf(text, longest)
	}
	blanks := strings.FieldsFunc(norm.NFC.String(strings.Map(dropInvisible, text)), func(r rune) bool { return r == '\t' || unicode.Is(unicode.Zs, r) })
	clean = strings.TrimFunc(strings.Join(blanks, " "), func(r rune) bool { return unicode.IsSpace(r) || isJoiner(r) })
	return clean, faultOf(clean, longest)
}

const faultLong = "Es demasiado largo."

func faultOf(text string, longest int) string {
	switch {
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return "Contiene caracteres no válidos."
	case utf8.RuneCountInString(text) > longest:
		return faultLong
	}
	return ""
}

func dropInvisible(r rune) rune {
	if isInvisible(r) {
		return -1
	}
	return r
}

// isInvisible reports marks that copying adds: soft hyphens, zero-width blanks, direction marks.
func isInvisible(r rune) bool {
	joiners := isJoiner(r)
	return r == '\u00ad' || r == '\u061c' || r == '\ufeff' || r >= '\u200b' && r <= '\u200f' && !joiners ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2060' && r <= '\u206f'
}

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

func cleanNotes(text string) (clean, fault string) {
	if !utf8.ValidString(text) {
		return "", faultOf(text, MaxNotesLength)
	}
	clean = strings.TrimSpace(norm.NFC.String(strings.Map(dropInvisible, strings.ReplaceAll(text, "\r\n", "\n"))))
	return clean, faultOf(strings.NewReplacer("\n", " ", "\t", " ").Replace(clean), MaxNotesLength)
}

// CleanReason returns one optional line, or a validation error.
func CleanReason(field, text string) (string, error) {
	clean, fault := cleanLine(text, MaxReasonLength)
	if fault != "" {
		return "", InvalidField(field, fault)
	}
	return clean, nil
}

// CleanNotes returns trimmed lines, or a validation error.
func CleanNotes(field, text string) (string, error) {
	clean, fault := cleanNotes(text)
	if fault != "" {
		return "", InvalidField(field, fault)
	}
	return clean, nil
}
