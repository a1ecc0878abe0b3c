package loyalty

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// In characters: minimum of an own password, of a new account's (specification, section 9), maximum.
// AXIOMA_MIN_PASSWORD may demand more.
const (
	MinOwnPassword = 8
	MinNewPassword = 6
	MaxPassword    = 128
)

// commonPasswords are the first that attackers try, of six characters and more, one per line in lower case (decision
// 0019).
//
//go:embed common_passwords.txt
var commonPasswords string

// CheckPassword rejects a wrong length, common passwords, and known texts such as e-mail and name.
func CheckPassword(field, password string, least int, knownTexts ...string) error {
	length := utf8.RuneCountInString(password)
	switch {
	case length < least:
		return InvalidField(field, fmt.Sprintf("La contraseña necesita %d caracteres como mínimo.", least))
	case length > MaxPassword:
		return InvalidField(field, "La contraseña es demasiado larga.")
	case isCommon(password):
		return InvalidField(field, "Es de las contraseñas más usadas: se adivina enseguida. Elige otra.")
	case isKnownText(password, knownTexts):
		return InvalidField(field, "No uses tu correo, tu nombre ni el del negocio como contraseña.")
	}
	return nil
}

func isCommon(password string) bool {
	line := "\n" + strings.ToLower(password) + "\n"
	return !strings.Contains(line[1:len(line)-1], "\n") && strings.Contains("\n"+commonPasswords, line)
}

// isKnownText reports whether the password is a known text, with or without a number after it.
func isKnownText(password string, knownTexts []string) bool {
	core := withoutNumber(lettersOf(password))
	for _, text := range knownTexts {
		local, _, _ := strings.Cut(text, "@")
		for _, fact := range []string{text, local} {
			fact = withoutNumber(lettersOf(fact))
			if fact != "" && fact == core {
				return true
			}
		}
	}
	return false
}

func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(text))
}

func withoutNumber(text string) string { return strings.TrimRightFunc(text, unicode.IsDigit) }
