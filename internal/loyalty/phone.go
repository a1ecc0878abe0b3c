package loyalty

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/unicode/norm"
)

// maxPhoneText bounds what is handed to the parser: no phone is longer, even
// with every blank and bracket people put in.
const maxPhoneText = 40

// ParsePhone returns the canonical form (E.164, CanonicalPhone) of a phone as
// people write it: with + or 00 it is of the country that it says; else of country
// (ISO 3166), where it is a phone of that; else of one of the countries that the
// forms offer, whose prefix it has without the +; else a mobile of another country
// whose prefix it has, where no slip of the country's own numbers looks like that.
// It reports false when it is none of them. All ways of writing one mobile return
// one value.
func ParsePhone(text, country string) (string, bool) {
	written, fault := readPhone(text)
	if fault != "" {
		return "", false
	}
	return written.in(country)
}

// PhoneDigits returns the digits of a text that may be a part of a phone,
// without the 00 of an international call, and nothing for one that has letters.
func PhoneDigits(text string) string {
	written, fault := readPhone(text)
	if fault != "" {
		return ""
	}
	return written.digits
}

// writtenPhone is a text that was typed as a phone.
type writtenPhone struct {
	digits        string // without the 00 of an international call
	untrunked     string // digits without the zero of '(0)'; empty where there is none
	international bool   // it says its country
	landlines     bool   // a number that is valid as it is written stays so
}

var (
	telScheme     = regexp.MustCompile(`(?i)^\s*tel\s*[:.]?\s*`)
	bracketedZero = regexp.MustCompile(`\(\s*0\s*\)`)
)

const (
	faultLongPhone    = "Es demasiado largo para ser un teléfono."
	faultPhoneLetters = "Un teléfono solo lleva cifras, por ejemplo +34 612 34 56 78."
)

// readPhone takes a text apart, or says why it can be no phone.
func readPhone(text string) (written writtenPhone, fault string) {
	if len(text) > 8*maxPhoneText {
		return written, faultLongPhone
	}
	text = plainPhoneText(text)
	if len([]rune(text)) > maxPhoneText {
		return written, faultLongPhone
	}
	written, ok := phoneOfText(text)
	if !ok {
		return written, faultPhoneLetters
	}
	if at := bracketedZero.FindStringIndex(text); at != nil {
		bare, _ := phoneOfText(text[:at[0]] + text[at[1]:])
		written.untrunked = bare.digits
	}
	return written, ""
}

// plainPhoneText returns a text without characters that are not shown, with ASCII
// digits and punctuation, and without the 'tel:' of a link.
func plainPhoneText(text string) string {
	text = strings.Map(plainPhoneRune, norm.NFKC.String(text))
	return strings.TrimSpace(telScheme.ReplaceAllString(text, ""))
}

func plainPhoneRune(r rune) rune {
	switch {
	case unicode.In(r, unicode.Cf, unicode.Me, unicode.Variation_Selector), r == '\u034f', isBlank(r):
		return -1
	case r == '➕':
		return '+'
	case r > unicode.MaxASCII && unicode.Is(unicode.Nd, r):
		return '0' + digitValue(r)
	}
	return r
}

// digitValue returns the value of a decimal digit of any script. Each script has
// its ten digits in a row, and a range of the table begins with a zero.
func digitValue(r rune) rune {
	for _, digits := range unicode.Nd.R16 {
		if r >= rune(digits.Lo) && r <= rune(digits.Hi) {
			return (r - rune(digits.Lo)) % 10
		}
	}
	for _, digits := range unicode.Nd.R32 {
		if r >= rune(digits.Lo) && r <= rune(digits.Hi) {
			return (r - rune(digits.Lo)) % 10
		}
	}
	return 0
}

func phoneOfText(text string) (writtenPhone, bool) {
	text = strings.TrimLeft(text, "( ")
	rest, plus := strings.CutPrefix(text, "+")
	if strings.ContainsFunc(rest, notPhoneRune) {
		return writtenPhone{}, false
	}
	digits, zeros := strings.CutPrefix(strings.Map(onlyDigits, rest), "00")
	return writtenPhone{digits: digits, international: plus || zeros}, true
}

// in reads the phone beside a country. The zero of '(0)' is left out where a
// mobile is left, or where no phone has it: Italian landlines keep theirs.
func (w writtenPhone) in(country string) (string, bool) {
	if w.untrunked == "" {
		return w.read(country)
	}
	bare := w
	bare.digits, bare.untrunked = w.untrunked, ""
	short, isShort := bare.read(country)
	if isShort && isMobile(short) {
		return short, true
	}
	if whole, ok := w.read(country); ok {
		return whole, true
	}
	return short, isShort
}

func (w writtenPhone) read(country string) (string, bool) {
	if w.international {
		return w.e164("+"+w.digits, "")
	}
	if phone, ok := w.mobileOf(country); ok {
		return phone, true
	}
	if phone, ok := w.e164(w.digits, country); ok {
		return phone, true
	}
	if _, offered := prefixNames()[prefixOf(w.digits)]; offered {
		return w.e164("+"+w.digits, "")
	}
	return w.mobileAbroad(country)
}

// mobileOf reads the digits as the country's own prefix and a mobile. It goes
// first: German landlines have so many lengths that +49 49 151… is one as well.
func (w writtenPhone) mobileOf(country string) (string, bool) {
	if prefixOf(w.digits) != phonenumbers.GetCountryCodeForRegion(country) {
		return "", false
	}
	if !isMobile("+" + w.digits) {
		return "", false
	}
	return w.e164("+"+w.digits, "")
}

// mobileAbroad reads the digits as the prefix of a country that no form offers and
// a mobile there. It refuses what a number of the country with one digit too many
// may be: nobody else is to be reached by a slip.
func (w writtenPhone) mobileAbroad(country string) (string, bool) {
	if prefixOf(w.digits) == 0 || w.hasOneDigitTooMany(country) {
		return "", false
	}
	phone, ok := w.e164("+"+w.digits, "")
	if !ok || !isMobile(phone) {
		return "", false
	}
	return phone, true
}

func (w writtenPhone) hasOneDigitTooMany(country string) bool {
	for i := range w.digits {
		if _, ok := w.e164(w.digits[:i]+w.digits[i+1:], country); ok {
			return true
		}
	}
	return false
}

// e164 returns the form of a phone that is stored, and false when there is no such
// phone.
func (w writtenPhone) e164(digits, country string) (string, bool) {
	number, err := phonenumbers.Parse(digits, country)
	if err != nil {
		return "", false
	}
	phone := phonenumbers.Format(number, phonenumbers.E164)
	if w.landlines && phonenumbers.IsValidNumber(number) {
		return phone, true
	}
	if canonical := CanonicalPhone(phone); canonical != phone {
		return canonical, true
	}
	if !phonenumbers.IsValidNumber(number) && !isMobile(phone) {
		return "", false
	}
	return phone, true
}

func isMobile(phone string) bool {
	return isKnownMobile(phone) || isArgentineMobile(phone)
}

func isKnownMobile(phone string) bool {
	number, err := phonenumbers.Parse(phone, "")
	return err == nil && phonenumbers.GetNumberType(number) == phonenumbers.MOBILE
}

var argentineMobile = regexp.MustCompile(`^\+549[1-3]\d{9}$`)

// isArgentineMobile reports whether a phone is an Argentine mobile of an area that exists. The
// library knows the areas, but of the long ones not every block of numbers that is in use.
func isArgentineMobile(phone string) bool {
	if !argentineMobile.MatchString(phone) {
		return false
	}
	const beforeArea, commonBlock = len("+549"), "4"
	for area := 2; area <= 4; area++ {
		block := beforeArea + area
		if isKnownMobile(phone[:block] + commonBlock + phone[block+1:]) {
			return true
		}
	}
	return false
}

// fault says why this is no phone, and names the prefix that was looked at.
func (w writtenPhone) fault(country string) string {
	prefix := phonenumbers.GetCountryCodeForRegion(country)
	if w.international {
		prefix = prefixOf(w.digits)
	}
	name := prefixNames()[prefix]
	switch {
	case prefix == 0:
		return "Ese prefijo no es de ningún país. Escribe el teléfono como +34 612 34 56 78."
	case name == "":
		return fmt.Sprintf("No es un teléfono con prefijo +%d. Revisa las cifras y el prefijo.", prefix)
	}
	return fmt.Sprintf("No es un teléfono con prefijo +%d (%s). Revisa las cifras y el prefijo.", prefix, name)
}

// prefixOf is the country's prefix with which digits begin, 0 when there is none.
func prefixOf(digits string) int {
	const longest = 3
	for length := 1; length <= min(longest, len(digits)); length++ {
		prefix, err := strconv.Atoi(digits[:length])
		if err == nil && phonenumbers.GetRegionCodeForCountryCode(prefix) != phonenumbers.UNKNOWN_REGION {
			return prefix
		}
	}
	return 0
}

// prefixNames are the prefixes that the forms offer (specification, section 9).
func prefixNames() map[int]string {
	return map[int]string{
		34: "España", 351: "Portugal", 33: "Francia", 39: "Italia", 49: "Alemania", 44: "Reino Unido", 1: "EE. UU. y Canadá",
		52: "México", 57: "Colombia", 56: "Chile", 51: "Perú", 54: "Argentina", 58: "Venezuela", 593: "Ecuador", 591: "Bolivia",
		598: "Uruguay", 595: "Paraguay",
	}
}

// IsCountry reports whether a code (ISO 3166, in capitals) is a country with
// phones.
func IsCountry(code string) bool { return phonenumbers.GetSupportedRegions()[code] }

// notPhoneRune keeps letters out: the parser would read them as the keys of a
// telephone. Another + would be another phone.
func notPhoneRune(r rune) bool {
	return (r < '0' || r > '9') && !strings.ContainsRune("().,/·", r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Pd, r)
}

func onlyDigits(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// MaskPhone shows the first two and the last two digits (specification,
// section 6), of a phone that has as many others to hide.
func MaskPhone(phone string) string {
	const shown, fewest = 2, 8
	digits := strings.TrimPrefix(phone, "+")
	if len(digits) < fewest {
		return strings.Repeat("•", len(digits))
	}
	return digits[:shown] + strings.Repeat("•", len(digits)-2*shown) + digits[len(digits)-shown:]
}

// MaskEmail shows the first and the last letter of the local part
// (specification, section 6) and the domain.
func MaskEmail(email string) string {
	local, domain, found := strings.Cut(email, "@")
	letters := []rune(local)
	if !found || len(letters) == 0 {
		return ""
	}
	if len(letters) <= 2 {
		return strings.Repeat("•", len(letters)) + "@" + domain
	}
	hidden := strings.Repeat("•", len(letters)-2)
	return string(letters[0]) + hidden + string(letters[len(letters)-1]) + "@" + domain
}
