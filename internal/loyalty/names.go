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

// What is said of a name that is missing, could lead somewhere, or hides something.
const (
	noName         = "Indica el nombre."
	noFamilyName   = "Indica un nombre para la familia."
	faultAddress   = "No puede llevar direcciones de internet, correos ni teléfonos. Si es una abreviatura, deja un espacio después del punto."
	faultInvisible = "Contiene caracteres invisibles o que cambian el sentido de la escritura. Escríbelo a mano, sin copiar y pegar."
)

// cleanName is cleanLine for names, which stand in messages that bear the name of
// a business: they lead nowhere, and show all that they hold. Marks at either end
// come along when a name is copied, and are taken off.
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

// requiredName is a name that a form has to give: missing says what is wrong without one.
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

// changedName is a name after a change of it. One that stays is not looked at: it may
// be older than the rule.
func (c *validator) changedName(field, text, former, missing string) string {
	if text == former && former != "" {
		return former
	}
	return c.requiredName(field, text, missing)
}

// CleanName returns a name that may be missing as it is stored, or a validation
// error for field.
func CleanName(field, text string) (string, error) {
	clean, fault := cleanName(text)
	if fault != "" {
		return "", InvalidField(field, fault)
	}
	return clean, nil
}

// maxMarks are the accents that stand on one letter where several do.
const maxMarks = 4

// hidesSomething reports whether a name has characters that nobody sees: that turn
// the direction of writing, have no width, belong to no script, or are accents
// without a letter. The marks of Arabic and Hebrew keyboards, which override
// nothing, and hyphens of copied words may be there: they are not stored.
func hidesSomething(text string) bool {
	before, marks := ' ', 0
	composed := norm.NFC.String(text)
	for i, r := range composed {
		after, _ := utf8.DecodeRuneInString(composed[i+utf8.RuneLen(r):])
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

// joins reports whether a character is of those that joiners stand between: of
// emoji, and of scripts whose letters change beside each other.
func joins(r rune) bool { return r >= '\u0590' && r != utf8.RuneError }

// isBlank knows the letters and signs that are drawn as nothing.
func isBlank(r rune) bool { return strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", r) }

var (
	schemeOrMail = regexp.MustCompile(`://|\bwww\.|[^\s]@[^\s]|\b\d{1,3}(\.\d{1,3}){3}\b`)
	domain       = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)*\.\p{L}[\p{L}\p{N}-]+/?`)
	number       = regexp.MustCompile(`\p{Nd}(?:[\s().+/-]{0,2}\p{Nd}){8,}`) // as long as a phone
)

// leadsSomewhere reports whether a program that shows a name may make a link of a
// part of it: an address of the internet or of mail, or a phone.
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

// isHost tells 'premio.com' from 'fco.javier', where a blank is missing: it ends
// as addresses do. Of one letter and a point it is an initial, unless a path
// follows.
func isHost(host string) bool {
	host, path := strings.CutSuffix(host, "/")
	labels := strings.Split(host, ".")
	_, known := publicsuffix.PublicSuffix(labels[len(labels)-1])
	return known && (path || utf8.RuneCountInString(labels[len(labels)-2]) > 1)
}

// genericGreeting is a person whose name cannot be said.
const genericGreeting = "cliente"

// GreetingName is the word with which messages address somebody: the first of her
// name or, of a name that is older than the rule for names and breaks it, none of
// it.
func GreetingName(name string) string {
	clean, fault := cleanName(FirstWord(name))
	if fault != "" || clean == "" {
		return genericGreeting
	}
	return clean
}

// smallWords stand between a first name and a surname.
var smallWords = []string{"de", "del", "la", "las", "los", "el", "y", "i", "da", "do", "dos", "das", "di", "van", "von", "den", "der"}

// ShortName tells customers of one first name apart without saying who they are: the
// first word of the name and the initial of the next one that is not a small word.
// 'María del Carmen López' becomes 'María C.'.
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

// SenderName is the name of a business in messages: without what leads elsewhere.
func (b Business) SenderName() string {
	clean, fault := cleanName(b.Name)
	if fault != "" || clean == "" {
		return "tu barbería"
	}
	return clean
}
