package store

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	"axioma/internal/loyalty"
)

// Records returns the record and those merged into it, unless erased: each QR leads to the customer.
func (q Customers) Records(customerID string) ([]string, error) {
	keptBy, err := q.recordsOf([]string{customerID})
	if err != nil {
		return nil, err
	}
	args, in := placeholders(2, slices.Collect(maps.Keys(keptBy)))
	erasedRecords, err := q.tx.queryStrings(
		`SELECT customer_id FROM erasures WHERE business_id = $1 AND erased_at IS NOT NULL AND customer_id IN (`+in+`)`,
		append([]any{q.tx.businessID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("finding erased records of customer %s: %w", customerID, err)
	}
	for _, record := range erasedRecords {
		delete(keptBy, record)
	}
	return slices.Sorted(maps.Keys(keptBy)), nil
}

func (q Customers) recordsOf(customers []string) (map[string]string, error) {
	keptBy := map[string]string{}
	for _, id := range customers {
		keptBy[id] = id
	}
	for pendingIDs := customers; len(pendingIDs) > 0; {
		args, in := placeholders(2, pendingIDs)
		pendingIDs = nil
		err := q.tx.queryEach(`SELECT id, merged_into FROM customers WHERE business_id = $1 AND merged_into IN (`+in+`)`,
			append([]any{q.tx.businessID}, args...), func(row scanner) error {
				var mergedID, into string
				err := row.Scan(&mergedID, &into)
				keptBy[mergedID] = keptBy[into]
				pendingIDs = append(pendingIDs, mergedID)
				return err
			})
		if err != nil {
			return nil, fmt.Errorf("finding the records of customers: %w", err)
		}
	}
	return keptBy, nil
}

// namesOfKept returns the name of the active customer to whom each record leads.
func (q Trail) namesOfKept(records []string) (map[string]string, error) {
	into, names := map[string]string{}, map[string]string{}
	for pending := slices.Compact(slices.Sorted(slices.Values(records))); len(pending) > 0; {
		args, in := placeholders(2, pending)
		pending = nil
		err := q.tx.queryEach(`SELECT id, CASE WHEN archived_at IS NULL THEN name END, merged_into FROM customers WHERE business_id = $1 AND id IN (`+in+`)`,
			append([]any{q.tx.businessID}, args...), func(row scanner) error {
				var id, mergedInto string
				var name sql.NullString
				err := row.Scan(&id, &name, (*optionalText)(&mergedInto))
				if name.Valid {
					names[id] = name.String
				}
				if _, known := into[id]; !known && mergedInto != "" {
					into[id] = mergedInto
					pending = append(pending, mergedInto)
				}
				return err
			})
		if err != nil {
			return nil, fmt.Errorf("finding the customers who keep merged records: %w", err)
		}
	}
	for _, record := range records {
		keptID := record
		for range into { // ends at a cycle in a damaged database
			if into[keptID] == "" {
				break
			}
			keptID = into[keptID]
		}
		if name, found := names[keptID]; found {
			names[record] = name
		}
	}
	return names, nil
}

// ChangeQR ends and replaces a QR, also in queued messages.
func (q Customers) ChangeQR(recordID, qrID, customerID string, at time.Time) error {
	_, err := q.tx.exec(`
		INSERT INTO revoked_qrs (qr_id, business_id, customer_id, ended_at)
		SELECT coalesce(qr_id, id), business_id, id, $3 FROM customers WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, recordID, millis(at))
	if err == nil {
		_, err = q.tx.exec(`
			UPDATE messages SET text = replace(text, (SELECT coalesce(qr_id, id) FROM customers WHERE business_id = $1 AND id = $2), $3)
			WHERE business_id = $1 AND customer_id = $4 AND coalesce(status, '') IN ('QUEUED', 'SENDING')`,
			q.tx.businessID, recordID, qrID, customerID)
	}
	if err == nil {
		err = q.tx.execOne(`UPDATE customers SET qr_id = $3 WHERE business_id = $1 AND id = $2`, q.tx.businessID, recordID, qrID)
	}
	if err != nil {
		return fmt.Errorf("changing the QR of record %s: %w", recordID, err)
	}
	return nil
}

// EndedQR returns an ended QR.
func (q Customers) EndedQR(qrID string) (loyalty.RevokedQR, bool, error) {
	qr := loyalty.RevokedQR{ID: qrID}
	found, err := q.tx.queryOne(`SELECT customer_id, ended_at FROM revoked_qrs WHERE business_id = $1 AND qr_id = $2`,
		[]any{q.tx.businessID, qrID}, &qr.CustomerID, (*optionalInstant)(&qr.At))
	if err != nil {
		return qr, false, fmt.Errorf("finding a revoked QR: %w", err)
	}
	return qr, found, nil
}

// EndedQRs returns ended QRs by customer, also those of merged records.
func (q Customers) EndedQRs(customers []string) (map[string][]string, error) {
	keptBy, err := q.recordsOf(customers)
	if err != nil {
		return nil, err
	}
	args, in := placeholders(2, append(slices.Collect(maps.Keys(keptBy)), "")) // IN () is invalid
	endedQRs := map[string][]string{}
	err = q.tx.queryEach(`SELECT customer_id, qr_id FROM revoked_qrs WHERE business_id = $1 AND customer_id IN (`+in+`) ORDER BY qr_id`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			var record, qrID string
			err := row.Scan(&record, &qrID)
			endedQRs[keptBy[record]] = append(endedQRs[keptBy[record]], qrID)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading revoked QRs: %w", err)
	}
	return endedQRs, nil
}
