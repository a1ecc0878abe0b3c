package servicetest

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/passes"
)

// Kept is the pass of a customer's card, which a telephone of that name keeps.
func (shop *Shop) Kept(customer loyalty.Customer, telephone string) passes.IssuedPass {
	shop.T.Helper()
	pass := shop.Pass(customer)
	shop.Hold(pass, telephone)
	return pass
}

// Follow has passes follow what has happened to their cards, all of them.
func (shop *Shop) Follow() {
	shop.T.Helper()
	for more := true; more; {
		var err error
		if more, err = shop.Cases.PassUpdater.Step(context.Background()); err != nil {
			shop.T.Fatalf("%v", err)
		}
	}
}

// Pushes takes all pushes that may be told now.
func (shop *Shop) Pushes() []passes.ClaimedPush {
	shop.T.Helper()
	pushes, err := shop.Cases.Pushes.Claim(context.Background(), loyalty.AppleWallet, 1000)
	if err != nil {
		shop.T.Fatalf("%v", err)
	}
	return pushes
}

// Told takes all pushes that may be told now, has Apple accept them, and returns which
// telephones were told, in the order of the pushes.
func (shop *Shop) Told() []string {
	shop.T.Helper()
	told := []string{}
	for _, push := range shop.Pushes() {
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
