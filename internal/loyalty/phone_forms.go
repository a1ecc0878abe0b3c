package loyalty

import (
	"regexp"

	"github.com/nyaruka/phonenumbers"
)

// phoneForm maps a second E.164 form of a mobile to the stored one.
type phoneForm struct {
	second    *regexp.Regexp
	canonical string         // replaces second
	first     *regexp.Regexp // nil: the second form is only typed
	toSecond  string         // replaces first
	anyNumber bool           // also holds for landlines
}

// phoneForms lists the countries whose mobiles have two forms (decision 0006). web/src/lib/phone.ts has the same rules;
// both are tested with testdata/inputs.json.
var phoneForms = makePhoneForms()

func makePhoneForms() []phoneForm {
	typed := func(second, canonical string) phoneForm {
		return phoneForm{second: regexp.MustCompile(second), canonical: canonical}
	}
	row := func(second, canonical, first, toSecond string) phoneForm {
		form := typed(second, canonical)
		form.first, form.toSecond = regexp.MustCompile(first), toSecond
		return form
	}
	// Mexico: the 1 that was dialled before mobiles until 2019, and other trunk codes
	mexico := row(`^\+52(?:1|01|044|045)(\d{10})$`, `+52$1`, `^\+52(\d{10})$`, `+521$1`)
	mexico.anyNumber = true
	// Chile: the 0 of calls to mobiles at home until 2016. The library tells no mobiles from landlines there.
	chile := typed(`^\+5609(\d{8})$`, `+569$1`)
	chile.anyNumber = true
	return []phoneForm{
		mexico,
		chile,
		// Argentina: the 9 that a mobile has from abroad, and WhatsApp always writes
		row(`^\+54([1-8]\d{9})$`, `+549$1`, `^\+549(\d{10})$`, `+54$1`),
		// Argentina: the 9 with the 0 of calls at home
		typed(`^\+5490(\d{10})$`, `+549$1`),
		// Argentina: the 9 with the 15 of calls at home, after an area of two digits
		typed(`^\+5490?(11)15(\d{8})$`, `+549${1}${2}`),
		// Argentina: the same after an area of three digits
		typed(`^\+5490?([23]\d\d)15(\d{7})$`, `+549${1}${2}`),
		// Argentina: the same after an area of four digits
		typed(`^\+5490?([23]\d{3})15(\d{6})$`, `+549${1}${2}`),
		// Brazil: the ninth digit of mobiles since 2016, which WhatsApp leaves out in many areas
		row(`^\+55([1-9]\d)([16-9]\d{7})$`, `+55${1}9${2}`, `^\+55(\d\d)9([16-9]\d{7})$`, `+55${1}${2}`),
		// Italy: a 0 that mobiles never have, where no area begins so
		typed(`^\+390(3(?:2[05-9]|3[03-9]|[48][07-9]|6[0178]|7[089])\d{6,7})$`, `+39$1`),
		// Ivory Coast: mobiles of Orange before 2021
		row(`^\+225([04-9][7-9]\d{6})$`, `+22507${1}`, `^\+22507([04-9][7-9]\d{6})$`, `+225${1}`),
		// Ivory Coast: mobiles of MTN before 2021
		row(`^\+225([04-9][4-6]\d{6})$`, `+22505${1}`, `^\+22505([04-9][4-6]\d{6})$`, `+225${1}`),
		// Ivory Coast: mobiles of Moov before 2021
		row(`^\+225([04-9][0-3]\d{6})$`, `+22501${1}`, `^\+22501([04-9][0-3]\d{6})$`, `+225${1}`),
		// Benin: mobiles before the 01 of 2024
		row(`^\+229([4-9]\d{7})$`, `+22901${1}`, `^\+22901([4-9]\d{7})$`, `+229${1}`),
	}
}

// CanonicalPhone returns the form of a phone (E.164) that is stored and compared.
func CanonicalPhone(phone string) string {
	for _, form := range phoneForms {
		if !form.second.MatchString(phone) {
			continue
		}
		canonical := form.second.ReplaceAllString(phone, form.canonical)
		if form.holdsFor(canonical) {
			return canonical
		}
	}
	return phone
}

// SecondPhoneForm returns the other E.164 form of a canonical phone, and false for none.
func SecondPhoneForm(phone string) (string, bool) {
	for _, form := range phoneForms {
		if form.first == nil || !form.first.MatchString(phone) {
			continue
		}
		second := form.first.ReplaceAllString(phone, form.toSecond)
		if CanonicalPhone(second) == phone {
			return second, true
		}
	}
	return "", false
}

// PhoneForms returns the canonical and the second form; equal if there is only one. Queries use both.
func PhoneForms(phone string) (canonical, second string) {
	canonical = CanonicalPhone(phone)
	second, found := SecondPhoneForm(canonical)
	if !found {
		second = canonical
	}
	return canonical, second
}

// CanonicalPrefix converts the first digits of a second form, for search while typing.
func CanonicalPrefix(digits string) string {
	for _, start := range phoneStarts {
		if start.second.MatchString(digits) {
			return start.second.ReplaceAllString(digits, start.canonical)
		}
	}
	return digits
}

var phoneStarts = []phoneForm{
	{second: regexp.MustCompile(`^54([1-3]\d{0,9})$`), canonical: `549$1`},
	{second: regexp.MustCompile(`^55([1-9]\d)([6-8]\d{0,7})$`), canonical: `55${1}9${2}`},
	{second: regexp.MustCompile(`^521(\d{0,10})$`), canonical: `52$1`},
}

// SamePhone reports whether two phones (E.164) are the same phone.
func SamePhone(one, other string) bool {
	return one == other || one != "" && CanonicalPhone(one) == CanonicalPhone(other)
}

func (f phoneForm) holdsFor(phone string) bool {
	if !f.anyNumber {
		return isMobile(phone)
	}
	number, err := phonenumbers.Parse(phone, "")
	return err == nil && phonenumbers.IsValidNumber(number)
}
