// Package passes holds the use cases of passes in the wallets of telephones: a pass is given
// out, follows its card, and its changes are pushed to Apple and to Google.
//
// It does not know what a pass looks like, which is for packages wallet and googlewallet, nor
// how a vendor is called, which is for package pushing. It only reads cards and customers.
package passes

import (
	"axioma/internal/service/usecase"
)

// Wallets holds the use cases of passes by noun.
type Wallets struct {
	Passes       *Passes
	PassUpdater  *Updater
	Pushes       *Pushes
	GooglePasses *GooglePasses
}

// New returns the use cases of passes on a base.
func New(base *usecase.Base, cards *usecase.Cards, qrCodes *usecase.QRCodes, dispatcher *usecase.Dispatcher) Wallets {
	issued := &Passes{base: base, cards: cards, qrCodes: qrCodes}
	return Wallets{
		Passes:       issued,
		PassUpdater:  newUpdater(base, issued, dispatcher),
		Pushes:       &Pushes{base},
		GooglePasses: &GooglePasses{base: base, passes: issued},
	}
}

// MaintenanceJobs remove the pushes that no worker takes any more.
func (w *Wallets) MaintenanceJobs() []usecase.MaintenanceTask {
	return []usecase.MaintenanceTask{w.Pushes.discardStale}
}
