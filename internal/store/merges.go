package store

import (
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// Merges are a business's merges.
type Merges struct{ tx *Tx }

// Merges gives access to the business's merges.
func (tx *Tx) Merges() Merges { return Merges{tx} }

// MergeChanges lists the rows that a merge moved, for its undo.
type MergeChanges struct {
	KeptCustomer   loyalty.Customer // before the merge
	MergedCustomer loyalty.Customer
	Visits         []MovedVisit
	Adjustments    []MovedAdjustment
	Rewards        map[string]loyalty.RewardPlacement // places before the merge
	GrantedRewards []string                           // rewards granted by the merge
	RevivedRewards []string                           // cancelled rewards revived by the merge
	Consents       []string
	Messages       []string
	Texts          []string
	Greetings      []string
	Children       []string

	Redemptions []string // rewards redeemed by the merged customer
	Withdrawn   []string // withdrawn because the two records disagreed

	Usual UsualMoves
	Claim MergedClaim
}

// MergedClaim is both records' claims to paper stamps, and the kept record's after the merge.
type MergedClaim struct{ KeptStamps, MergedStamps, JoinedStamps int64 }

// MovedVisit is a visit before a merge.
type MovedVisit struct {
	ID           string
	CardID       string
	Day          loyalty.Day
	DaySlot      *int64 // nil: deleted
	AuthorizedBy string
}

// Insert records a merge.
func (q Merges) Insert(m loyalty.Merge, changes MergeChanges) error {
	undoData, err := changes.encode()
	if err != nil {
		return err
	}
	_, err = q.tx.exec(`
		INSERT INTO merges (business_id, id, kept_id, merged_id, merged_at, merged_by, undo_data)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		q.tx.businessID, m.ID, m.KeptID, m.MergedID, millis(m.At), m.By, undoData)
	if err != nil {
		return fmt.Errorf("recording a merge: %w", err)
	}
	return nil
}

// Lock returns and locks a merge, or returns loyalty.ErrMergeNotFound.
func (q Merges) Lock(id string) (loyalty.Merge, MergeChanges, error) {
	var m loyalty.Merge
	var at, undoneAt sql.NullInt64
	var undoData string
	found, err := q.tx.queryOne(`
		SELECT id, kept_id, merged_id, merged_at, merged_by, undone_at, undo_data FROM merges
		WHERE business_id = $1 AND id = $2`+q.tx.lockClause(),
		[]any{q.tx.businessID, id}, &m.ID, &m.KeptID, &m.MergedID, &at, &m.By, &undoneAt, &undoData)
	if err != nil {
		return m, MergeChanges{}, fmt.Errorf("reading merge %s: %w", id, err)
	}
	if !found {
		return m, MergeChanges{}, loyalty.ErrMergeNotFound
	}
	m.At, m.UndoneAt = instant(at), instant(undoneAt)
	changes, err := decodeMergeChanges(undoData)
	changes.KeptCustomer.ID, changes.MergedCustomer.ID = m.KeptID, m.MergedID // not stored
	return m, changes, err
}

// VisitsMovedAfter returns visits and adjustments that later merges, not undone, moved to the record.
func (q Merges) VisitsMovedAfter(m loyalty.Merge) (map[string]bool, error) {
	laterUndoData, err := q.tx.queryStrings(`
		SELECT undo_data FROM merges WHERE business_id = $1 AND kept_id = $2 AND merged_at > $3 AND undone_at IS NULL`,
		q.tx.businessID, m.KeptID, millis(m.At))
	if err != nil {
		return nil, fmt.Errorf("finding merges after %s: %w", m.ID, err)
	}
	movedIDs := map[string]bool{}
	for _, undoData := range laterUndoData {
		changes, err := decodeMergeChanges(undoData)
		if err != nil {
			return nil, err
		}
		for _, visit := range changes.Visits {
			movedIDs[visit.ID] = true
		}
		for _, adjustment := range changes.Adjustments {
			movedIDs[adjustment.ID] = true
		}
	}
	return movedIDs, nil
}

// MarkUndone marks a merge undone.
func (q Merges) MarkUndone(mergeID string, at time.Time, by string) error {
	err := q.tx.execOne(`UPDATE merges SET undone_at = $3, undone_by = $4 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, mergeID, millis(at), by)
	if err != nil {
		return fmt.Errorf("marking merge %s as undone: %w", mergeID, err)
	}
	return nil
}

// List returns merges, newest first.
func (q Merges) List(customerID string, page Page) (List[loyalty.Merge], error) {
	where := clause{args: []any{q.tx.businessID, customerID}}
	const from = ` FROM merges m
		JOIN customers c ON c.business_id = m.business_id AND c.id = m.merged_id
		WHERE m.business_id = $1 AND m.kept_id = $2`
	total, err := q.tx.queryCount(`SELECT count(*)`+from, where.args)
	if err != nil {
		return List[loyalty.Merge]{}, fmt.Errorf("counting merges: %w", err)
	}
	if err := afterInstant(&where, page, `m.merged_at`, `m.id`); err != nil {
		return List[loyalty.Merge]{}, err
	}
	list := lister[loyalty.Merge]{limit: page.Limit, total: total}
	err = q.tx.queryEach(`
		SELECT m.id, m.kept_id, m.merged_id, c.name, m.merged_at, m.merged_by, m.undone_at`+from+where.sql()+`
		ORDER BY m.merged_at DESC, m.id DESC LIMIT `+where.bind(page.Limit+1), where.args, func(row scanner) error {
		var m loyalty.Merge
		var at, undone sql.NullInt64
		err := row.Scan(&m.ID, &m.KeptID, &m.MergedID, &m.MergedName, &at, &m.By, &undone)
		m.At, m.UndoneAt = instant(at), instant(undone)
		list.add(m, strconv.FormatInt(at.Int64, 10), m.ID)
		return err
	})
	if err != nil {
		return List[loyalty.Merge]{}, fmt.Errorf("listing merges: %w", err)
	}
	return list.build(), nil
}

// MergedSince reports whether another record was merged into a customer after an instant, and the merge is not undone.
func (q Merges) MergedSince(customerID string, since time.Time) (bool, error) {
	merges, err := q.tx.queryCount(`
		SELECT count(*) FROM merges
		WHERE business_id = $1 AND kept_id = $2 AND merged_at >= $3 AND undone_at IS NULL`,
		[]any{q.tx.businessID, customerID, millis(since)})
	if err != nil {
		return false, fmt.Errorf("finding records merged into customer %s: %w", customerID, err)
	}
	return merges > 0, nil
}

// ReassignAll moves consents, messages, texts, invitations, redemptions and children to a record and adds their ids to
// changes. Both records keep the last greeting: a merge allows no second one.
func (q Merges) ReassignAll(from, to string, changes *MergeChanges) (err error) {
	if changes.Consents, err = q.reassign(`
		UPDATE consents SET customer_id = $3 WHERE business_id = $1 AND customer_id = $2 RETURNING id`, from, to); err != nil {
		return err
	}
	if changes.Messages, err = q.reassign(`
		UPDATE messages SET customer_id = $3 WHERE business_id = $1 AND customer_id = $2 RETURNING id`, from, to); err != nil {
		return err
	}
	if changes.Texts, err = q.reassign(`
		UPDATE customer_texts SET customer_id = $3 WHERE business_id = $1 AND customer_id = $2 RETURNING id`, from, to); err != nil {
		return err
	}
	if changes.Greetings, err = q.reassign(`
		UPDATE greetings SET customer_id = $3 WHERE business_id = $1 AND customer_id = $2 RETURNING id`, from, to); err != nil {
		return err
	}
	if err = q.copyGreetings(from, to); err != nil {
		return err
	}
	if changes.Children, err = q.reassign(`
		UPDATE customers SET guardian_id = $3 WHERE business_id = $1 AND guardian_id = $2 RETURNING id`, from, to); err != nil {
		return err
	}
	changes.Redemptions, err = q.reassign(`
		UPDATE rewards SET redeemed_customer_id = $3
		WHERE business_id = $1 AND redeemed_customer_id = $2 AND redeemed_at IS NOT NULL RETURNING id`, from, to)
	return err
}

func (q Merges) copyGreetings(from, to string) error {
	const (
		formerLast   = `coalesce((SELECT f.greeted_at FROM customers f WHERE f.business_id = $1 AND f.id = $2), 0)`
		formerBefore = `coalesce((SELECT f.greeted_before FROM customers f WHERE f.business_id = $1 AND f.id = $2), 0)`
		last         = `coalesce(greeted_at, 0)`
		before       = `coalesce(greeted_before, 0)`
	)
	greatest := func(a, b string) string { return `CASE WHEN ` + a + ` < ` + b + ` THEN ` + b + ` ELSE ` + a + ` END` }
	_, err := q.reassign(`
		UPDATE customers SET
			greeted_at = nullif(`+greatest(last, formerLast)+`, 0),
			greeted_before = nullif(CASE
				WHEN `+last+` < `+formerLast+` THEN `+greatest(last, formerBefore)+`
				WHEN `+last+` > `+formerLast+` THEN `+greatest(before, formerLast)+`
				ELSE `+greatest(before, formerBefore)+` END, 0)
		WHERE business_id = $1 AND id = $3 RETURNING id`, from, to)
	return err
}

// ReturnAll reverts ReassignAll.
func (q Merges) ReturnAll(changes MergeChanges, to string) error {
	for query, ids := range map[string][]string{
		`UPDATE consents SET customer_id = $3 WHERE business_id = $1 AND id = $2 RETURNING id`:         changes.Consents,
		`UPDATE messages SET customer_id = $3 WHERE business_id = $1 AND id = $2 RETURNING id`:         changes.Messages,
		`UPDATE customer_texts SET customer_id = $3 WHERE business_id = $1 AND id = $2 RETURNING id`:   changes.Texts,
		`UPDATE greetings SET customer_id = $3 WHERE business_id = $1 AND id = $2 RETURNING id`:        changes.Greetings,
		`UPDATE rewards SET redeemed_customer_id = $3 WHERE business_id = $1 AND id = $2 RETURNING id`: changes.Redemptions,
		// A child with a phone stays without a guardian.
		`UPDATE customers SET guardian_id = $3 WHERE business_id = $1 AND id = $2 AND guardian_id IS NOT NULL RETURNING id`: changes.Children,
	} {
		for _, id := range ids {
			if _, err := q.reassign(query, id, to); err != nil {
				return err
			}
		}
	}
	return nil
}

func (q Merges) reassign(query, from, to string) ([]string, error) {
	ids, err := q.tx.queryStrings(query, q.tx.businessID, from, to)
	if err != nil {
		return nil, fmt.Errorf("changing the owner of %s to %s: %w", from, to, err)
	}
	return ids, nil
}
