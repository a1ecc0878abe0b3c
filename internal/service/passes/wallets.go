// Package passes issues, updates and pushes wallet passes, and only reads cards and customers. Packages wallet and
// googlewallet render; package pushing calls vendors.
package passes

import (
	"axioma/internal/service/usecase"
)

// Wallets groups the use cases of passes.
type Wallets struct {
	Passes       *Passes
	PassUpdater  *Updater
	Pushes       *Pushes
	GooglePasses *GooglePasses
}

// New returns the use cases of passes.
func New(base *usecase.Base, cards *usecase.Cards, qrCodes *usecase.QRCodes, dispatcher *usecase.Dispatcher) Wallets {
	passes := &Passes{base: base, cards: cards, qrCodes: qrCodes}
	return Wallets{
		Passes:       passes,
		PassUpdater:  newUpdater(base, passes, dispatcher),
		Pushes:       &Pushes{base},
		GooglePasses: &GooglePasses{base: base, passes: passes},
	}
}

// MaintenanceTasks remove stale pushes.
func (w *Wallets) MaintenanceTasks() []usecase.MaintenanceTask {
	return []usecase.MaintenanceTask{w.Pushes.discardStale}
}
