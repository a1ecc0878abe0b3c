package loyalty_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
)

// waysOfWriting has forms of one mobile. {…} is replaced by its digits.
func waysOfWriting() map[string]struct {
	country string
	digits  *rapid.Generator[string]
	cut     []int // lengths of the groups of digits
	ways    []string
	want    string
} {
	type country = struct {
		country string
		digits  *rapid.Generator[string]
		cut     []int
		ways    []string
		want    string
	}
	return map[string]country{
		"Argentina, Buenos Aires": {"AR", rapid.StringMatching(`11[2-7]\d{7}`), []int{2, 6}, []string{
			"+54 9 {0} {1}-{2}", "+54 {0} {1} {2}", "54 9 {0} {1} {2}", "54{0}{1}{2}", "0{0} 15 {1}-{2}", "+54 {0} 15 {1} {2}", "{0} {1} {2}",
			"0{0} {1} {2}", "{0} 15 {1} {2}", "+54 9 0{0} {1} {2}", "+54 9 {0} 15 {1} {2}", "+54 (0){0} {1} {2}", "tel:+549{0}{1}{2}", "0054 {0} {1} {2}",
		}, "+549{0}{1}{2}"},
		"Brazil": {"BR", rapid.StringMatching(`(11|21|31|47|51|85)[6-9]\d{7}`), []int{2, 6}, []string{
			"+55 {0} 9{1}-{2}", "+55 {0} {1}-{2}", "55 {0} {1} {2}", "55{0}9{1}{2}", "({0}) 9{1}-{2}", "0{0} 9{1} {2}", "({0}) {1} {2}",
			"+55 (0{0}) 9{1} {2}", "0055 {0} {1} {2}", "tel:+55-{0}-{1}-{2}",
		}, "+55{0}9{1}{2}"},
		"Mexico": {"MX", rapid.StringMatching(`55[1-8]\d{7}`), []int{2, 6}, []string{
			"+52 {0} {1} {2}", "+52 1 {0} {1} {2}", "521{0}{1}{2}", "52 {0} {1} {2}", "044 {0} {1} {2}", "{0} {1} {2}", "tel:+521{0}{1}{2}",
		}, "+52{0}{1}{2}"},
	}
}

func fillPattern(pattern, digits string, cut []int) string {
	for i, part := range []string{digits[:cut[0]], digits[cut[0]:cut[1]], digits[cut[1]:]} {
		pattern = strings.ReplaceAll(pattern, "{"+string(rune('0'+i))+"}", part)
	}
	return pattern
}

func TestParsePhone_AllWaysOfWritingOneMobile_GiveOneValue(t *testing.T) {
	t.Parallel()
	for name, forms := range waysOfWriting() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				digits := forms.digits.Draw(t, "digits")
				want := fillPattern(forms.want, digits, forms.cut)
				for _, way := range forms.ways {
					input := fillPattern(way, digits, forms.cut)
					if got, ok := loyalty.ParsePhone(input, forms.country); !ok || got != want {
						t.Fatalf("%q is read as %q, %t; want %q", input, got, ok, want)
					}
				}
			})
		})
	}
}

func TestCanonicalPhone_Twice_IsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		phone := rapid.StringMatching(`\+(54|549|55|52|521|225|229|34|39|[1-9]\d{0,2})\d{6,11}`).Draw(t, "phone")
		canonical := loyalty.CanonicalPhone(phone)
		if again := loyalty.CanonicalPhone(canonical); again != canonical {
			t.Fatalf("the canonical form of %s is %s, but that of this form is %s, want the same", phone, canonical, again)
		}
		second, found := loyalty.SecondPhoneForm(canonical)
		if found && (second == canonical || loyalty.CanonicalPhone(second) != canonical) {
			t.Fatalf("the second form of %s is %s, whose canonical form is %s, want another form of the same phone", canonical, second, loyalty.CanonicalPhone(second))
		}
		if first, other := loyalty.PhoneForms(phone); first != canonical || !loyalty.SamePhone(first, other) {
			t.Fatalf("the forms of %s are %s and %s, want one canonical form", phone, first, other)
		}
	})
}

func TestParsePhone_OwnResult_IsUnchanged(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		input := rapid.StringMatching(`(tel:)?(\+|00)?(54|55|52|34|44|31)?( ?\(0\) ?)?[0-9 -]{6,14}`).Draw(t, "typed")
		for _, country := range []string{"ES", "AR", "BR", "MX"} {
			phone, ok := loyalty.ParsePhone(input, country)
			if !ok {
				continue
			}
			if again, ok := loyalty.ParsePhone(phone, country); !ok || again != phone {
				t.Fatalf("%q in %s is read as %s, and that again as %q, %t", input, country, phone, again, ok)
			}
		}
	})
}

func FuzzParsePhone(f *testing.F) {
	for _, input := range []string{"+54 11 2345 6789", "55 11 8123 4567", "+34 (0) 612 345 678", "tel:612345678", "６１２３４５６７８", "6\ufe0f12"} {
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input string) {
		phone, ok := loyalty.ParsePhone(input, "ES")
		if again, isPhone := loyalty.ParsePhone(phone, "AR"); ok && (!isPhone || again != phone || loyalty.CanonicalPhone(phone) != phone) {
			t.Errorf("%q is read as %s, and that again as %q", input, phone, again)
		}
	})
}

func TestPremises_ArgentineLandline_StaysUnchanged(t *testing.T) {
	t.Parallel()
	b := loyalty.Business{Country: "AR"}
	changedBusiness, err := loyalty.SettingChanges{Premises: loyalty.PremisesChanges{Phone: loyalty.Change{Sent: true, Value: "011 4321-1234"}}}.Apply(b)
	if err != nil || changedBusiness.Premises.Phone != "+541143211234" {
		t.Errorf("the phone of the premises is %q, %v; want %q", changedBusiness.Premises.Phone, err, "+541143211234")
	}
}

func TestCanonicalPrefix_StartOfSecondForm_MatchesTheStoredPhone(t *testing.T) {
	t.Parallel()
	for digits, want := range map[string]string{
		"541123": "5491123", "549112": "549112", "55118123": "551198123", "55119812": "55119812", "551131": "551131", "52155": "5255", "34612": "34612", "": "",
	} {
		if got := loyalty.CanonicalPrefix(digits); got != want {
			t.Errorf("the canonical prefix of %s is %s, want %s", digits, got, want)
		}
	}
}
