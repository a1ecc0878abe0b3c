package loyalty

// SignInEmail decides whether codes may go to an e-mail.
type SignInEmail struct {
	Address         string
	Unverified      bool // typed into the public form, not confirmed
	PhoneUnverified bool
}

// CanSignIn reports whether a code by e-mail opens the cards: the e-mail is verified, or neither phone nor e-mail is.
func (s SignInEmail) CanSignIn() bool { return s.Address != "" && (!s.Unverified || s.PhoneUnverified) }
