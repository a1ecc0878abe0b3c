package loyalty

// SignInEmail decides whether a customer may receive sign-in codes by e-mail.
type SignInEmail struct {
	Address         string
	Unverified      bool // from the public registration form
	PhoneUnverified bool
}

// CanSignIn reports whether a code may be sent: the e-mail is verified, or phone and e-mail are both unverified.
func (s SignInEmail) CanSignIn() bool { return s.Address != "" && (!s.Unverified || s.PhoneUnverified) }
