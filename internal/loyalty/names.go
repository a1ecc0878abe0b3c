package loyalty

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"
)

const (
	noName         = "Indica el nombre."
	noFamilyName   = "Indica un nombre para la familia."
	faultAddress   = "No puede llevar direcciones de internet, correos ni teléfonos. Si es una abreviatura, deja un espacio después del punto."
	faultInvisible = "Contiene caracteres invisibles o que cambian el sentido de la escritura. Escríbelo a mano, sin copiar y pegar."
)

// cleanName rejects links and hidden characters, and trims marks added by copying.
func cleanName(text string) (clean, fault string) {
	inner := strings.TrimFunc(text, func(r rune) bool { return isInvisible(r) || isJoiner(r) || unicode.IsSpace(r) })
	clean, fault = cleanLine(text, MaxNameLength)
	switch {
	case fault != "":
	case hidesSomething(inner):
		fault = faultInvisible
	case leadsSomewhere(clean):
		fault = faultAddress
	}
	return clean, fault
}

func (c *validator) requiredName(field, text, missing string) string {
	name, fault := cleanName(text)
	if fault == "" && name == "" {
		fault = missing
	}
	if fault != "" {
		c.refuse(field, fault)
	}
	return name
}

// changedName accepts an unchanged name, which may be older than the rule.
func (c *validator) changedName(field, text, former, missing string) string {
	if text == former && former != "" {
		return former
	}
	return c.requiredName(field, text, missing)
}

// CleanName returns an optional name's stored form, or a validation error.
func CleanName(field, text string) (string, error) {
	clean, fault := cleanName(text)
	if fault != "" {
		return "", InvalidField(field, fault)
	}
	return clean, nil
}

// maxMarks limits accents per letter.
const maxMarks = 4

// hidesSomething finds invisible or reordering characters and lone accents. It allows direction marks and soft
// hyphens, which are not stored.
func hidesSomething(text string) bool {
	before, marks := ' ', 0
	composedText := norm.NFC.String(text)
	for i, r := range composedText {
		after, _ := utf8.DecodeRuneInString(composedText[i+utf8.RuneLen(r):])
		switch {
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks || unicode.IsSpace(before) || unicode.IsPunct(before) {
				return true
			}
			continue
		case isJoiner(r):
			if !joins(before) || !joins(after) {
				return true
			}
		case r == '\u00ad' || r == '\u200e' || r == '\u200f' || r == '\u061c':
			continue
		case unicode.In(r, unicode.Cf, unicode.Co) || isBlank(r):
			return true
		}
		before, marks = r, 0
	}
	return false
}

// joins allows a zero-width joiner in emoji and scripts that join letters.
func joins(r rune) bool { return r >= '\u0590' && r != utf8.RuneError }

func isBlank(r rune) bool { return strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", r) }

var (
	schemeOrMail = regexp.MustCompile(`://|\bwww\.|[^\s]@[^\s]|\b\d{1,3}(\.\d{1,3}){3}\b`)
	domain       = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)*\.\p{L}[\p{L}\p{N}-]+/?`)
	number       = regexp.MustCompile(`\p{Nd}(?:[\s().+/-]{0,2}\p{Nd}){8,}`)
)

// leadsSomewhere reports whether programs may link a name as web address, e-mail or phone.
func leadsSomewhere(name string) bool {
	plain := strings.NewReplacer("。", ".", "｡", ".", "․", ".").Replace(norm.NFKC.String(strings.ToLower(name)))
	if schemeOrMail.MatchString(plain) || number.MatchString(plain) {
		return true
	}
	for _, host := range domain.FindAllString(plain, -1) {
		if isHost(host) {
			return true
		}
	}
	return false
}

// isHost distinguishes 'premio.com' from 'fco.javier' by the public suffix. A single letter is an initial, unless a
// path follows.
func isHost(host string) bool {
	host, path := strings.CutSuffix(host, "/")
	labels := strings.Split(host, ".")
	_, known := publicsuffix.PublicSuffix(labels[len(labels)-1])
	return known && (path || utf8.RuneCountInString(labels[len(labels)-2]) > 1)
}

const genericGreeting = "cliente"

// GreetingName returns the first name, or a generic word if the first name breaks the rules.
func GreetingName(name string) string {
	clean, fault := cleanName(FirstWord(name))
	if fault != "" || clean == "" {
		return genericGreeting
	}
	return clean
}

var smallWords = []string{"de", "del", "la", "las", "los", "el", "y", "i", "da", "do", "dos", "das", "di", "van", "von", "den", "der"}

// ShortName returns 'María C.' for 'María del Carmen López'.
func ShortName(name string) string {
	words := strings.Fields(name)
	if len(words) == 0 {
		return ""
	}
	for _, word := range words[1:] {
		initial, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
		if initial != utf8.RuneError && !slices.Contains(smallWords, strings.ToLower(word)) {
			return words[0] + " " + string(unicode.ToUpper(initial)) + "."
		}
	}
	return words[0]
}

// SenderName returns the business's name for messages, or a generic name if it could be read as a link.
func (b Business) SenderName() string {
	clean, fault := cleanName(b.Name)
	if fault != "" || clean == "" {
		return "tu barbería"
	}
	return clean
}
