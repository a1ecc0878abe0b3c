package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Snapshot is what counters know of customers without a network.
type Snapshot struct{ tx *Tx }

// Snapshot gives access to the business's snapshot.
func (tx *Tx) Snapshot() Snapshot { return Snapshot{tx} }

// NewSnapshotPage reads the previous page's cursor.
func NewSnapshotPage(limit int, cursor string) (Page, error) {
	page, err := NewPage(limit, cursor, len([]string{"asOf", "id"}))
	if err != nil || page.after == nil {
		return page, err
	}
	_, err = page.instantKey()
	return page, err
}

var snapshotPage = `SELECT` + customerColumns + fromCustomers + ` AND c.archived_at IS NULL AND c.id > $2 ORDER BY c.id LIMIT $3`

// Page returns active customers by id, and the time of the first page: asOf, or the cursor's if earlier.
func (q Snapshot) Page(page Page, asOf time.Time) (List[loyalty.Customer], time.Time, error) {
	after := ""
	if page.after != nil {
		first, err := page.instantKey()
		if err != nil {
			return List[loyalty.Customer]{}, asOf, err
		}
		after = page.after[1]
		if began := time.UnixMilli(first).UTC(); began.Before(asOf) {
			asOf = began
		}
	}
	if err := forceCustomPlans(q.tx); err != nil {
		return List[loyalty.Customer]{}, asOf, err
	}
	list := lister[loyalty.Customer]{limit: page.Limit}
	err := q.tx.queryEach(snapshotPage, []any{q.tx.businessID, after, page.Limit + 1}, func(row scanner) error {
		customer, err := scanCustomer(row)
		list.add(customer, strconv.FormatInt(asOf.UnixMilli(), 10), customer.ID)
		return err
	})
	if err != nil {
		return List[loyalty.Customer]{}, asOf, fmt.Errorf("reading a page of all customers: %w", err)
	}
	return list.build(), asOf, nil
}

// IDs returns snapshot ids. A record with a QR of its own id needs one first (SetIDIfAbsent).
func (q Snapshot) IDs(records []string) (map[string]string, error) {
	args, in := placeholders(2, append(slices.Clone(records), ""))
	ids := map[string]string{}
	err := q.tx.queryEach(`
		SELECT id, coalesce(snapshot_id, id) FROM customers
		WHERE business_id = $1 AND id IN (`+in+`) AND (snapshot_id IS NOT NULL OR qr_id IS NOT NULL)`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			var record, id string
			err := row.Scan(&record, &id)
			ids[record] = id
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the ids of a snapshot: %w", err)
	}
	return ids, nil
}

// QRs returns the ids of a record's QRs, also ended ones. id may be a snapshot's.
func (q Snapshot) QRs(id string) ([]string, error) {
	record, qrID, found, err := q.record(id)
	if err != nil || !found {
		return nil, err
	}
	endedQRs, err := q.tx.Customers().EndedQRs([]string{record})
	return append([]string{qrID}, endedQRs[record]...), err
}

// idsWithPrefix also finds erased and merged records. The empty text beside business_id keeps SQLite from reading all
// customers in the index by business.
const idsWithPrefix = `
	SELECT qr_id FROM customers WHERE business_id || '' = $1 AND qr_id >= $2 AND qr_id <= $3
	UNION ALL SELECT id FROM customers WHERE business_id = $1 AND id >= $2 AND id <= $3
	UNION ALL SELECT snapshot_id FROM customers WHERE business_id || '' = $1 AND snapshot_id >= $2 AND snapshot_id <= $3
	UNION ALL SELECT qr_id FROM revoked_qrs WHERE business_id || '' = $1 AND qr_id >= $2 AND qr_id <= $3`

// IDsWithPrefix returns the customers' ids, snapshot ids and QR ids, also ended ones, that begin with a prefix. By another
// collation than "C" it may return others too. It needs one in which "z" comes last, as in Spanish.
func (q Snapshot) IDsWithPrefix(prefix string) ([]string, error) {
	last := prefix + strings.Repeat("z", 64) // ids have up to 64 characters
	ids, err := q.tx.queryStrings(idsWithPrefix, q.tx.businessID, prefix, last)
	if err != nil {
		return nil, fmt.Errorf("finding ids by a prefix: %w", err)
	}
	return ids, nil
}

// RecordID returns the id of the record with a snapshot's id. It returns another id as it is.
func (q Snapshot) RecordID(id string) (string, error) {
	record, _, found, err := q.record(id)
	if err != nil || !found {
		return id, err
	}
	return record, nil
}

func (q Snapshot) record(id string) (record, qrID string, found bool, err error) {
	found, err = q.tx.queryOne(`
		SELECT id, coalesce(qr_id, id) FROM customers WHERE business_id = $1 AND id = $2
		UNION ALL SELECT id, coalesce(qr_id, id) FROM customers WHERE business_id = $1 AND snapshot_id = $2 AND id <> $2`,
		[]any{q.tx.businessID, id}, &record, &qrID)
	if err != nil {
		return "", "", false, fmt.Errorf("reading the QR of %s: %w", id, err)
	}
	return record, qrID, found, nil
}

// SetIDIfAbsent sets a missing snapshot id if the QR has the record's id.
func (q Snapshot) SetIDIfAbsent(record, id string) error {
	_, err := q.tx.exec(`UPDATE customers SET snapshot_id = $3 WHERE business_id = $1 AND id = $2 AND snapshot_id IS NULL AND qr_id IS NULL`,
		q.tx.businessID, record, id)
	if err != nil {
		return fmt.Errorf("setting the snapshot id of a customer: %w", err)
	}
	return nil
}

// Active returns the active customers among ids.
func (q Snapshot) Active(ids []string) ([]loyalty.Customer, error) {
	args, in := placeholders(2, append(ids, ""))
	active := []loyalty.Customer{}
	err := q.tx.queryEach(`SELECT`+customerColumns+fromCustomers+` AND c.archived_at IS NULL AND c.id IN (`+in+`) ORDER BY c.id`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			customer, err := scanCustomer(row)
			active = append(active, customer)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading some customers: %w", err)
	}
	return active, nil
}
