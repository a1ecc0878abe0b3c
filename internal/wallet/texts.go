package wallet

import "axioma/internal/loyalty"

// Texts are a pass's texts, for vendors with another layout.
type Texts struct {
	Next  string // earned by the next stamps
	Owed  string // each kind once; may be empty
	News  string // progress, rewards first
	Terms string // the card's rewards
}

// TextsOf returns the texts for a card.
func TextsOf(p loyalty.Progress) Texts {
	return Texts{Next: next(p), Owed: owedText(p), News: news(p), Terms: terms(p.Terms)}
}

// HoursText returns a line per day or group of days; empty if unknown.
func HoursText(hours loyalty.OpeningHours) string { return week(hours) }

// PrivacyText explains the privacy of a pass, and what removing the pass changes.
const PrivacyText = "En tu portal puedes ver tus datos, dejar de recibir publicidad y pedir que se borren. Si quitas esta tarjeta de tu cartera, tus visitas siguen contando."
