package doctor

import (
	"context"
	"errors"
	"net/http"
	"time"

	"axioma/internal/config"
	"axioma/internal/googlewallet"
)

// ExamineGoogle checks the settings and asks Google whether the account may act for the issuer. The finding contains no
// secrets.
func ExamineGoogle(ctx context.Context, s config.Server, network http.RoundTripper) Finding {
	if s.Wallet.GoogleIssuer == "" {
		return Finding{Subject: subjectWallet, State: OK, Detail: "no passes of Google Wallet are made: it is not set up"}
	}
	account, err := googlewallet.ReadAccount(s.Wallet.GoogleIssuer, s.Wallet.GoogleKey)
	if err != nil {
		return Finding{
			Subject: subjectWallet, State: Fault, Detail: err.Error(),
			ToDo: "Create a JSON key of the service account in Google's console (docs/operate/wallets.md), and set its path in AXIOMA_GOOGLE_WALLET_KEY.",
		}
	}
	return googleFinding(account, account.Check(ctx, googlewallet.GoogleAddresses(), network, time.Now))
}

func googleFinding(account googlewallet.Account, err error) Finding {
	finding := Finding{Subject: subjectWallet, State: Fault}
	var refusal *googlewallet.Refusal
	if err == nil {
		finding.State, finding.Detail = OK, "Google Wallet lets "+account.Email+" act for issuer "+account.Issuer
		return finding
	}
	finding.Detail = err.Error()
	switch {
	case !errors.As(err, &refusal) || refusal.Status == 0:
		finding.ToDo = "Allow https from the server to oauth2.googleapis.com and walletobjects.googleapis.com."
	case refusal.Status == http.StatusForbidden:
		finding.ToDo = "Invite " + account.Email + " under Users in the Google Pay and Wallet console, and enable the Google Wallet API for its project (docs/operate/wallets.md)."
	case refusal.IsTemporary():
		finding.State, finding.ToDo = Attention, "Check again later."
	default:
		finding.ToDo = "Create another key for " + account.Email + " in Google's console, and check this machine's clock."
	}
	return finding
}
