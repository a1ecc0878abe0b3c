package service

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

func (m *Merges) reassignRecords(tx *store.Tx, p mergePair, changes *store.MergeChanges) error {
	keptConsents, err := tx.Consents().Of(p.keptCustomer.ID)
	if err != nil {
		return err
	}
	mergedConsents, err := tx.Consents().Of(p.mergedCustomer.ID)
	if err != nil {
		return err
	}
	if err := tx.Merges().ReassignAll(p.mergedCustomer.ID, p.keptCustomer.ID, changes); err != nil {
		return err
	}
	now := m.base.Now()
	for _, kind := range loyalty.ConsentsWithdrawnByMerge(keptConsents, mergedConsents) {
		consent, err := m.base.CompleteConsent(loyalty.Consent{CustomerID: p.keptCustomer.ID, Kind: kind, Form: loyalty.FormMerge, At: now})
		if err != nil {
			return err
		}
		if err := tx.Consents().Insert(consent); err != nil {
			return err
		}
		changes.Withdrawn = append(changes.Withdrawn, consent.ID)
	}
	return markReplacedConsents(tx, p.keptCustomer.ID)
}

func markReplacedConsents(tx *store.Tx, customerID string) error {
	for _, kind := range loyalty.ConsentKinds() {
		if err := tx.Consents().MarkReplaced(customerID, kind); err != nil {
			return err
		}
	}
	return nil
}

func returnRecords(tx *store.Tx, p mergePair, changes store.MergeChanges) error {
	if err := tx.Consents().Remove(changes.Withdrawn); err != nil {
		return err
	}
	if err := tx.Merges().ReturnAll(changes, p.mergedCustomer.ID); err != nil {
		return err
	}
	if err := markReplacedConsents(tx, p.keptCustomer.ID); err != nil {
		return err
	}
	return markReplacedConsents(tx, p.mergedCustomer.ID)
}
