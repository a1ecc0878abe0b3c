package loyalty_test

import (
	"testing"

	"axioma/internal/loyalty"
)

func TestATypedPhoneIsWholeOrTheEndOfOne(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]loyalty.TypedPhone{
		"912 345 678":       {Whole: "+34912345678", Ending: "912345678"},
		"+34 912 345 678":   {Whole: "+34912345678"},
		"0034912345678":     {Whole: "+34912345678"},
		"55 1234 5678":      {Ending: "5512345678"},
		"(07911) 123-456":   {Ending: "7911123456"},
		"351912345678":      {Whole: "+351912345678", Ending: "351912345678"},
		"2345678":           {Ending: "2345678"},
		"+2345678":          {},
		"002345678":         {},
		"0345678":           {},
		"345678":            {},
		"":                  {},
		"9123456789 letras": {},
	} {
		if got := loyalty.ReadTypedPhone(text, "ES"); got != want {
			t.Errorf("%q is read as %+v, want %+v", text, got, want)
		}
	}
}

func TestOnlyTheCountrysPrefixMayBeMissingOfAWholePhone(t *testing.T) {
	t.Parallel()
	for _, whole := range [][2]string{
		{"912345678", "+351912345678"}, {"351912345678", "+351912345678"}, {"5512345678", "+525512345678"},
		{"07911123456", "+447911123456"}, {"06 1234 5678", "+390612345678"}, {"2125550123", "+12125550123"},
	} {
		if !loyalty.ReadTypedPhone(whole[0], "ES").IsAllOf(whole[1]) {
			t.Errorf("%s is not taken for all of %s", whole[0], whole[1])
		}
	}
	for _, part := range [][2]string{
		{"12345678", "+351912345678"}, {"1912345678", "+351912345678"}, {"+34912345678", "+351912345678"}, {"5550123", "+12125550123"}, {"", ""},
	} {
		if loyalty.ReadTypedPhone(part[0], "ES").IsAllOf(part[1]) {
			t.Errorf("%s is taken for all of %s", part[0], part[1])
		}
	}
}
