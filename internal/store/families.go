package store

import (
	"fmt"

	"axioma/internal/loyalty"
)

// InsertFamily adds a family with the card that collects its shared points.
func (tx *Tx) InsertFamily(f loyalty.Family, card loyalty.Card) error {
	_, err := tx.exec(`
		INSERT INTO families (business_id, id, name, sort_key, policy, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		tx.businessID, f.ID, f.Name, loyalty.SortKey(f.Name), f.Policy, millis(f.CreatedAt))
	if err != nil {
		return fmt.Errorf("adding a family: %w", err)
	}
	return tx.InsertCard(card)
}

// LockFamily returns a family whose policy and members' roles no other
// transaction changes until this one ends, or loyalty.ErrFamilyNotFound.
func (tx *Tx) LockFamily(id string) (loyalty.Family, error) {
	var f loyalty.Family
	var created int64
	found, err := tx.one(`
		SELECT id, name, policy, created_at FROM families
		WHERE business_id = $1 AND id = $2 AND archived_at IS NULL`+tx.locking(),
		[]any{tx.businessID, id}, &f.ID, &f.Name, &f.Policy, &created)
	if err != nil {
		return f, fmt.Errorf("reading family %s: %w", id, err)
	}
	if !found {
		return f, loyalty.ErrFamilyNotFound
	}
	return f, nil
}

// JoinFamily puts a customer who is in no family into one. Naming a PRIMARY
// makes the former one ADULT. It returns loyalty.ErrInAnotherFamily when the
// customer is in a family.
func (tx *Tx) JoinFamily(familyID, customerID string, role loyalty.FamilyRole) error {
	if role == loyalty.RolePrimary {
		if err := tx.demotePrimary(familyID); err != nil {
			return err
		}
	}
	joined, err := tx.exec(`
		UPDATE customers SET family_id = $3, family_role = $4
		WHERE business_id = $1 AND id = $2 AND family_id IS NULL`,
		tx.businessID, customerID, familyID, role)
	if err != nil {
		return fmt.Errorf("joining family %s: %w", familyID, err)
	}
	if joined == 0 {
		return loyalty.ErrInAnotherFamily
	}
	return nil
}

func (tx *Tx) demotePrimary(familyID string) error {
	_, err := tx.exec(`
		UPDATE customers SET family_role = 'ADULT'
		WHERE business_id = $1 AND family_id = $2 AND family_role = 'PRIMARY'`,
		tx.businessID, familyID)
	if err != nil {
		return fmt.Errorf("making the former PRIMARY an ADULT: %w", err)
	}
	return nil
}

// LeaveFamily takes a customer out of her family. The stamps she put on its
// card stay there.
func (tx *Tx) LeaveFamily(customerID string) error {
	err := tx.execOne(`
		UPDATE customers SET family_id = NULL, family_role = NULL
		WHERE business_id = $1 AND id = $2`, tx.businessID, customerID)
	if err != nil {
		return fmt.Errorf("leaving a family: %w", err)
	}
	return nil
}
