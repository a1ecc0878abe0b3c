package loyalty

// SignInEmail is what decides whether codes to sign in go to a customer's e-mail.
type SignInEmail struct {
	Address         string // empty: she has none
	Unverified      bool   // it came with the open form, and nobody who is trusted has said since that it is hers
	PhoneUnverified bool   // so did her phone
}

// CanSignIn reports whether the e-mail opens the cards that its customer's phone opens: it is
// known to be hers, or nothing is known but that whoever typed the phone typed it too.
func (s SignInEmail) CanSignIn() bool { return s.Address != "" && (!s.Unverified || s.PhoneUnverified) }
