package loyalty_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/nyaruka/phonenumbers"

	"axioma/internal/loyalty"
)

// inputs are typed texts with parsed values. Web and API tests share the file.
type inputs struct {
	Phones []struct {
		Prefix  string // empty: that of Spain
		Typed   string
		Phone   string
		Masked  string
		Refused string
	}
	Days   []struct{ Typed, Day string }
	Names  []struct{ Typed, Name, Refused string }
	Emails []struct{ Typed, Email, Masked, Refused string }
}

func typedInputs(t *testing.T) inputs {
	t.Helper()
	file, err := os.ReadFile("testdata/inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	var all inputs
	if err := json.Unmarshal(file, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// Spec: validation-7, limits-9
func TestPhones_TypedForms_AreParsed(t *testing.T) {
	t.Parallel()
	for _, row := range typedInputs(t).Phones {
		country := "ES"
		if row.Prefix != "" {
			code, err := strconv.Atoi(row.Prefix[1:])
			if err != nil {
				t.Fatal(err)
			}
			country = phonenumbers.GetRegionCodeForCountryCode(code)
		}
		phone, err := loyalty.CleanPhone("phone", row.Typed, country)
		if phone != row.Phone || sentenceOf(err) != row.Refused {
			t.Errorf("%+q in %s is read as %q, refused %q; want %q, %q", row.Typed, country, phone, sentenceOf(err), row.Phone, row.Refused)
		}
		if again, ok := loyalty.ParsePhone(phone, "MX"); ok && again != phone {
			t.Errorf("%s, read again, becomes %s, want the same", phone, again)
		}
		if row.Phone != "" && loyalty.MaskPhone(phone) != row.Masked {
			t.Errorf("%s is masked as %s, want %s", phone, loyalty.MaskPhone(phone), row.Masked)
		}
	}
}

func TestNames_TypedForms_AreCleaned(t *testing.T) {
	t.Parallel()
	for _, row := range typedInputs(t).Names {
		customer, err := draft(row.Typed, "").Validate(loyalty.Business{Country: "ES"}, "2026-11-22")
		if sentenceOf(err) != row.Refused || err == nil && customer.Name != row.Name {
			t.Errorf("the name %+q is read as %+q, refused %q; want %+q, %q", row.Typed, customer.Name, sentenceOf(err), row.Name, row.Refused)
		}
	}
}

func TestEmails_TypedForms_AreCleaned(t *testing.T) {
	t.Parallel()
	for _, row := range typedInputs(t).Emails {
		customer, err := draft("Ana", row.Typed).Validate(loyalty.Business{Country: "ES"}, "2026-11-22")
		if sentenceOf(err) != row.Refused || err == nil && customer.Email != row.Email {
			t.Errorf("the e-mail %+q is read as %+q, refused %q; want %+q, %q", row.Typed, customer.Email, sentenceOf(err), row.Email, row.Refused)
		}
		if err == nil && loyalty.MaskEmail(customer.Email) != row.Masked {
			t.Errorf("%s is masked as %s, want %s", customer.Email, loyalty.MaskEmail(customer.Email), row.Masked)
		}
	}
}

// The forms convert typed dates; the server accepts only ISO 8601.
func TestBirthday_AmbiguousDate_IsRejected(t *testing.T) {
	t.Parallel()
	for _, row := range typedInputs(t).Days {
		for _, text := range []string{row.Typed, row.Day} {
			whole := text == "" || text == row.Day
			customerDraft := draft("Ana", "")
			customerDraft.Birthday = text
			customer, err := customerDraft.Validate(loyalty.Business{Country: "ES"}, "2026-11-22")
			if (err == nil) != whole || whole && string(customer.Birthday) != row.Day && text != "" {
				t.Errorf("the birthday %q is read as %q, %v; want the day of the row", text, customer.Birthday, err)
			}
		}
	}
}

func draft(name, email string) loyalty.CustomerDraft {
	return loyalty.CustomerDraft{Name: name, Phone: "612345678", Email: email, Tag: "ESPORADICO"}
}

func sentenceOf(err error) string {
	if err == nil {
		return ""
	}
	_, sentence, _ := strings.Cut(err.Error(), ": ")
	return sentence
}
