package service

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

func (m *Merges) reassignRecords(tx *store.Tx, p mergePair, moved *store.MergeChanges) error {
	kept, err := tx.Consents().Of(p.kept.ID)
	if err != nil {
		return err
	}
	merged, err := tx.Consents().Of(p.merged.ID)
	if err != nil {
		return err
	}
	if err := tx.Merges().ReassignAll(p.merged.ID, p.kept.ID, moved); err != nil {
		return err
	}
	now := m.base.Now()
	for _, kind := range loyalty.ConsentsWithdrawnByMerge(kept, merged) {
		consent, err := m.base.CompleteConsent(loyalty.Consent{CustomerID: p.kept.ID, Kind: kind, Form: loyalty.FormMerge, At: now})
		if err != nil {
			return err
		}
		if err := tx.Consents().Insert(consent); err != nil {
			return err
		}
		moved.Withdrawn = append(moved.Withdrawn, consent.ID)
	}
	return markReplacedConsents(tx, p.kept.ID)
}

func markReplacedConsents(tx *store.Tx, customerID string) error {
	for _, kind := range loyalty.ConsentKinds() {
		if err := tx.Consents().MarkReplaced(customerID, kind); err != nil {
			return err
		}
	}
	return nil
}

func returnRecords(tx *store.Tx, p mergePair, moved store.MergeChanges) error {
	if err := tx.Consents().Remove(moved.Withdrawn); err != nil {
		return err
	}
	if err := tx.Merges().ReturnAll(moved, p.merged.ID); err != nil {
		return err
	}
	if err := markReplacedConsents(tx, p.kept.ID); err != nil {
		return err
	}
	return markReplacedConsents(tx, p.merged.ID)
}
