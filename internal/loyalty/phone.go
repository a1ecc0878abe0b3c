package loyalty

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/nyaruka/phonenumbers"
)

// maxPhoneText bounds what is handed to the parser: no phone is longer, even
// with every blank and bracket people put in.
const maxPhoneText = 40

// ParsePhone returns the E.164 form of a phone as people write it: with + or 00
// it is of the country that it says; else of country (ISO 3166), where it is a
// phone of that; else of one of the countries that the forms offer, whose prefix
// it has without the +. It reports false when it is none of them. Whatever one
// phone is written like, its form is the same.
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

// writtenPhone is what somebody wrote for a phone.
type writtenPhone struct {
	digits        string // without the 00 of an international call
	international bool   // it says its country
}

// readPhone takes a text apart, or says why it can be no phone.
func readPhone(text string) (written writtenPhone, fault string) {
	if len(text) > 8*maxPhoneText {
		return written, "Es demasiado largo para ser un teléfono."
	}
	text = strings.TrimSpace(strings.Map(dropInvisible, text))
	if len([]rune(text)) > maxPhoneText {
		return written, "Es demasiado largo para ser un teléfono."
	}
	text = strings.TrimLeft(text, "( ")
	rest, plus := strings.CutPrefix(text, "+")
	if strings.ContainsFunc(rest, notPhoneRune) {
		return written, "Un teléfono solo lleva cifras, por ejemplo +34 612 34 56 78."
	}
	digits, zeros := strings.CutPrefix(strings.Map(onlyDigits, rest), "00")
	return writtenPhone{digits: digits, international: plus || zeros}, ""
}

func (w writtenPhone) in(country string) (string, bool) {
	if w.international {
		return e164("+"+w.digits, "")
	}
	if phone, ok := w.mobileOf(country); ok {
		return phone, true
	}
	if phone, ok := e164(w.digits, country); ok {
		return phone, true
	}
	if _, offered := prefixNames()[prefixOf(w.digits)]; offered {
		return e164("+"+w.digits, "")
	}
	return "", false
}

// mobileOf reads the digits as the country's own prefix and a mobile. It goes
// first: German landlines have so many lengths that +49 49 151… is one as well.
func (w writtenPhone) mobileOf(country string) (string, bool) {
	if prefixOf(w.digits) != phonenumbers.GetCountryCodeForRegion(country) {
		return "", false
	}
	number, err := phonenumbers.Parse("+"+w.digits, "")
	if err != nil || phonenumbers.GetNumberType(number) != phonenumbers.MOBILE {
		return "", false
	}
	return phonenumbers.Format(number, phonenumbers.E164), true
}

// e164 returns the one form of a phone, and false when there is no such phone.
func e164(digits, country string) (string, bool) {
	number, err := phonenumbers.Parse(digits, country)
	if err != nil {
		return "", false
	}
	if shorter, found := withoutMexicanTrunk(number); found {
		return e164(shorter, "")
	}
	if !phonenumbers.IsValidNumber(number) {
		return "", false
	}
	return phonenumbers.Format(number, phonenumbers.E164), true
}

// withoutMexicanTrunk takes off what was dialled before a Mexican number until
// 2019. Contacts still have it, and WhatsApp goes on naming its people with the 1.
func withoutMexicanTrunk(number *phonenumbers.PhoneNumber) (string, bool) {
	const mexico, length = 52, 10
	if number.GetCountryCode() != mexico {
		return "", false
	}
	national := phonenumbers.GetNationalSignificantNumber(number)
	for _, trunk := range []string{"1", "01", "044", "045"} {
		if rest, found := strings.CutPrefix(national, trunk); found && len(rest) == length {
			return "+52" + rest, true
		}
	}
	return "", false
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

// KnownCountry reports whether a code (ISO 3166, in capitals) is a country with
// phones.
func KnownCountry(code string) bool { return phonenumbers.GetSupportedRegions()[code] }

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
