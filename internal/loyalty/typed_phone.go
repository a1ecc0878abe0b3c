package loyalty

import (
	"slices"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// MinPhoneSuffix is the length of the shortest phone numbers.
const MinPhoneSuffix = 7

// TypedPhone is a phone typed to find a customer.
type TypedPhone struct {
	// Whole is E.164, or empty. A phone without prefix is read as one of the country.
	Whole string
	// Suffix is compared with the end of phones; empty with a prefix or under MinPhoneSuffix digits.
	Suffix string
}

// ParseTypedPhone returns the zero value if the text is no phone.
func ParseTypedPhone(text, country string) TypedPhone {
	rawPhone, fault := readPhone(text)
	if fault != "" {
		return TypedPhone{}
	}
	var typedPhone TypedPhone
	typedPhone.Whole, _ = rawPhone.parseIn(country)
	if rawPhone.international {
		return typedPhone
	}
	// A leading zero is only dialled within a country.
	if digits := strings.TrimLeft(rawPhone.digits, "0"); len(digits) >= MinPhoneSuffix {
		typedPhone.Suffix = digits
	}
	return typedPhone
}

// Matches reports whether the suffix is the phone without its prefix, in either form (PhoneForms).
func (p TypedPhone) Matches(phone string) bool {
	if p.Suffix == "" {
		return false
	}
	canonical, second := PhoneForms(phone)
	return p.matchesForm(phone) || p.matchesForm(canonical) || p.matchesForm(second)
}

func (p TypedPhone) matchesForm(phone string) bool {
	if "+"+p.Suffix == phone {
		return true
	}
	number, err := phonenumbers.Parse(phone, "")
	return err == nil && strings.TrimLeft(phonenumbers.GetNationalSignificantNumber(number), "0") == p.Suffix
}

// IsTypedPhoneInAnyCountry reports whether the text is read as phone, Whole or else Suffix, in a country. It tries the
// countries of the phone's prefix, because 245 take up to 0.1 s.
func IsTypedPhoneInAnyCountry(text, phone string) bool {
	if !strings.HasPrefix(phone, "+") {
		return phone != "" && ParseTypedPhone(text, "").Suffix == phone // the same in all countries
	}
	number, err := phonenumbers.Parse(phone, "")
	if err != nil {
		return false
	}
	countries := phonenumbers.GetRegionCodesForCountryCode(int(number.GetCountryCode()))
	return slices.ContainsFunc(slices.Concat(countries, otherInternationalPrefixes()), func(country string) bool {
		return ParseTypedPhone(text, country).Whole == phone
	})
}

// otherInternationalPrefixes returns countries for the prefixes other than 00: a text that begins with one of them is
// read there as a foreign phone.
func otherInternationalPrefixes() []string { return []string{"US", "AU", "JP"} }

// ForeignMobiles reads the digits as mobiles of countries with two forms: these may end differently.
func (p TypedPhone) ForeignMobiles() []string {
	if p.Suffix == "" {
		return nil
	}
	var abroad []string
	for _, country := range []string{"AR", "BR", "MX", "CI", "BJ"} {
		if phone, ok := (writtenPhone{digits: p.Suffix}).e164(p.Suffix, country); ok && !strings.HasSuffix(phone, p.Suffix) {
			abroad = append(abroad, phone)
		}
	}
	return abroad
}
