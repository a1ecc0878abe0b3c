package loyalty

// EmailStanding is what decides whether codes to sign in go to a customer's e-mail.
type EmailStanding struct {
	Address       string // empty: she has none
	Unproved      bool   // it came with the open form, and nobody who is trusted has said since that it is hers
	PhoneUnproved bool   // so did her phone
}

// Opens reports whether the e-mail opens the cards that its customer's phone opens: it is
// known to be hers, or nothing is known but that whoever typed the phone typed it too.
func (s EmailStanding) Opens() bool { return s.Address != "" && (!s.Unproved || s.PhoneUnproved) }
