package loyalty

import (
	_ "embed" // the list of common passwords
	"strings"
	"unicode"
	"unicode/utf8"
)

// The lengths of passwords, in characters: the least that a user may choose
// for herself and the least for an account that is created for somebody
// (specification, section 9), and the longest that is hashed.
const (
	MinOwnPassword = 8
	MinNewPassword = 6
	MaxPassword    = 200
)

// commonPasswords are those that whoever tries passwords tries first, of six
// characters and more, each on a line in small letters (decision 0019).
//
//go:embed common_passwords.txt
var commonPasswords string

// CheckPassword refuses passwords that are too short or too long, and those that are
// tried first: the common ones and what people know of her, such as her e-mail, her
// name and that of her business.
func CheckPassword(field, password string, least int, known ...string) error {
	length := utf8.RuneCountInString(password)
	switch {
	case length < least && least == MinOwnPassword:
		return InvalidField(field, "La contraseña necesita 8 caracteres como mínimo.")
	case length < least:
		return InvalidField(field, "La contraseña necesita 6 caracteres como mínimo.")
	case length > MaxPassword:
		return InvalidField(field, "La contraseña es demasiado larga.")
	case isCommon(password):
		return InvalidField(field, "Es de las contraseñas más usadas: se adivina enseguida. Elige otra.")
	case isKnownText(password, known):
		return InvalidField(field, "No uses tu correo, tu nombre ni el del negocio como contraseña.")
	}
	return nil
}

func isCommon(password string) bool {
	line := "\n" + strings.ToLower(password) + "\n"
	return !strings.Contains(line[1:len(line)-1], "\n") && strings.Contains("\n"+commonPasswords, line)
}

// isKnownText reports whether a password is something known and perhaps a number after
// it.
func isKnownText(password string, known []string) bool {
	core := withoutNumber(lettersOf(password))
	for _, text := range known {
		local, _, _ := strings.Cut(text, "@")
		for _, said := range []string{text, local} {
			said = withoutNumber(lettersOf(said))
			if said != "" && said == core {
				return true
			}
		}
	}
	return false
}

// lettersOf is a text without case, accents and all but letters and digits.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(text))
}

func withoutNumber(text string) string { return strings.TrimRightFunc(text, unicode.IsDigit) }
