package loyalty_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"axioma/internal/loyalty"
)

func TestNewCode_SixDigits_AreUniform(t *testing.T) {
	t.Parallel()
	for bytesRead, want := range map[string]string{
		"\x00\x00\x00\x07":                 "000007",
		"\x00\x0f\x42\x40":                 "000000", // a million
		"\xff\xff\xff\xff\x00\x00\x00\x2a": "000042", // the first four bytes would favour low codes
	} {
		if code, err := loyalty.NewCode(bytes.NewReader([]byte(bytesRead))); err != nil || code != want {
			t.Errorf("the bytes %x give the code %s, %v; want %s", bytesRead, code, err, want)
		}
	}
	if _, err := loyalty.NewCode(bytes.NewReader(nil)); !errors.Is(err, io.EOF) {
		t.Errorf("without random bytes: got %v, want io.EOF", err)
	}
}

func TestCleanCode_BlanksAndDashes_AreDropped(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{"123456": "123456", " 123 456 ": "123456", "123-456": "123456", "000000": "000000"} {
		if code, err := loyalty.CleanCode("code", input); err != nil || code != want {
			t.Errorf("%q is read as %q, %v; want %q", input, code, err, want)
		}
	}
	for _, input := range []string{"", "12345", "1234567", "12345a", "１２３４５６", "+12345"} {
		if code, err := loyalty.CleanCode("code", input); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("%q is read as %q, %v; want ErrValidation", input, code, err)
		}
	}
}

func TestMaskCodes_CodeInText_IsMasked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"123456 es tu código de Barbería 21. Caduca en 10 minutos.": "•••••• es tu código de Barbería 21. Caduca en 10 minutos.",
		"Tu código: 001234":     "Tu código: ••••••",
		"12345 y 1234567":       "12345 y •••••••",
		"sin código en el 2026": "sin código en el 2026",
		"":                      "",
	} {
		if got := loyalty.MaskCodes(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
