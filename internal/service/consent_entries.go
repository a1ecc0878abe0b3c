package service

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// recordConsent adds what is said to a customer's consent history: now, unless
// it names its instant, so that what is said at once has one.
func (b *Base) recordConsent(tx *store.Tx, said loyalty.Consent) error {
	said, err := b.sayNow(said)
	if err != nil {
		return err
	}
	return tx.Consents().Insert(said)
}

// sayNow gives an entry of a consent history its id, wording and, unless it has
// one, instant.
func (b *Base) sayNow(said loyalty.Consent) (_ loyalty.Consent, err error) {
	if said.TextVersion = loyalty.ConsentTextVersion; said.At.IsZero() {
		said.At = b.now()
	}
	said.ID, err = b.ids.Next(said.At)
	return said, err
}
