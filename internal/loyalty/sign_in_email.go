package loyalty

// SignInEmail decides whether a customer may receive codes by e-mail.
type SignInEmail struct {
	Address         string
	Unverified      bool // from the public form
	PhoneUnverified bool
}

// CanSignIn reports whether a code may be sent: to a verified e-mail, or if phone and e-mail are both unverified.
func (s SignInEmail) CanSignIn() bool { return s.Address != "" && (!s.Unverified || s.PhoneUnverified) }
