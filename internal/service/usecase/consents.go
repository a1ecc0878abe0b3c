package usecase

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// RecordConsent adds an entry. Entries of one form must have the same At.
func (b *Base) RecordConsent(tx *store.Tx, consent loyalty.Consent) error {
	consent, err := b.CompleteConsent(consent)
	if err != nil {
		return err
	}
	return tx.Consents().Insert(consent)
}

// CompleteConsent fills in id, wording and a missing instant.
func (b *Base) CompleteConsent(consent loyalty.Consent) (_ loyalty.Consent, err error) {
	if consent.TextVersion = loyalty.ConsentTextVersion; consent.At.IsZero() {
		consent.At = b.Now()
	}
	consent.ID, err = b.IDs.Next(consent.At)
	return consent, err
}
