package loyalty

import (
	"regexp"

	"github.com/nyaruka/phonenumbers"
)

// phoneForm maps a mobile's second E.164 form to the stored one.
type phoneForm struct {
	second    *regexp.Regexp
	canonical string         // replaces second
	first     *regexp.Regexp // the stored form; nil: second is only typed, so queries do not look for it
	toSecond  string         // replaces first
	anyNumber bool           // landlines too
}

// phoneForms has countries with two forms (decision 0006). web/src/lib/phone.ts has the same rules;
// testdata/inputs.json tests both.
var phoneForms = makePhoneForms()

func makePhoneForms() []phoneForm {
	makeForm := func(second, canonical string) phoneForm {
		return phoneForm{second: regexp.MustCompile(second), canonical: canonical}
	}
	row := func(second, canonical, first, toSecond string) phoneForm {
		form := makeForm(second, canonical)
		form.first, form.toSecond = regexp.MustCompile(first), toSecond
		return form
	}
	// Mexico: the 1 before mobiles until 2019, and other trunk codes
	mexico := row(`^\+52(?:1|01|044|045)(\d{10})$`, `+52$1`, `^\+52(\d{10})$`, `+521$1`)
	mexico.anyNumber = true
	// Chile: the 0 before mobiles until 2016. The library cannot tell mobiles from landlines.
	chile := makeForm(`^\+5609(\d{8})$`, `+569$1`)
	chile.anyNumber = true
	return []phoneForm{
		mexico,
		chile,
		// Argentina: the 9 from abroad, always in WhatsApp
		row(`^\+54([1-8]\d{9})$`, `+549$1`, `^\+549(\d{10})$`, `+54$1`),
		// Argentina: the 0 at home
		makeForm(`^\+5490(\d{10})$`, `+549$1`),
		// Argentina: the 15 at home, two-digit area
		makeForm(`^\+5490?(11)15(\d{8})$`, `+549${1}${2}`),
		// Argentina: three-digit area
		makeForm(`^\+5490?([23]\d\d)15(\d{7})$`, `+549${1}${2}`),
		// Argentina: four-digit area
		makeForm(`^\+5490?([23]\d{3})15(\d{6})$`, `+549${1}${2}`),
		// Brazil: the ninth digit since 2016, often missing in WhatsApp
		row(`^\+55([1-9]\d)([16-9]\d{7})$`, `+55${1}9${2}`, `^\+55(\d\d)9([16-9]\d{7})$`, `+55${1}${2}`),
		// Italy: a 0 that mobiles never have
		makeForm(`^\+390(3(?:2[05-9]|3[03-9]|[48][07-9]|6[0178]|7[089])\d{6,7})$`, `+39$1`),
		// Ivory Coast: Orange before 2021
		row(`^\+225([04-9][7-9]\d{6})$`, `+22507${1}`, `^\+22507([04-9][7-9]\d{6})$`, `+225${1}`),
		// Ivory Coast: MTN before 2021
		row(`^\+225([04-9][4-6]\d{6})$`, `+22505${1}`, `^\+22505([04-9][4-6]\d{6})$`, `+225${1}`),
		// Ivory Coast: Moov before 2021
		row(`^\+225([04-9][0-3]\d{6})$`, `+22501${1}`, `^\+22501([04-9][0-3]\d{6})$`, `+225${1}`),
		// Benin: before the 01 of 2024
		row(`^\+229([4-9]\d{7})$`, `+22901${1}`, `^\+22901([4-9]\d{7})$`, `+229${1}`),
	}
}

// CanonicalPhone returns the stored form (E.164).
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

// SecondPhoneForm returns the other form, or false.
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

// PhoneForms returns both forms for queries; they may be equal.
func PhoneForms(phone string) (canonical, second string) {
	canonical = CanonicalPhone(phone)
	second, found := SecondPhoneForm(canonical)
	if !found {
		second = canonical
	}
	return canonical, second
}

// CanonicalPrefix converts leading digits, for search while typing.
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

// SamePhone reports whether the canonical forms are equal.
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
