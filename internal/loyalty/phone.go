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

const maxPhoneText = 40

// ParsePhone returns the canonical form (E.164, CanonicalPhone) of a typed phone, and false for other texts. With + or
// 00 it names its country; else it tries, in order:
//
// - a phone of country (ISO 3166);
// - a prefix without + of an offered country;
// - a foreign mobile that is no mistyped number of country.
func ParsePhone(text, country string) (string, bool) {
	rawPhone, fault := readPhone(text)
	if fault != "" {
		return "", false
	}
	return rawPhone.parseIn(country)
}

// PhoneDigits returns a partial phone's digits without leading 00; none if it has letters.
func PhoneDigits(text string) string {
	rawPhone, fault := readPhone(text)
	if fault != "" {
		return ""
	}
	return rawPhone.digits
}

type writtenPhone struct {
	digits          string // without leading 00
	trunklessDigits string // without the zero of '(0)'; empty: none
	international   bool
	landlines       bool // keep as written if valid
}

var (
	phoneLabel    = regexp.MustCompile(`(?i)^\s*['’]?\s*(?:(?:tel(?:[eé]fono|f)?|tfno|tlf(?:no)?|m[oó]vil|mobile|celular|whatsapp)\s*[:.]?)?\s*`)
	whatsAppLink  = regexp.MustCompile(`(?i)^\s*(?:https?://)?wa\.me/\+?`)
	severalPluses = regexp.MustCompile(`^[( ]*\+[+ ]+`)
	bracketedZero = regexp.MustCompile(`\(\s*0\s*\)`)
)

const (
	faultLongPhone    = "Es demasiado largo para ser un teléfono."
	faultPhoneLetters = "Un teléfono solo lleva cifras, por ejemplo +34 612 34 56 78."
)

func readPhone(text string) (rawPhone writtenPhone, fault string) {
	if len(text) > 8*maxPhoneText {
		return rawPhone, faultLongPhone
	}
	text = plainPhoneText(text)
	if len([]rune(text)) > maxPhoneText {
		return rawPhone, faultLongPhone
	}
	rawPhone, ok := phoneOfText(text)
	if !ok {
		return rawPhone, faultPhoneLetters
	}
	if at := bracketedZero.FindStringIndex(text); at != nil {
		trunklessPhone, _ := phoneOfText(text[:at[0]] + text[at[1]:])
		rawPhone.trunklessDigits = trunklessPhone.digits
	}
	return rawPhone, ""
}

func plainPhoneText(text string) string {
	text = strings.Map(plainPhoneRune, norm.NFKC.String(text))
	text = phoneLabel.ReplaceAllString(whatsAppLink.ReplaceAllString(text, "+"), "")
	return strings.TrimSpace(severalPluses.ReplaceAllString(text, "+"))
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

// digitValue returns a digit's value: each range of the table begins with a zero.
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

// parseIn drops the zero of '(0)' if the rest is a mobile, or if no phone keeps the zero, as Italian landlines do.
func (w writtenPhone) parseIn(country string) (string, bool) {
	if w.trunklessDigits == "" {
		return w.read(country)
	}
	trunklessPhone := w
	trunklessPhone.digits, trunklessPhone.trunklessDigits = w.trunklessDigits, ""
	short, isShort := trunklessPhone.read(country)
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

// mobileOf reads the digits as a mobile with the country's prefix. Try it before landlines: +49 49 151… is also a valid
// German landline.
func (w writtenPhone) mobileOf(country string) (string, bool) {
	if prefixOf(w.digits) != phonenumbers.GetCountryCodeForRegion(country) {
		return "", false
	}
	if !isMobile("+" + w.digits) {
		return "", false
	}
	return w.e164("+"+w.digits, "")
}

// mobileAbroad rejects possible mistyped numbers of the country.
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

// isArgentineMobile accepts blocks of long Argentine areas that the library lacks.
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

// prefixNames returns the prefixes offered by the forms (specification, section 9).
func prefixNames() map[int]string {
	return map[int]string{
		34: "España", 351: "Portugal", 33: "Francia", 39: "Italia", 49: "Alemania", 44: "Reino Unido", 1: "EE. UU. y Canadá",
		52: "México", 57: "Colombia", 56: "Chile", 51: "Perú", 54: "Argentina", 58: "Venezuela", 593: "Ecuador", 591: "Bolivia",
		598: "Uruguay", 595: "Paraguay",
	}
}

// IsCountry reports whether an ISO 3166 code has phones.
func IsCountry(code string) bool { return phonenumbers.GetSupportedRegions()[code] }

// notPhoneRune rejects letters, which the parser reads as keys, and a second +.
func notPhoneRune(r rune) bool {
	return (r < '0' || r > '9') && !strings.ContainsRune("().,/·", r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Pd, r)
}

func onlyDigits(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// MaskPhone shows two digits at both ends if four stay hidden (specification, section 6).
func MaskPhone(phone string) string {
	const shownDigits, fewest = 2, 8
	digits := strings.TrimPrefix(phone, "+")
	if len(digits) < fewest {
		return strings.Repeat("•", len(digits))
	}
	return digits[:shownDigits] + strings.Repeat("•", len(digits)-2*shownDigits) + digits[len(digits)-shownDigits:]
}

// MaskEmail shows the first and last letter before the @, and the domain (specification, section 6).
func MaskEmail(email string) string {
	local, domain, found := strings.Cut(email, "@")
	letters := []rune(local)
	if !found || len(letters) == 0 {
		return ""
	}
	if len(letters) <= 2 {
		return strings.Repeat("•", len(letters)) + "@" + domain
	}
	mask := strings.Repeat("•", len(letters)-2)
	return string(letters[0]) + mask + string(letters[len(letters)-1]) + "@" + domain
}
