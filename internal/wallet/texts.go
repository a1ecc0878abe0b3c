package wallet

import "axioma/internal/loyalty"

// Texts are what a pass says of a card, for whoever shows it in another form.
type Texts struct {
	Next  string // what the next stamps lead to
	Owed  string // what waits, each kind once; empty: nothing
	News  string // how the card stands, a reward first
	Terms string // what it pays
}

// TextsOf are the words of a card.
func TextsOf(p loyalty.Progress) Texts {
	return Texts{Next: next(p), Owed: owed(p), News: news(p), Terms: terms(p.Terms)}
}

// HoursText is when a business is open, a line for each day or days; empty: it has not said.
func HoursText(hours loyalty.OpeningHours) string { return week(hours) }

// PrivacyText says what becomes of her data and of the card when a customer takes the pass off.
const PrivacyText = "En tu portal puedes ver tus datos, dejar de recibir publicidad y pedir que se borren. Si quitas esta tarjeta de tu cartera, tus visitas siguen contando."
