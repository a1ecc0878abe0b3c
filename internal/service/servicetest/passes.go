package servicetest

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
)

// InstalledPass is the pass of a customer's card, which a telephone of that name keeps.
func (shop *Shop) InstalledPass(customer loyalty.Customer, telephone string) passes.IssuedPass {
	shop.T.Helper()
	pass := shop.Pass(customer)
	shop.InstallPass(pass, telephone)
	return pass
}

// UpdatePasses has passes follow what has happened to their cards, all of them.
func (shop *Shop) UpdatePasses() {
	shop.T.Helper()
	for more := true; more; {
		var err error
		if more, err = shop.Cases.PassUpdater.Step(context.Background()); err != nil {
			shop.T.Fatalf("%v", err)
		}
	}
}

// ClaimPushes takes all pushes that may be told now.
func (shop *Shop) ClaimPushes() []passes.ClaimedPush {
	shop.T.Helper()
	pushes, err := shop.Cases.Pushes.Claim(context.Background(), loyalty.AppleWallet, 1000)
	if err != nil {
		shop.T.Fatalf("%v", err)
	}
	return pushes
}

// NotifiedPhones takes all pushes that may be told now, has Apple accept them, and returns which
// telephones were told, in the order of the pushes.
func (shop *Shop) NotifiedPhones() []string {
	shop.T.Helper()
	told := []string{}
	for _, push := range shop.ClaimPushes() {
		shop.FinishPush(push, passes.PushTry{Result: passes.PushAccepted})
		told = append(told, push.Holder.ID)
	}
	return told
}

// FinishPush records how a push went.
func (shop *Shop) FinishPush(push passes.ClaimedPush, try passes.PushTry) {
	shop.T.Helper()
	if err := shop.Cases.Pushes.Finish(context.Background(), push, try); err != nil {
		shop.T.Fatalf("%v", err)
	}
}
