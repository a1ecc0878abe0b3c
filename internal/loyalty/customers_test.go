package loyalty_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

var shop = loyalty.Business{Country: "ES"}

const today = loyalty.Day("2026-03-26")

func refusedFields(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var refusal *loyalty.Error
	if !errors.As(err, &refusal) || refusal.Kind != loyalty.Invalid || refusal.Message == "" {
		t.Fatalf("the call is refused with %v", err)
	}
	var names []string
	for _, field := range refusal.Fields {
		if field.Message == "" {
			t.Errorf("the refusal of the field %s has no sentence", field.Field)
		}
		names = append(names, field.Field)
	}
	return names
}

func TestCustomerDraft_Validate(t *testing.T) {
	t.Parallel()
	good := loyalty.CustomerDraft{Name: "Ana", Phone: "612345678", Email: "ana@x.test", Birthday: "1990-05-17", Notes: "línea\nlínea\t.", Tag: "BONO_VIP_A"}
	for name, c := range map[string]struct {
		change func(*loyalty.CustomerDraft)
		fields []string
	}{
		"all fields are valid": {func(*loyalty.CustomerDraft) {}, nil},
		"only the required fields": {func(d *loyalty.CustomerDraft) {
			*d = loyalty.CustomerDraft{Name: "A", Phone: "612345678", Tag: "ESPORADICO"}
		}, nil},
		"the longest name":          {func(d *loyalty.CustomerDraft) { d.Name = strings.Repeat("ñ", 120) }, nil},
		"a name that is too long":   {func(d *loyalty.CustomerDraft) { d.Name = strings.Repeat("ñ", 121) }, []string{"name"}},
		"a name of a megabyte":      {func(d *loyalty.CustomerDraft) { d.Name = strings.Repeat("a", 1<<20) }, []string{"name"}},
		"a name of blanks":          {func(d *loyalty.CustomerDraft) { d.Name = " \t " }, []string{"name"}},
		"a name with a NUL":         {func(d *loyalty.CustomerDraft) { d.Name = "A\x00" }, []string{"name"}},
		"a name of two lines":       {func(d *loyalty.CustomerDraft) { d.Name = "A\nB" }, []string{"name"}},
		"a name that is no UTF-8":   {func(d *loyalty.CustomerDraft) { d.Name = "A\xff" }, []string{"name"}},
		"a name with an escape":     {func(d *loyalty.CustomerDraft) { d.Name = "A\x1b[2J" }, []string{"name"}},
		"notes with a NUL":          {func(d *loyalty.CustomerDraft) { d.Notes = "A\x00" }, []string{"notes"}},
		"the longest notes":         {func(d *loyalty.CustomerDraft) { d.Notes = strings.Repeat("a", 2000) }, nil},
		"notes that are too long":   {func(d *loyalty.CustomerDraft) { d.Notes = strings.Repeat("a", 2001) }, []string{"notes"}},
		"a day that does not exist": {func(d *loyalty.CustomerDraft) { d.Birthday = "1990-02-30" }, []string{"birthday"}},
		"born today":                {func(d *loyalty.CustomerDraft) { d.Birthday = string(today) }, []string{"guardianName", "guardianConsent"}},
		"born tomorrow":             {func(d *loyalty.CustomerDraft) { d.Birthday = "2026-03-27" }, []string{"birthday"}},
		"born too long ago":         {func(d *loyalty.CustomerDraft) { d.Birthday = "1899-12-31" }, []string{"birthday"}},
		"no tag":                    {func(d *loyalty.CustomerDraft) { d.Tag = " " }, []string{"tag"}},
		"an unknown tag":            {func(d *loyalty.CustomerDraft) { d.Tag = "BONO" }, []string{"tag"}},
		"all fields are invalid": {func(d *loyalty.CustomerDraft) {
			*d = loyalty.CustomerDraft{Phone: "x", Email: "x", Birthday: "x", Notes: "\x00", Tag: "x"}
		}, []string{"name", "phone", "email", "birthday", "notes", "tag"}},
	} {
		draft := good
		c.change(&draft)
		_, err := draft.Validate(shop, today)
		if got := refusedFields(t, err); !slices.Equal(got, c.fields) {
			t.Errorf("%s: refused %v, want %v", name, got, c.fields)
		}
	}
}

func TestCustomerChanges_EmptyField_IsClearedAndUnsentKept(t *testing.T) {
	t.Parallel()
	ana := loyalty.Customer{Name: "Ana", Phone: "+34612345678", Email: "ana@x.test", Birthday: "1990-05-17", Notes: "Nada", Tag: loyalty.TagVIPA, VisitsCount: 3}
	if got, err := (loyalty.CustomerChanges{}).Apply(ana, shop, today); err != nil || got != ana {
		t.Errorf("an empty change gives %+v, %v; want %+v", got, err, ana)
	}
	empty := loyalty.Change{Sent: true}
	got, err := loyalty.CustomerChanges{Phone: empty, Email: empty, Birthday: empty, Notes: empty, Tag: empty}.Apply(ana, shop, today)
	if want := (loyalty.Customer{Name: "Ana", VisitsCount: 3, Version: 1}); err != nil || got != want {
		t.Errorf("the cleared record is %+v, %v; want %+v", got, err, want)
	}
	if _, err := (loyalty.CustomerChanges{Name: empty}).Apply(ana, shop, today); !slices.Equal(refusedFields(t, err), []string{"name"}) {
		t.Errorf("the name was cleared: %v", err)
	}
	bad := loyalty.Change{Sent: true, Value: "\x00"}
	_, err = loyalty.CustomerChanges{Name: bad, Phone: bad, Email: bad, Birthday: bad, Notes: bad, Tag: bad}.Apply(ana, shop, today)
	if got := refusedFields(t, err); !slices.Equal(got, []string{"name", "phone", "email", "birthday", "notes", "tag"}) {
		t.Errorf("refused fields are %v, want name, phone, email, birthday, notes and tag", got)
	}
}

func TestFold_CaseAccentsAndBlanks_AreIgnored(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"José  PEÑA": "jose pena", " Íñigo\tÁvila ": "inigo avila", "Çà": "ca", "": "", "e\u0301": "e", "ÅSE": "ase"} {
		if got := loyalty.Fold(text); got != want {
			t.Errorf("%q is folded to %q, want %q", text, got, want)
		}
	}
}

func TestSortKey_SpanishNames_SortAlphabetically(t *testing.T) {
	t.Parallel()
	order := []string{"Álvaro", "Ana", "árbol", "Nuria", "nuzo", "Ñoño", "ñu", "Oliver", "Óscar", "Zoe"}
	for i := 1; i < len(order); i++ {
		if loyalty.SortKey(order[i-1]) >= loyalty.SortKey(order[i]) {
			t.Errorf("%s is not sorted before %s", order[i-1], order[i])
		}
	}
	if loyalty.SortKey("José") != loyalty.SortKey("JOSE") || loyalty.SortKey("peña") == loyalty.SortKey("pena") {
		t.Error("the sort key must ignore accents and case but keep the ñ")
	}
}

// Spec: entities-7
func TestTag_LabelsAndVIP(t *testing.T) {
	t.Parallel()
	vips := []loyalty.Tag{loyalty.TagVIPA, loyalty.TagVIPB, loyalty.TagVIPC}
	for _, tag := range loyalty.Tags() {
		if tag.Label() == "" || !tag.IsValid() || tag.IsVIP() != slices.Contains(vips, tag) {
			t.Errorf("tag %s: label %q, valid %t, VIP %t", tag, tag.Label(), tag.IsValid(), tag.IsVIP())
		}
	}
	if len(loyalty.Tags()) != 6 || loyalty.TagNone.IsVIP() || loyalty.TagNone.Label() != "" || !loyalty.TagNone.IsValid() {
		t.Error("there must be six tags, and TagNone must be valid and not VIP")
	}
}

func TestCheckPassword_Length_IsBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		password string
		least    int
		ok       bool
	}{
		{"1234567", loyalty.MinOwnPassword, false}, {"kqzm7xwp", loyalty.MinOwnPassword, true}, {"ñññññññ", loyalty.MinOwnPassword, false},
		{"12345", loyalty.MinNewPassword, false}, {"kqzm7x", loyalty.MinNewPassword, true},
		{strings.Repeat("ñ", 128), loyalty.MinOwnPassword, true}, {strings.Repeat("ñ", 129), loyalty.MinOwnPassword, false},
		{"kqzm7xwpbrt", 12, false}, {"kqzm7xwpbrtv", 12, true}, {"contraseña con ñ y 🪒", loyalty.MinOwnPassword, true},
	} {
		if err := loyalty.CheckPassword("newPassword", c.password, c.least); (err == nil) != c.ok {
			t.Errorf("%.10q of at least %d: got %v, want accepted: %t", c.password, c.least, err, c.ok)
		}
	}
}
