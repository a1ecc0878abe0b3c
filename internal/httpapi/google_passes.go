package httpapi

import "cmp"

// GooglePasses are what makes passes of Google Wallet.
type GooglePasses struct {
	Issuer string   // Google's id for the operator; empty: none are made
	Lack   PassLack // why not; empty: nothing is set up
}

// missing is why no passes of Google Wallet are given out; empty: they are.
func (g GooglePasses) missing() PassLack {
	if g.Issuer == "" {
		return cmp.Or(g.Lack, PassesNotSetUp)
	}
	return ""
}

// googlePassURL is the way to a customer's pass of Google Wallet; nil where none are given
// out.
func (c passCalls) googlePassURL(qrID string) *string {
	if c.google.missing() != "" {
		return nil
	}
	address := "/api/public/customers/" + qrID + "/google-pass"
	return &address
}

// GoogleWalletState is whether customers can have passes of Google Wallet, for the operator.
type GoogleWalletState struct {
	Missing *PassLack `json:"missing" doc:"Why no passes of Google Wallet are given out; null: they are"`
	Issuer  *string   `json:"issuer" doc:"Google's id for the operator"`
}

func (g GooglePasses) state() GoogleWalletState {
	state := GoogleWalletState{Issuer: orNull(g.Issuer)}
	if missing := g.missing(); missing != "" {
		state.Missing = &missing
	}
	return state
}
