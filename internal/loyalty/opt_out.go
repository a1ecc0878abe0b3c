package loyalty

import (
	"slices"
	"strings"
	"unicode"
)

// OptsOut reports whether a customer's message asks for no more marketing:
// 'BAJA' or 'STOP' alone or as its first word, that she be taken off, as in
// 'quiero darme de baja', or that she be sent no more, as in 'no me mandéis más
// mensajes'. Case, accents and punctuation do not matter.
func OptsOut(message string) bool {
	message = proofCode.ReplaceAllString(message, "") // its letters may spell a word
	words := strings.FieldsFunc(Fold(message), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return false
	}
	if words[0] == "baja" || words[0] == "stop" {
		return true
	}
	return words[0] != "no" && asksToBeTakenOff(words) || asksForNoMore(words)
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

// asksForNoMore finds after a 'no' what somebody wishes not to get, or that she
// be sent nothing more. Whoever wishes not to lose it, or not to be taken off,
// says something else.
func asksForNoMore(words []string) bool {
	no := slices.Index(words, "no")
	if no < 0 || containsAny(words, "baja", "perder", "perderme", "dejar", "dejes", "dejeis", "deje", "dejen", "quitar", "quites", "quiteis") {
		return false
	}
	after := words[no+1:]
	messages := containsAny(after, "mensajes", "publicidad", "promociones", "promos", "ofertas", "whatsapps", "spam")
	sends := containsAny(after, "mandes", "mandeis", "mande", "manden", "envies", "envieis", "envie", "envien", "escribas", "escribais", "escriba", "escriban")
	wants := containsAny(after, "quiero", "queria", "deseo", "recibir")
	return wants && messages || sends && (messages || containsAny(after, "mas", "nada"))
}

func containsAny(words []string, sought ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(sought, word) })
}
