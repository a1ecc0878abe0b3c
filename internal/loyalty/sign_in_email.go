package loyalty

// SignInEmail decides whether a customer may receive codes by e-mail.
type SignInEmail struct {
	Address         string
	Unverified      bool // from the public form
	PhoneUnverified bool
}

// CanSignIn allows a verified e-mail, or phone and e-mail both unverified.
func (s SignInEmail) CanSignIn() bool { return s.Address != "" && (!s.Unverified || s.PhoneUnverified) }
