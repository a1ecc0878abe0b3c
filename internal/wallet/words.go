package wallet

import "axioma/internal/loyalty"

// Words are what a pass says of a card, for whoever shows it in another form.
type Words struct {
	Next  string // what the next stamps lead to
	Owed  string // what waits, each kind once; empty: nothing
	News  string // how the card stands, a reward first
	Terms string // what it pays
}

// WordsOf are the words of a card.
func WordsOf(p loyalty.Progress) Words {
	return Words{Next: next(p), Owed: owed(p), News: news(p), Terms: terms(p.Terms)}
}

// Week is when a business is open, a line for each day or days; empty: it has not said.
func Week(hours loyalty.OpeningHours) string { return week(hours) }

// Leave says what becomes of her data and of the card when a customer takes the pass off.
const Leave = "En tu portal puedes ver tus datos, dejar de recibir publicidad y pedir que se borren. Si quitas esta tarjeta de tu cartera, tus visitas siguen contando."
