package loyalty

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// maxPhoneText bounds what is handed to the parser: no phone is longer, even
// with every blank and bracket people put in.
const maxPhoneText = 40

// ParsePhone returns the E.164 form of a phone as people write it, with or
// without prefix; one without belongs to country (ISO 3166). It reports false
// when the text is not a possible phone of any country.
func ParsePhone(text, country string) (string, bool) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxPhoneText || strings.ContainsFunc(text, notPhoneRune) {
		return "", false
	}
	if international, found := strings.CutPrefix(text, "00"); found {
		text = "+" + international
	}
	number, err := phonenumbers.Parse(text, country)
	if err != nil || !phonenumbers.IsValidNumber(number) {
		return "", false
	}
	return phonenumbers.Format(number, phonenumbers.E164), true
}

// KnownCountry reports whether a code (ISO 3166, in capitals) is a country with
// phones.
func KnownCountry(code string) bool { return phonenumbers.GetSupportedRegions()[code] }

// notPhoneRune keeps letters out: the parser would read them as the keys of a
// telephone.
func notPhoneRune(r rune) bool {
	return !strings.ContainsRune("+0123456789 ().-/\u00a0", r)
}

// MaskPhone shows the first two and the last two digits (specification,
// section 6).
func MaskPhone(phone string) string {
	digits := strings.TrimPrefix(phone, "+")
	if len(digits) <= 4 {
		return strings.Repeat("•", len(digits))
	}
	return digits[:2] + strings.Repeat("•", len(digits)-4) + digits[len(digits)-2:]
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
