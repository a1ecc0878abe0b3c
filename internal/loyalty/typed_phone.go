package loyalty

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// MinPhoneSuffix is how many digits find a customer by the end of her phone: as
// many as the shortest numbers have without their prefix. Fewer end too many.
const MinPhoneSuffix = 7

// TypedPhone is a phone as somebody types it to find the customer who has it.
type TypedPhone struct {
	// Whole is the phone in E.164 where the text is one; without prefix it is one
	// of the country.
	Whole string
	// Suffix are the digits by which phones of any country are compared from
	// their end. It is empty where a prefix was typed, which says which phone is
	// meant, and where the digits are fewer than ShortestEnding.
	Suffix string
}

// ParseTypedPhone reads a phone as people write it, with or without prefix. The
// zero value is a text that can mean no phone.
func ParseTypedPhone(text, country string) TypedPhone {
	written, fault := readPhone(text)
	if fault != "" {
		return TypedPhone{}
	}
	var typed TypedPhone
	typed.Whole, _ = written.in(country)
	if written.international {
		return typed
	}
	// The zero before a number is for calls within its country.
	if digits := strings.TrimLeft(written.digits, "0"); len(digits) >= MinPhoneSuffix {
		typed.Suffix = digits
	}
	return typed
}

// Matches reports whether nothing of a phone (E.164) is missing but, at most, the
// prefix of its country. Either form of a telephone counts (PhoneForms).
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

// ForeignMobiles returns the mobiles that the digits are at home in countries whose
// mobiles have two forms: there the digits may not be the end of what is stored.
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
