package loyalty

// SignInEmail decides whether codes may go to an e-mail.
type SignInEmail struct {
	Address         string
	Unverified      bool // from the open form
	PhoneUnverified bool
}

// CanSignIn reports whether the e-mail opens the cards: it is verified, or phone and e-mail are both unverified.
func (s SignInEmail) CanSignIn() bool { return s.Address != "" && (!s.Unverified || s.PhoneUnverified) }
