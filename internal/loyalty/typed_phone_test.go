package loyalty_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/nyaruka/phonenumbers"

	"axioma/internal/loyalty"
)

// Spec: validation-29
func TestParseTypedPhone_WholeOrSuffix(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]loyalty.TypedPhone{
		"912 345 678":       {Whole: "+34912345678", Suffix: "912345678"},
		"+34 912 345 678":   {Whole: "+34912345678"},
		"0034912345678":     {Whole: "+34912345678"},
		"55 1234 5678":      {Suffix: "5512345678"},
		"(07911) 123-456":   {Suffix: "7911123456"},
		"351912345678":      {Whole: "+351912345678", Suffix: "351912345678"},
		"2345678":           {Suffix: "2345678"},
		"+2345678":          {},
		"002345678":         {},
		"0345678":           {},
		"345678":            {},
		"":                  {},
		"9123456789 letras": {},
	} {
		if got := loyalty.ParseTypedPhone(text, "ES"); got != want {
			t.Errorf("%q is read as %+v, want %+v", text, got, want)
		}
	}
}

func TestTypedPhone_WithoutCountryPrefix_Matches(t *testing.T) {
	t.Parallel()
	for _, whole := range [][2]string{
		{"912345678", "+351912345678"}, {"351912345678", "+351912345678"}, {"5512345678", "+525512345678"},
		{"07911123456", "+447911123456"}, {"06 1234 5678", "+390612345678"}, {"2125550123", "+12125550123"},
	} {
		if !loyalty.ParseTypedPhone(whole[0], "ES").Matches(whole[1]) {
			t.Errorf("%s must match %s", whole[0], whole[1])
		}
	}
	for _, part := range [][2]string{
		{"12345678", "+351912345678"}, {"1912345678", "+351912345678"}, {"+34912345678", "+351912345678"}, {"5550123", "+12125550123"}, {"", ""},
	} {
		if loyalty.ParseTypedPhone(part[0], "ES").Matches(part[1]) {
			t.Errorf("%s must not match %s", part[0], part[1])
		}
	}
}

func TestTypedPhone_EitherFormWithoutPrefix_Matches(t *testing.T) {
	t.Parallel()
	for input, phone := range map[string]string{
		"11 2345 6789": "+5491123456789", "9 11 2345 6789": "+5491123456789", "11 8123 4567": "+5511981234567", "(11) 98123-4567": "+5511981234567",
		"1 55 1234 5678": "+525512345678",
	} {
		if !loyalty.ParseTypedPhone(input, "ES").Matches(phone) {
			t.Errorf("%s must match %s", input, phone)
		}
	}
}

func TestTypedPhone_ForeignMobiles_ReturnTheStoredForm(t *testing.T) {
	t.Parallel()
	for input, phone := range map[string]string{"11 8123 4567": "+5511981234567", "011 15 2345-6789": "+5491123456789"} {
		if abroad := loyalty.ParseTypedPhone(input, "ES").ForeignMobiles(); !slices.Contains(abroad, phone) {
			t.Errorf("the foreign mobiles of %s are %v, want %s among them", input, abroad, phone)
		}
	}
}

func TestIsTypedPhoneInAnyCountry_ReadingOfAnyCountry_IsRecognized(t *testing.T) {
	t.Parallel()
	for country := range phonenumbers.GetSupportedRegions() {
		for _, text := range []string{
			"612 345 678", "+34 612 345 678", "0034 612 345 678", "011 34 612 345 678", "0011 34 612 345 678", "010 34 612 345 678", "0612345678", "11 15 2345-6789",
		} {
			typedPhone := loyalty.ParseTypedPhone(text, country)
			if read := cmp.Or(typedPhone.Whole, typedPhone.Suffix); read != "" && !loyalty.IsTypedPhoneInAnyCountry(text, read) {
				t.Errorf("%q is not recognized as %s, want its reading in %s recognized", text, read, country)
			}
		}
	}
	for text, other := range map[string]string{"612 345 678": "+34612345679", "+34 612 345 678": "+351612345678", "": "", "Ana": ""} {
		if loyalty.IsTypedPhoneInAnyCountry(text, other) {
			t.Errorf("%q is recognized as %q, want it not recognized", text, other)
		}
	}
}
