package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// BookEntry is an active customer for spreadsheets and phones.
type BookEntry struct {
	Name, Phone, Email, Notes   string
	Birthday                    loyalty.Day
	Tag                         loyalty.Tag
	GuardianName, GuardianPhone string
	Visits                      int64
	LastVisit, CreatedAt        time.Time // LastVisit may be zero
	Stamps                      int64     // own card
	FamilyStamps                int64     // on the family's card, which several entries share
	SharesCard                  bool      // new visits stamp the family's card
	Promotions                  bool
}

const customerBook = `
	SELECT c.name, c.phone, c.email, c.notes, c.birthday, c.tag, g.name, g.phone, c.visits_count, c.last_visit_at, c.created_at,
		k.stamps, coalesce(fk.stamps, 0), fk.id IS NOT NULL, coalesce(p.granted, FALSE)
	FROM customers c
	JOIN cards k ON k.business_id = c.business_id AND k.customer_id = c.id
	LEFT JOIN customers g ON g.business_id = c.business_id AND g.id = c.guardian_id
	LEFT JOIN families f ON f.business_id = c.business_id AND f.id = c.family_id AND f.policy = 'POOL'
	LEFT JOIN cards fk ON fk.business_id = c.business_id AND fk.family_id = f.id
	LEFT JOIN consents p ON p.business_id = c.business_id AND p.customer_id = c.id AND p.kind = 'PROMOTIONS' AND p.replaced_at IS NULL
	WHERE c.business_id = $1 AND c.archived_at IS NULL ORDER BY c.sort_key, c.id`

// EachBookEntry calls each with every active customer, by name.
func EachBookEntry(tx *Tx, each func(BookEntry) error) error {
	err := tx.queryEach(customerBook, []any{tx.businessID}, func(row scanner) error {
		var e BookEntry
		var lastVisit, createdAt sql.NullInt64
		err := row.Scan(&e.Name, (*optionalText)(&e.Phone), (*optionalText)(&e.Email), (*optionalText)(&e.Notes), (*optionalText)(&e.Birthday),
			(*optionalText)(&e.Tag), (*optionalText)(&e.GuardianName), (*optionalText)(&e.GuardianPhone), &e.Visits, &lastVisit, &createdAt,
			&e.Stamps, &e.FamilyStamps, &e.SharesCard, &e.Promotions)
		if err != nil {
			return err
		}
		e.LastVisit, e.CreatedAt = instant(lastVisit), instant(createdAt)
		return each(e)
	})
	if err != nil {
		return fmt.Errorf("listing all customers: %w", err)
	}
	return nil
}
