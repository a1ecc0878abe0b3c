package loyalty_test

import (
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

// Spec: checkin-6
func TestParsePhone_WrittenForms_GiveE164(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		"612345678": "+34612345678", "612 34 56 78": "+34612345678", "612-34-56-78": "+34612345678", "(612) 345.678": "+34612345678",
		"+34 612 345 678": "+34612345678", "0034612345678": "+34612345678", "  612345678\t": "+34612345678", "612\u00a0345\u00a0678": "+34612345678",
		"912345678": "+34912345678", "+351 912 345 678": "+351912345678", "+52 55 1234 5678": "+525512345678", "+1 (212) 555-0123": "+12125550123",
		"+44 7911 123456": "+447911123456", "0044 7911 123456": "+447911123456",
	} {
		if got, ok := loyalty.ParsePhone(input, "ES"); !ok || got != want {
			t.Errorf("%q becomes %q, %t; want %q", input, got, ok, want)
		}
	}
	if got, ok := loyalty.ParsePhone("55 1234 5678", "MX"); !ok || got != "+525512345678" {
		t.Errorf("a Mexican phone without prefix becomes %q, %t; want +525512345678", got, ok)
	}
}

func TestParsePhone_NoPhone_IsRejected(t *testing.T) {
	t.Parallel()
	for _, input := range []string{
		"", " ", "12345", "6123456789", "61234567", "abc", "612PELUCA", "612345678x", "+", "+34", "00", "0034", "+999612345678",
		"612345678;ext=1", "tel:", "tel:612345678;phone-context=+34", "612\x00345678", strings.Repeat("6", 1<<20), "+34 " + strings.Repeat(" ", 100) + "612345678",
	} {
		if got, ok := loyalty.ParsePhone(input, "ES"); ok || got != "" {
			t.Errorf("%.40q is read as %q, want a refusal", input, got)
		}
	}
}

// Spec: roles-9
func TestMasks_PhoneAndEmail_ShowSpecifiedParts(t *testing.T) {
	t.Parallel()
	for phone, want := range map[string]string{"+34612345678": "34•••••••78", "": "", "+1234": "••••", "+12345": "•••••", "+1234567": "•••••••", "+12345678": "12••••78", "123": "•••"} {
		if got := loyalty.MaskPhone(phone); got != want {
			t.Errorf("phone %q is shown as %q, want %q", phone, got, want)
		}
	}
	for email, want := range map[string]string{
		"maria@correo.test": "m•••a@correo.test", "ana@x.test": "a•a@x.test", "ab@x.test": "••@x.test", "a@x.test": "•@x.test",
		"": "", "nadie": "", "@x.test": "", "ñandú@x.test": "ñ•••ú@x.test",
	} {
		if got := loyalty.MaskEmail(email); got != want {
			t.Errorf("address %q is shown as %q, want %q", email, got, want)
		}
	}
}

func TestParseEmail_TypedText_IsLowerCasedOrRejected(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{"Ana@Correo.TEST": "ana@correo.test", "  a+b@x.es ": "a+b@x.es", "": "", "  ": ""} {
		if got, ok := loyalty.ParseEmail(input); !ok || got != want {
			t.Errorf("%q becomes %q, %t; want %q", input, got, ok, want)
		}
	}
	for _, input := range []string{
		"ana", "ana@", "@x.test", "a@b@c", "ana garcia@x.test", "Ana <ana@x.test>", "ana@x.test, b@x.test", "ana@x.test\r\nBcc: b@x.test", "\"a b\"@x.test",
		"a\x00@x.test", strings.Repeat("a", 300) + "@x.test", "ana@x..test",
	} {
		if got, ok := loyalty.ParseEmail(input); ok {
			t.Errorf("%.40q is read as %q, want a refusal", input, got)
		}
	}
}
