package loyalty

// SignInEmail decides whether sign-in codes may go to a customer's e-mail.
type SignInEmail struct {
	Address         string // empty: none
	Unverified      bool   // from the open form, not confirmed since
	PhoneUnverified bool   // the same for the phone
}

// CanSignIn reports whether the e-mail opens the cards: it is verified, or phone and e-mail are both unverified.
func (s SignInEmail) CanSignIn() bool { return s.Address != "" && (!s.Unverified || s.PhoneUnverified) }
