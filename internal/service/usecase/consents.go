package usecase

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// RecordConsent adds what is said to a customer's consent history: now, unless
// it names its instant, so that what is said at once has one.
func (b *Base) RecordConsent(tx *store.Tx, said loyalty.Consent) error {
	said, err := b.CompleteConsent(said)
	if err != nil {
		return err
	}
	return tx.Consents().Insert(said)
}

// CompleteConsent gives an entry of a consent history its id, wording and, unless it has
// one, instant.
func (b *Base) CompleteConsent(said loyalty.Consent) (_ loyalty.Consent, err error) {
	if said.TextVersion = loyalty.ConsentTextVersion; said.At.IsZero() {
		said.At = b.Now()
	}
	said.ID, err = b.IDs.Next(said.At)
	return said, err
}
