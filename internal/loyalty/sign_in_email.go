package loyalty

// SignInEmail decides whether codes may go to an e-mail.
type SignInEmail struct {
	Address         string // empty: none
	Unverified      bool   // from the open form
	PhoneUnverified bool   // likewise
}

// CanSignIn: verified, or both unverified.
func (s SignInEmail) CanSignIn() bool { return s.Address != "" && (!s.Unverified || s.PhoneUnverified) }
