package loyalty_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"axioma/internal/loyalty"
)

func TestFindProofCode_MessageWithCode_ReturnsIt(t *testing.T) {
	t.Parallel()
	code, err := loyalty.NewProofCode(bytes.NewReader([]byte{0, 10, 31, 32, 255, 17, 18, 9}))
	if err != nil || code != "0AZ0-ZHJ9" {
		t.Fatalf("the code is %q, %v; want 0AZ0-ZHJ9", code, err)
	}
	if _, err := loyalty.NewProofCode(bytes.NewReader(nil)); !errors.Is(err, io.EOF) {
		t.Errorf("without random bytes: got %v, want io.EOF", err)
	}
	for message, want := range map[string]string{
		"Confirmo mi número en Barbería Sur. Código 0AZ0-ZHJ9": code,
		"0az0-zhj9":               code,
		"Código 0AZ0-ZHJ9\nHola!": code,
		"(0AZ0-ZHJ9)":             code,
		"Confirmo en Pate-Rena. Código 0AZ0-ZHJ9": code, // the name looks like a code
		"Código 0AZ0ZHJ9":                         "",
		"10AZ0-ZHJ9":                              "",
		"0AZ0-ZHJ91":                              "",
		"Código ILOU-ILOU":                        "", // letters that no code contains
		"":                                        "",
		"Hola":                                    "",
	} {
		if got, found := loyalty.FindProofCode(message); got != want || found != (want != "") {
			t.Errorf("in %q the found code is %q, %t; want the code of the row", message, got, found)
		}
	}
}
