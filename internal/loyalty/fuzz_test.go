package loyalty_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"axioma/internal/loyalty"
)

func FuzzParseTypedPhone(f *testing.F) {
	for _, input := range []string{"612 345 678", "0034612345678", "+34 (0) 612 345 678", "11 2345-6789", "5678901", "٠١٢٣٤٥٦٧٨٩", "+", "tel:+34"} {
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, text string) {
		typedPhone := loyalty.ParseTypedPhone(text, "ES")
		if phone, ok := loyalty.ParsePhone(typedPhone.Whole, "AR"); typedPhone.Whole != "" && (!ok || phone != typedPhone.Whole) {
			t.Errorf("%q is read as the whole phone %q, which is not valid", text, typedPhone.Whole)
		}
		if strings.Trim(typedPhone.Suffix, "0123456789") != "" || typedPhone.Suffix != "" && len(typedPhone.Suffix) < loyalty.MinPhoneSuffix {
			t.Errorf("%q is read as the phone ending %q", text, typedPhone.Suffix)
		}
	})
}

func FuzzParseEmail(f *testing.F) {
	for _, input := range []string{"Ana@Example.TEST", "ana@xn--espaa-rta.test", "ana@españa.test", `"a b"@c.test`, "a@b\r\nBcc: c@d.test", "<ana@x.test>", "İ@x.test"} {
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, text string) {
		email, ok := loyalty.ParseEmail(text)
		if !ok || email == "" {
			return
		}
		if strings.ContainsAny(email, "\r\n\x00 <>\"") || strings.Count(email, "@") == 0 || !utf8.ValidString(email) {
			t.Errorf("%q is read as %q", text, email)
		}
	})
}

func FuzzParseDay(f *testing.F) {
	for _, text := range []string{"2028-02-29", "2027-02-29", "0000-01-01", "2026-1-2", "2026-11-27T10:00:00Z", "9999-12-31", "-001-01-01"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		day, ok := loyalty.ParseDay(text)
		if !ok {
			return
		}
		if at, err := time.Parse(time.DateOnly, text); err != nil || string(day) != at.Format(time.DateOnly) {
			t.Errorf("%q is accepted as the day %q", text, day)
		}
	})
}

func FuzzFindProofCode(f *testing.F) {
	for _, message := range []string{"Hola, mi código es 7k2m-9xqz", "AB12-CD34 y 0000-0000", "ñ7k2m-9xqzñ", "7k2m–9xqz", "\xff7K2M-9XQZ"} {
		f.Add(message)
	}
	f.Fuzz(func(t *testing.T, message string) {
		code, ok := loyalty.FindProofCode(message)
		if ok && (len(code) != 9 || code[4] != '-' || !strings.Contains(strings.ToUpper(message), code)) {
			t.Errorf("in %q the found code is %q", message, code)
		}
	})
}

func FuzzCleanCode(f *testing.F) {
	for _, input := range []string{"123 456", "123-456", "１２３４５６", "12345", " 1\u00a02 3-4 5 6"} {
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input string) {
		code, err := loyalty.CleanCode("code", input)
		if err == nil && (len(code) != 6 || strings.Trim(code, "0123456789") != "") {
			t.Errorf("%q is read as the code %q", input, code)
		}
		if maskedText := loyalty.MaskCodes(input); err == nil && strings.Contains(maskedText, code) {
			t.Errorf("the code in %q is not masked: %q", input, maskedText)
		}
	})
}

func FuzzParseShortCode(f *testing.F) {
	for _, text := range []string{"2b3c4d", " 2B3C4D ", "222222", "../../", "İ2b3c4", "2b3c4d\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, ok := loyalty.ParseShortCode(text)
		if again, isCode := loyalty.ParseShortCode(code); ok && (!isCode || again != code || strings.Trim(code, "abcdefghijklmnopqrstuvwxyz0123456789") != "") {
			t.Errorf("%q is read as the code %q, and that again as %q", text, code, again)
		}
	})
}

// FuzzValidID exists because ids are part of addresses and file names.
func FuzzValidID(f *testing.F) {
	for _, text := range []string{"01jdexample0000000000000000", "../../etc/passwd", "' OR 1=1--", "", "a\x00b", "ＡＢＣ"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if loyalty.ValidID(text) && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Errorf("%q is accepted as an id", text)
		}
	})
}

func FuzzCleanName(f *testing.F) {
	for _, text := range []string{" Ana  García ", "Ana\u202egar", "visita www.x.test", "O'Hara", "ねこ", "a\x00b", "=cmd|'/c calc'!A1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, err := loyalty.CleanName("name", text)
		if err == nil && (strings.ContainsAny(name, "\x00\r\n\u202e") || !utf8.ValidString(name) || utf8.RuneCountInString(name) > loyalty.MaxNameLength) {
			t.Errorf("%q is stored as %q", text, name)
		}
	})
}
