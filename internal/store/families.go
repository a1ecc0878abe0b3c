package store

import (
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// Families are a business's families.
type Families struct{ tx *Tx }

// Families gives access to the business's families.
func (tx *Tx) Families() Families { return Families{tx} }

// Insert adds family and card.
func (q Families) Insert(f loyalty.Family, card loyalty.Card) error {
	_, err := q.tx.exec(`
		INSERT INTO families (business_id, id, name, sort_key, search, policy, version, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		q.tx.businessID, f.ID, f.Name, loyalty.SortKey(f.Name), loyalty.Fold(f.Name), f.Policy, f.Version, millis(f.CreatedAt))
	if err != nil {
		return fmt.Errorf("adding a family: %w", err)
	}
	return q.tx.Cards().Insert(card)
}

// Get returns a family, or loyalty.ErrFamilyNotFound.
func (q Families) Get(id string) (loyalty.Family, error) { return q.get(id, "") }

// Lock returns a family and locks its policy, members and roles. Lock a family before its members.
func (q Families) Lock(id string) (loyalty.Family, error) { return q.get(id, q.tx.lockClause()) }

func (q Families) get(id, lock string) (loyalty.Family, error) {
	var f loyalty.Family
	var createdAt sql.NullInt64
	found, err := q.tx.queryOne(`
		SELECT id, name, policy, version, created_at FROM families
		WHERE business_id = $1 AND id = $2 AND archived_at IS NULL`+lock,
		[]any{q.tx.businessID, id}, &f.ID, &f.Name, &f.Policy, &f.Version, &createdAt)
	if err != nil {
		return f, fmt.Errorf("reading family %s: %w", id, err)
	}
	if !found {
		return f, loyalty.ErrFamilyNotFound
	}
	f.CreatedAt = instant(createdAt)
	return f, nil
}

// Update writes edited fields and version.
func (q Families) Update(f loyalty.Family) error {
	err := q.tx.execOne(`
		UPDATE families SET name = $3, sort_key = $4, search = $5, policy = $6, version = $7
		WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, f.ID, f.Name, loyalty.SortKey(f.Name), loyalty.Fold(f.Name), f.Policy, f.Version)
	if err != nil {
		return fmt.Errorf("changing family %s: %w", f.ID, err)
	}
	return nil
}

// Archive hides a locked family, or returns loyalty.ErrFamilyNotEmpty. The visits on its card stay.
func (q Families) Archive(id string, at time.Time) error {
	rowCount, err := q.tx.exec(`
		UPDATE families SET archived_at = $3
		WHERE business_id = $1 AND id = $2
		AND NOT EXISTS (SELECT 1 FROM customers c WHERE c.business_id = $1 AND c.family_id = $2)`,
		q.tx.businessID, id, millis(at))
	if err != nil {
		return fmt.Errorf("archiving family %s: %w", id, err)
	}
	if rowCount == 0 {
		return loyalty.ErrFamilyNotEmpty
	}
	return nil
}

// ListedFamily is a family with its number of members.
type ListedFamily struct {
	loyalty.Family
	Members int64
}

const familyName = `(f.search || '` + afterName + `')`

// List returns families in Spanish order. The search matches parts of names (without case and accents), nearest first.
func (q Families) List(search string, page Page) (List[ListedFamily], error) {
	where := clause{args: []any{q.tx.businessID}}
	where.and(`f.archived_at IS NULL`)
	names := newNameSearch(q.tx, `f.`, familyName, search)
	if loyalty.Fold(search) != "" {
		where.and(names.matchCondition(&where, afterName))
	}
	total, err := q.tx.queryCount(`SELECT count(*) FROM families f WHERE f.business_id = $1`+where.sql(), where.args)
	if err != nil {
		return List[ListedFamily]{}, fmt.Errorf("counting families: %w", err)
	}
	rank, order := names.nearness(&where), `f.sort_key, f.id`
	if rank != byNameAlone {
		order = `rank, ` + order
	}
	addAfter(&where, page, rank, `f.sort_key`, `f.id`)
	list := lister[ListedFamily]{limit: page.Limit, total: total}
	err = q.tx.queryEach(`
		SELECT `+rank+` AS rank, f.sort_key, f.id, f.name, f.policy, f.version, f.created_at,
			(SELECT count(*) FROM customers c WHERE c.business_id = f.business_id AND c.family_id = f.id)
		FROM families f WHERE f.business_id = $1`+where.sql()+`
		ORDER BY `+order+` LIMIT `+where.bind(page.Limit+1), where.args, func(row scanner) error {
		var rank int64
		var key string
		var f ListedFamily
		var createdAt sql.NullInt64
		err := row.Scan(&rank, &key, &f.ID, &f.Name, &f.Policy, &f.Version, &createdAt, &f.Members)
		f.CreatedAt = instant(createdAt)
		list.add(f, string(ByName), strconv.FormatInt(rank, 10), key, f.ID)
		return err
	})
	if err != nil {
		return List[ListedFamily]{}, fmt.Errorf("listing families: %w", err)
	}
	return list.build(), nil
}

// Members returns the members: PRIMARY first, then in Spanish order.
func (q Families) Members(familyID string) ([]loyalty.Customer, error) {
	members := []loyalty.Customer{}
	err := q.tx.queryEach(`SELECT`+customerColumns+fromCustomers+` AND c.family_id = $2
		ORDER BY CASE c.family_role WHEN 'PRIMARY' THEN 0 ELSE 1 END, c.sort_key, c.id`,
		[]any{q.tx.businessID, familyID}, func(row scanner) error {
			member, err := scanCustomer(row)
			members = append(members, member)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the members of family %s: %w", familyID, err)
	}
	return members, nil
}

// Join adds a customer, or returns loyalty.ErrInAnotherFamily. A new PRIMARY makes the former one ADULT.
func (q Families) Join(familyID, customerID string, role loyalty.FamilyRole) error {
	if role == loyalty.RolePrimary {
		if err := q.demotePrimary(familyID); err != nil {
			return err
		}
	}
	rowCount, err := q.tx.exec(`
		UPDATE customers SET family_id = $3, family_role = $4
		WHERE business_id = $1 AND id = $2 AND family_id IS NULL`,
		q.tx.businessID, customerID, familyID, role)
	if err != nil {
		return fmt.Errorf("joining family %s: %w", familyID, err)
	}
	if rowCount == 0 {
		return loyalty.ErrInAnotherFamily
	}
	return nil
}

// SetRole sets a role. A new PRIMARY makes the former one ADULT.
func (q Families) SetRole(familyID, customerID string, role loyalty.FamilyRole) error {
	if role == loyalty.RolePrimary {
		if err := q.demotePrimary(familyID); err != nil {
			return err
		}
	}
	err := q.tx.execOne(`
		UPDATE customers SET family_role = $4
		WHERE business_id = $1 AND id = $2 AND family_id = $3`,
		q.tx.businessID, customerID, familyID, role)
	if err != nil {
		return fmt.Errorf("changing the role of customer %s: %w", customerID, err)
	}
	return nil
}

func (q Families) demotePrimary(familyID string) error {
	_, err := q.tx.exec(`
		UPDATE customers SET family_role = 'ADULT'
		WHERE business_id = $1 AND family_id = $2 AND family_role = 'PRIMARY'`,
		q.tx.businessID, familyID)
	if err != nil {
		return fmt.Errorf("making the former PRIMARY an ADULT: %w", err)
	}
	return nil
}

// Leave removes a customer, whose stamps stay on the family's card.
func (q Families) Leave(customerID string) error {
	err := q.tx.execOne(`
		UPDATE customers SET family_id = NULL, family_role = NULL
		WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID)
	if err != nil {
		return fmt.Errorf("leaving a family: %w", err)
	}
	return nil
}
