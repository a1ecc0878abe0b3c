package loyalty_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestCustomer_IsMinor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		birthday, today loyalty.Day
		minor           bool
	}{
		{"2012-03-27", "2026-03-26", true}, // fourteen tomorrow
		{"2012-03-26", "2026-03-26", false},
		{"2012-03-26", "2026-03-25", true},
		{"2026-03-26", "2026-03-26", true},
		{"2012-12-31", "2026-12-30", true},
		{"2013-01-01", "2026-12-31", true},
		{"1990-05-17", "2026-03-26", false},
		{"", "2026-03-26", false},
		{"2012-02-29", "2026-02-28", true}, // there is no 29 February in 2026
		{"2012-02-29", "2026-03-01", false},
		{"2014-02-28", "2028-02-28", false},
		{"2014-03-01", "2028-02-29", true},
	} {
		if got := (loyalty.Customer{Birthday: c.birthday}).IsMinor(c.today); got != c.minor {
			t.Errorf("a customer born on %s is a minor on %s = %t, want %t", c.birthday, c.today, got, c.minor)
		}
	}
}

func TestCustomer_MayBeMinor_CoversAllTimeZones(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 26, 12, 0, 0, 0, time.UTC)
	for hour := range 24 {
		now := noon.Add(time.Duration(hour) * time.Hour)
		for birthday := loyalty.Day("2012-03-23"); birthday < "2012-03-31"; birthday = birthday.Plus(1) {
			customer := loyalty.Customer{Birthday: birthday}
			for offset := -12; offset <= 14; offset++ {
				there := loyalty.Day(now.In(time.FixedZone("", offset*3600)).Format(time.DateOnly))
				if customer.IsMinor(there) && !customer.MayBeMinor(now) {
					t.Errorf("a customer born on %s is a minor on %s, at %s, but MayBeMinor is false", birthday, there, now)
				}
			}
		}
	}
	for _, birthday := range []loyalty.Day{"", "1990-05-17", "2012-03-24"} {
		if (loyalty.Customer{Birthday: birthday}).MayBeMinor(noon) {
			t.Errorf("MayBeMinor is true for the birthday %q", birthday)
		}
	}
}

func TestCustomerDraft_Minor_NeedsAGuardian(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		guardian loyalty.Guardian
		fields   []string
	}{
		"neither a name nor a consent": {loyalty.Guardian{}, []string{"guardianName", "guardianConsent"}},
		"a blank name":                 {loyalty.Guardian{Name: " ", Consents: true}, []string{"guardianName"}},
		"no consent":                   {loyalty.Guardian{Name: "Eva"}, []string{"guardianConsent"}},
		"a name with a NUL":            {loyalty.Guardian{Name: "E\x00va", Consents: true}, []string{"guardianName"}},
		"a name that is too long":      {loyalty.Guardian{Name: strings.Repeat("e", 121), Consents: true}, []string{"guardianName"}},
		"a name and a consent":         {loyalty.Guardian{Name: " Eva ", Consents: true}, nil},
	} {
		draft := loyalty.CustomerDraft{Name: "Leo", Phone: "612345678", Birthday: "2015-05-17", Tag: "ESPORADICO", Guardian: c.guardian}
		customer, err := draft.Validate(shop, today)
		if got := refusedFields(t, err); !slices.Equal(got, c.fields) {
			t.Errorf("%s: refused %v, want %v", name, got, c.fields)
		}
		if err == nil && customer.Guardian != "Eva" {
			t.Errorf("%s: the guardian is %q, want Eva", name, customer.Guardian)
		}
	}
	adult := loyalty.CustomerDraft{Name: "Ana", Phone: "612345678", Birthday: "1990-05-17", Tag: "ESPORADICO", Guardian: loyalty.Guardian{Name: "Eva", Consents: true}}
	if customer, err := adult.Validate(shop, today); err != nil || customer.Guardian != "" {
		t.Errorf("an adult has the guardian %q, %v; want none", customer.Guardian, err)
	}
}

func TestCustomerChanges_MinorsBirthday_StaysProtected(t *testing.T) {
	t.Parallel()
	const grown, child, younger = "1990-05-17", "2015-05-17", "2016-05-17"
	for name, c := range map[string]struct {
		former      loyalty.Day
		guardian    string
		own         bool
		to          string
		newGuardian loyalty.Guardian
		fields      []string
	}{
		"an adult becomes a minor without a guardian":                           {grown, "", false, child, loyalty.Guardian{}, []string{"guardianName", "guardianConsent"}},
		"an adult becomes a minor with a guardian":                              {grown, "", false, child, loyalty.Guardian{Name: "Eva", Consents: true}, nil},
		"a customer without a birthday sends a minor's":                         {"", "", true, child, loyalty.Guardian{}, []string{"guardianName", "guardianConsent"}},
		"an adult sends the birthday of a minor with a guardian":                {grown, "", true, child, loyalty.Guardian{Name: "Eva", Consents: true}, nil},
		"the staff change the birthday of a minor with a stored guardian":       {child, "Eva", false, younger, loyalty.Guardian{}, nil},
		"the staff send the same birthday of a minor without a stored guardian": {child, "", false, child, loyalty.Guardian{}, []string{"guardianName", "guardianConsent"}},
		"the staff make a minor an adult":                                       {child, "Eva", false, grown, loyalty.Guardian{}, nil},
		"a minor sends the birthday of an adult":                                {child, "Eva", true, grown, loyalty.Guardian{}, []string{"birthday"}},
		"a minor sends another birthday":                                        {child, "Eva", true, younger, loyalty.Guardian{}, []string{"birthday"}},
		"a minor sends the same birthday":                                       {child, "Eva", true, child, loyalty.Guardian{}, nil},
		"a minor removes their birthday":                                        {child, "Eva", true, "", loyalty.Guardian{}, []string{"birthday"}},
		"the staff remove a minor's birthday":                                   {child, "Eva", false, " ", loyalty.Guardian{}, []string{"birthday"}},
		"an invalid day is refused once":                                        {child, "Eva", true, "2015-02-30", loyalty.Guardian{}, []string{"birthday"}},
		"an adult removes their birthday":                                       {grown, "", true, "", loyalty.Guardian{}, nil},
		"an adult corrects their birthday":                                      {grown, "", true, "1991-05-17", loyalty.Guardian{}, nil},
		"the staff make a minor fourteen today":                                 {child, "Eva", false, "2012-03-26", loyalty.Guardian{}, nil},
	} {
		customer := loyalty.Customer{Name: "Leo", Birthday: c.former, Guardian: c.guardian}
		changes := loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: c.to}, Guardian: c.newGuardian, ByCustomer: c.own}
		_, err := changes.Apply(customer, shop, today)
		if got := refusedFields(t, err); !slices.Equal(got, c.fields) {
			t.Errorf("%s: refused %v, want %v", name, got, c.fields)
		}
	}
	minor := loyalty.Customer{Name: "Leo", Birthday: child}
	other := loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "León"}}
	if _, err := other.Apply(minor, shop, today); err != nil {
		t.Errorf("a change of the name requires a guardian: %v", err)
	}
}
