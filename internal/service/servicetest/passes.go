package servicetest

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
)

// IssueAndInstallPass issues and installs a pass.
func (shop *Shop) IssueAndInstallPass(customer loyalty.Customer, telephone string) passes.IssuedPass {
	shop.T.Helper()
	pass := shop.Pass(customer)
	shop.InstallPass(pass, telephone)
	return pass
}

// UpdatePasses processes all events.
func (shop *Shop) UpdatePasses() {
	shop.T.Helper()
	for more := true; more; {
		var err error
		if more, err = shop.Cases.PassUpdater.Step(context.Background()); err != nil {
			shop.T.Fatalf("%v", err)
		}
	}
}

// ClaimPushes claims all due pushes of Apple Wallet.
func (shop *Shop) ClaimPushes() []passes.ClaimedPush {
	shop.T.Helper()
	pushes, err := shop.Cases.Pushes.Claim(context.Background(), loyalty.AppleWallet, 1000)
	if err != nil {
		shop.T.Fatalf("%v", err)
	}
	return pushes
}

// SendPushes sends due pushes, which Apple accepts, and returns their phones in order.
func (shop *Shop) SendPushes() []string {
	shop.T.Helper()
	phones := []string{}
	for _, push := range shop.ClaimPushes() {
		shop.FinishPush(push, passes.PushTry{Result: passes.PushAccepted})
		phones = append(phones, push.Holder.ID)
	}
	return phones
}

// FinishPush records a try.
func (shop *Shop) FinishPush(push passes.ClaimedPush, try passes.PushTry) {
	shop.T.Helper()
	if err := shop.Cases.Pushes.Finish(context.Background(), push, try); err != nil {
		shop.T.Fatalf("%v", err)
	}
}
