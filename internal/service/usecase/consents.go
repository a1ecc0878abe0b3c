package usecase

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// RecordConsent adds an entry. Entries of one form must have the same At.
func (b *Base) RecordConsent(tx *store.Tx, said loyalty.Consent) error {
	said, err := b.CompleteConsent(said)
	if err != nil {
		return err
	}
	return tx.Consents().Insert(said)
}

// CompleteConsent fills in id, wording and a missing instant.
func (b *Base) CompleteConsent(said loyalty.Consent) (_ loyalty.Consent, err error) {
	if said.TextVersion = loyalty.ConsentTextVersion; said.At.IsZero() {
		said.At = b.Now()
	}
	said.ID, err = b.IDs.Next(said.At)
	return said, err
}
