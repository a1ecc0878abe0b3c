package loyalty

import (
	"slices"
	"strings"
	"unicode"
)

// OptsOut reports whether a customer's message asks for no more marketing:
// 'BAJA' or 'STOP' alone or as its first word, or that she be taken off, as in
// 'quiero darme de baja'. Case, accents and punctuation do not matter.
func OptsOut(message string) bool {
	words := strings.FieldsFunc(Fold(message), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return false
	}
	if words[0] == "baja" || words[0] == "stop" {
		return true
	}
	return words[0] != "no" && asksToBeTakenOff(words)
}

// asksToBeTakenOff finds 'de baja' after a form of 'dar'. By itself it may as
// well mean that somebody is ill.
func asksToBeTakenOff(words []string) bool {
	giving := []string{"dar", "darme", "dame", "dadme", "deme", "denme", "doy"}
	for i := range len(words) - 2 {
		if slices.Contains(giving, words[i]) && words[i+1] == "de" && words[i+2] == "baja" {
			return true
		}
	}
	return false
}
