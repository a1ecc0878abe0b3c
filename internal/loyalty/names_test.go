package loyalty_test

import (
	"errors"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

const leadsAway = "http://malo.example/premio"

func TestNames_AllForms_FollowOneRule(t *testing.T) {
	t.Parallel()
	form := func(draft loyalty.CustomerDraft) error {
		_, err := loyalty.Registration{CustomerDraft: draft, AcceptedPrivacy: true}.Validate(loyalty.Business{Country: "ES"}, "2026-11-22")
		return err
	}
	for name, try := range map[string]func(string) error{
		"a customer's": func(n string) error { return form(loyalty.CustomerDraft{Name: n, Phone: "612345678"}) },
		"a guardian's": func(n string) error {
			return form(loyalty.CustomerDraft{
				Name: "Leo", Phone: "612345678", Birthday: "2020-01-01", Guardian: loyalty.Guardian{Name: n, Consents: true},
			})
		},
		"a changed customer's": func(n string) error {
			changes := loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: n}}
			_, err := changes.Apply(loyalty.Customer{Name: "Ana"}, loyalty.Business{}, "2026-11-22")
			return err
		},
		"a family's": func(n string) error {
			_, err := loyalty.FamilyChanges{Name: &n}.Apply(loyalty.Family{})
			return err
		},
		"a business's": func(n string) error {
			_, err := loyalty.SettingChanges{Name: &n}.Apply(loyalty.Business{})
			return err
		},
		"a device's": func(n string) error { _, err := loyalty.CleanDeviceName(n); return err },
		"a user's":   func(n string) error { _, err := loyalty.CleanName("name", n); return err },
	} {
		for _, input := range []string{leadsAway, "A\u202ena"} {
			var refusal *loyalty.Error
			if err := try(input); !errors.As(err, &refusal) || refusal.Code != loyalty.ErrValidation.Code {
				t.Errorf("%s name %q: got %v, want ErrValidation", name, input, err)
			}
		}
		if err := try("Ana García"); err != nil {
			t.Errorf("%s name 'Ana García' is refused: %v", name, err)
		}
	}
}

func TestNames_OlderThanTheRule_AreKeptButNotSent(t *testing.T) {
	t.Parallel()
	changes := loyalty.CustomerChanges{
		Name: loyalty.Change{Sent: true, Value: leadsAway}, Notes: loyalty.Change{Sent: true, Value: "nueva"},
	}
	changedCustomer, err := changes.Apply(loyalty.Customer{Name: leadsAway}, loyalty.Business{}, "2026-11-22")
	if err != nil || changedCustomer.Name != leadsAway || changedCustomer.Notes != "nueva" {
		t.Errorf("saving the record gives %+v, %v; want Name %v and Notes nueva", changedCustomer, err, leadsAway)
	}
	business := loyalty.Business{Name: "premio.com"}
	for _, kind := range []loyalty.MessageKind{loyalty.MessageBirthday, loyalty.MessageOneMore} {
		if text := business.MarketingText(kind, leadsAway); strings.Contains(text, "malo") || strings.Contains(text, "premio") {
			t.Errorf("the text of %s has the name: %q", kind, text)
		}
	}
	if got := loyalty.GreetingName("Ana \u202epremio.com"); got != "Ana" {
		t.Errorf("the greeting is %q, want Ana", got)
	}
}

func TestCleanNotes_InvisibleCharacters_AreRemoved(t *testing.T) {
	t.Parallel()
	if notes, err := loyalty.CleanNotes("notes", "corto \u202eodal\u202c\nde\u200b siempre"); err != nil || notes != "corto odal\nde siempre" {
		t.Errorf("the notes are %q, %v; want %q", notes, err, "corto odal\nde siempre")
	}
}

func TestShortName_FullName_HasOneInitial(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Manuel Rodríguez":       "Manuel R.",
		"manuel rodríguez":       "manuel R.",
		"  Ana   López García ":  "Ana L.",
		"María del Carmen López": "María C.",
		"Íñigo de la Ó":          "Íñigo Ó.",
		"Sinéad O’Brien":         "Sinéad O.",
		"Ana (Maru) Gil":         "Ana M.",
		"Manuel":                 "Manuel",
		"Ana 2":                  "Ana",
		"Pere i Pau":             "Pere P.",
		"":                       "",
	} {
		if short := loyalty.ShortName(name); short != want {
			t.Errorf("%q is shortened to %q, want %q", name, short, want)
		}
	}
}
