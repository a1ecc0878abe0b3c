package doctor

import (
	"context"
	"errors"
	"net/http"
	"time"

	"axioma/internal/config"
	"axioma/internal/googlewallet"
)

// ExamineGoogle says what is missing for passes of Google Wallet, and asks Google, over a
// network, whether it takes the account. Nothing secret stands in what is found.
func ExamineGoogle(ctx context.Context, s config.Server, network http.RoundTripper) Finding {
	if s.Wallet.GoogleIssuer == "" {
		return Finding{Subject: wallets, State: OK, Found: "no passes of Google Wallet are made: it is not set up"}
	}
	account, err := googlewallet.ReadAccount(s.Wallet.GoogleIssuer, s.Wallet.GoogleKey)
	if err != nil {
		return Finding{
			Subject: wallets, State: Fault, Found: err.Error(),
			ToDo: "Make a key, in JSON, for the service account in Google's console (docs/operate/wallets.md), and name its file in AXIOMA_GOOGLE_WALLET_KEY.",
		}
	}
	return googleSays(account, account.Check(ctx, googlewallet.GoogleAddresses(), network, time.Now))
}

// googleSays is what an answer of Google's means for an account.
func googleSays(account googlewallet.Account, err error) Finding {
	found := Finding{Subject: wallets, State: Fault}
	var refusal *googlewallet.Refusal
	if err == nil {
		found.State, found.Found = OK, "Google Wallet lets "+account.Email+" act for issuer "+account.Issuer
		return found
	}
	found.Found = err.Error()
	switch {
	case !errors.As(err, &refusal) || refusal.Status == 0:
		found.ToDo = "Let the server reach oauth2.googleapis.com and walletobjects.googleapis.com by https."
	case refusal.Status == http.StatusForbidden:
		found.ToDo = "Invite " + account.Email + " under Users in the Google Pay and Wallet console, and switch the Google Wallet API on for its project (docs/operate/wallets.md)."
	case refusal.IsTemporary():
		found.State, found.ToDo = Attention, "Ask again later."
	default:
		found.ToDo = "Make another key for " + account.Email + " in Google's console, and look whether the clock of this machine is right."
	}
	return found
}
