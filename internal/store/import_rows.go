package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// ImportRow is a row that was rejected or changed a customer.
type ImportRow struct {
	Number     int64
	Reason     string   // why it was rejected, in Spanish
	Cells      []string // of a rejected row
	CustomerID string
	Effect     *ImportEffect
}

// ImportEffect records a row's changes for their undo.
type ImportEffect struct {
	Created      bool         `json:"created,omitempty"`
	Version      int64        `json:"version"`              // of the customer after the change
	Adjustment   string       `json:"adjustment,omitempty"` // id of the opening balance
	FilledFields FilledFields `json:"filled"`
	Image        *PhoneImage  `json:"image,omitempty"` // before phone or e-mail was filled
	VisitDay     loyalty.Day  `json:"visitDay,omitempty"`
	FormerDay    loyalty.Day  `json:"formerDay,omitempty"` // the imported last visit that VisitDay replaced
}

// WithFilled returns the effect with the fields that customer has and former lacks.
func (e ImportEffect) WithFilled(former, customer loyalty.Customer) ImportEffect {
	e.Version = customer.Version
	if customer.Phone != former.Phone {
		e.FilledFields.Phone = customer.Phone
	}
	if customer.Email != former.Email {
		e.FilledFields.Email = customer.Email
	}
	if customer.Birthday != former.Birthday {
		e.FilledFields.Birthday = customer.Birthday
	}
	switch addition, isLonger := strings.CutPrefix(customer.Notes, former.Notes+"\n"); {
	case customer.Notes == former.Notes:
	case former.Notes != "" && isLonger:
		e.FilledFields.Contacts = addition
	default:
		e.FilledFields.Notes = customer.Notes
	}
	if customer.ImportedVisitDay != former.ImportedVisitDay {
		e.VisitDay, e.FormerDay = customer.ImportedVisitDay, former.ImportedVisitDay
	}
	return e
}

// Then returns the effect followed by a later row's on the same customer.
func (e ImportEffect) Then(laterEffect ImportEffect) ImportEffect {
	e.Version = max(e.Version, laterEffect.Version)
	e.Adjustment = cmp.Or(e.Adjustment, laterEffect.Adjustment)
	e.FilledFields.Phone, e.FilledFields.Email = cmp.Or(e.FilledFields.Phone, laterEffect.FilledFields.Phone), cmp.Or(e.FilledFields.Email, laterEffect.FilledFields.Email)
	e.FilledFields.Birthday = cmp.Or(e.FilledFields.Birthday, laterEffect.FilledFields.Birthday)
	if e.FilledFields.Notes != "" {
		e.FilledFields.Notes = joinLines(e.FilledFields.Notes, laterEffect.FilledFields.Contacts)
	} else {
		e.FilledFields.Notes, e.FilledFields.Contacts = laterEffect.FilledFields.Notes, joinLines(e.FilledFields.Contacts, laterEffect.FilledFields.Contacts)
	}
	if e.Image == nil {
		e.Image = laterEffect.Image
	}
	if e.VisitDay == "" {
		e.FormerDay = laterEffect.FormerDay
	}
	e.VisitDay = cmp.Or(laterEffect.VisitDay, e.VisitDay)
	return e
}

func joinLines(first, second string) string { return strings.Trim(first+"\n"+second, "\n") }

func (r *ImportRow) setEffect(effectJSON string) error {
	return json.Unmarshal([]byte(effectJSON), &r.Effect)
}

// FilledFields are the values that a customer lacked and that a row filled.
type FilledFields struct {
	Phone    string      `json:"phone,omitempty"`
	Email    string      `json:"email,omitempty"`
	Birthday loyalty.Day `json:"birthday,omitempty"`
	Notes    string      `json:"notes,omitempty"`
	Contacts string      `json:"contacts,omitempty"` // lines after a note that the customer had
}

// IsEmpty reports whether nothing was filled.
func (f FilledFields) IsEmpty() bool { return f == FilledFields{} }

// PhoneImage is the state of phone and e-mail.
type PhoneImage struct {
	VerifiedAt    int64  `json:"verifiedAt,omitempty"` // milliseconds
	Unproved      bool   `json:"unproved,omitempty"`
	Registrant    string `json:"registrant,omitempty"`
	WhatsAppID    string `json:"whatsAppId,omitempty"`
	ReleasedAt    int64  `json:"releasedAt,omitempty"`
	ReleaseSeenAt int64  `json:"releaseSeenAt,omitempty"`
	EmailUnproved bool   `json:"emailUnproved,omitempty"`
}

// InsertRow records a row.
func (q Imports) InsertRow(id string, run int64, row ImportRow) error {
	var cells, effect sql.NullString
	for _, part := range []struct {
		value any
		wants bool
		into  *sql.NullString
	}{{row.Cells, row.Cells != nil, &cells}, {row.Effect, row.Effect != nil, &effect}} {
		if !part.wants {
			continue
		}
		data, err := json.Marshal(part.value)
		if err != nil {
			return fmt.Errorf("encoding row %d: %w", row.Number, err)
		}
		*part.into = sql.NullString{String: string(data), Valid: true}
	}
	wrap := func(err error) error { return fmt.Errorf("recording row %d of import %s: %w", row.Number, id, err) }
	return q.tx.execDeferred(wrap, `
		INSERT INTO import_rows (business_id, import_id, run, number, reason, cells, customer_id, effect) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		q.tx.businessID, id, run, row.Number, text(row.Reason), cells, text(row.CustomerID), effect)
}

// FirstSkips returns rejected rows without cells.
func (q Imports) FirstSkips(id string, run int64, limit int) ([]ImportRow, error) {
	rows := []ImportRow{}
	err := q.tx.queryEach(`SELECT number, reason FROM import_rows
		WHERE business_id = $1 AND import_id = $2 AND run = $3 AND reason IS NOT NULL ORDER BY number LIMIT $4`,
		[]any{q.tx.businessID, id, run, limit}, func(row scanner) error {
			var r ImportRow
			err := row.Scan(&r.Number, &r.Reason)
			rows = append(rows, r)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading rejected rows of import %s: %w", id, err)
	}
	return rows, nil
}

// SkippedRows returns rejected rows after a number.
func (q Imports) SkippedRows(id string, run, after int64, limit int) ([]ImportRow, error) {
	rows := []ImportRow{}
	err := q.tx.queryEach(`SELECT number, reason, cells FROM import_rows
		WHERE business_id = $1 AND import_id = $2 AND run = $3 AND number > $4 AND reason IS NOT NULL ORDER BY number LIMIT $5`,
		[]any{q.tx.businessID, id, run, after, limit}, func(row scanner) error {
			var r ImportRow
			var cells sql.NullString
			if err := row.Scan(&r.Number, &r.Reason, &cells); err != nil {
				return err
			}
			rows = append(rows, r)
			if !cells.Valid {
				return nil
			}
			return json.Unmarshal([]byte(cells.String), &rows[len(rows)-1].Cells)
		})
	if err != nil {
		return nil, fmt.Errorf("reading rejected rows of import %s: %w", id, err)
	}
	return rows, nil
}

// Effects returns a run's effects, the last row first.
func (q Imports) Effects(id string, run int64, limit int) ([]ImportRow, error) {
	rows := []ImportRow{}
	err := q.tx.queryEach(`SELECT number, customer_id, effect FROM import_rows
		WHERE business_id = $1 AND import_id = $2 AND run = $3 AND effect IS NOT NULL ORDER BY number DESC LIMIT $4`,
		[]any{q.tx.businessID, id, run, limit}, func(row scanner) error {
			var r ImportRow
			var effect string
			if err := row.Scan(&r.Number, &r.CustomerID, &effect); err != nil {
				return err
			}
			err := r.setEffect(effect)
			rows = append(rows, r)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the changes of import %s: %w", id, err)
	}
	return rows, nil
}

// RemoveRow removes a row.
func (q Imports) RemoveRow(id string, run, number int64) error {
	err := q.tx.execOne(`DELETE FROM import_rows WHERE business_id = $1 AND import_id = $2 AND run = $3 AND number = $4`, q.tx.businessID, id, run, number)
	if err != nil {
		return fmt.Errorf("removing row %d of import %s: %w", number, id, err)
	}
	return nil
}

// RemoveRows removes rows of earlier runs.
func (q Imports) RemoveRows(id string, before int64, limit int) (int, error) {
	return remove(q.tx, "rows of imports", `
		DELETE FROM import_rows WHERE business_id = $1 AND import_id = $2 AND (run, number) IN (
			SELECT run, number FROM import_rows WHERE business_id = $1 AND import_id = $2 AND run < $3 ORDER BY run, number LIMIT $4)`,
		q.tx.businessID, id, before, limit)
}

// ImportClaim is a file's statement about consent: evidence, not consent.
type ImportClaim struct {
	Header   string
	Value    string
	FileName string
	At       time.Time
}

// InsertClaim adds a claim after those of the same import.
func (q Imports) InsertClaim(i loyalty.Import, customerID string, c ImportClaim) error {
	_, err := q.tx.exec(`
		INSERT INTO import_claims (business_id, import_id, customer_id, number, header, value, file_name, claimed_at)
		VALUES ($1, $2, $3, (SELECT coalesce(max(m.number) + 1, 0) FROM import_claims m
			WHERE m.business_id = $1 AND m.import_id = $2 AND m.customer_id = $3), $4, $5, $6, $7)`,
		q.tx.businessID, i.ID, customerID, c.Header, c.Value, i.FileName, millis(c.At))
	if err != nil {
		return fmt.Errorf("recording a claim of customer %s: %w", customerID, err)
	}
	return nil
}

// ClaimsOf returns a customer's claims, also of merged records, newest first.
func (q Imports) ClaimsOf(customerID string) ([]ImportClaim, error) {
	keptBy, err := q.tx.Customers().recordsOf([]string{customerID})
	if err != nil {
		return nil, err
	}
	claims := []ImportClaim{}
	args, in := placeholders(2, slices.Collect(maps.Keys(keptBy)))
	err = q.tx.queryEach(`
		SELECT m.header, m.value, m.file_name, m.claimed_at FROM import_claims m
		WHERE m.business_id = $1 AND m.customer_id IN (`+in+`)
		ORDER BY m.claimed_at DESC, m.import_id, m.number`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			var c ImportClaim
			err := row.Scan(&c.Header, &c.Value, &c.FileName, (*optionalInstant)(&c.At))
			claims = append(claims, c)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the claims of customer %s: %w", customerID, err)
	}
	return claims, nil
}

// HasClaim reports whether a customer has a claim.
func (q Imports) HasClaim(customerID, header, value string) (bool, error) {
	count, err := q.tx.queryCount(`SELECT count(*) FROM import_claims WHERE business_id = $1 AND customer_id = $2 AND header = $3 AND value = $4`,
		[]any{q.tx.businessID, customerID, header, value})
	if err != nil {
		return false, fmt.Errorf("finding a claim of customer %s: %w", customerID, err)
	}
	return count > 0, nil
}

// KnownCustomers returns which records are active customers, also by a merge.
func (q Imports) KnownCustomers(ids []string) (map[string]bool, error) {
	knownIDs := map[string]bool{}
	for batch := range slices.Chunk(ids, maxListedIDs) {
		mergedIDs, err := q.addKnown(batch, knownIDs)
		if err != nil {
			return nil, fmt.Errorf("finding the customers of a copy: %w", err)
		}
		for _, id := range mergedIDs {
			_, err := q.tx.Customers().Get(id)
			if knownIDs[id] = err == nil; err != nil && !errors.Is(err, loyalty.ErrCustomerNotFound) {
				return nil, err
			}
		}
	}
	return knownIDs, nil
}

func (q Imports) addKnown(ids []string, knownIDs map[string]bool) (mergedIDs []string, err error) {
	args, in := placeholders(2, ids)
	err = q.tx.queryEach(`
		SELECT id, merged_into IS NOT NULL FROM customers
		WHERE business_id = $1 AND id IN (`+in+`) AND (archived_at IS NULL OR merged_into IS NOT NULL)`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			var id string
			var isMerged bool
			err := row.Scan(&id, &isMerged)
			if knownIDs[id] = true; isMerged {
				mergedIDs = append(mergedIDs, id)
			}
			return err
		})
	return mergedIDs, err
}

// FormerRecord is an archived or merged record.
type FormerRecord struct {
	ID, Name, Email string
	Birthday        loyalty.Day
	IsMerged        bool
}

// FormerRecords returns archived and merged records by canonical phone. It omits discarded registrations, which may be
// another person's.
func (q Imports) FormerRecords(phones []string) (map[string][]FormerRecord, error) {
	former := map[string][]FormerRecord{}
	for batch := range slices.Chunk(phones, maxListedIDs) {
		args, in := placeholders(2, batch)
		err := q.tx.queryEach(`
			SELECT c.id, c.name, c.email, c.birthday, c.merged_into IS NOT NULL, c.phone FROM customers c
			WHERE c.business_id = $1 AND c.phone IN (`+in+`) AND c.archived_at IS NOT NULL AND c.discarded_at IS NULL
			ORDER BY c.phone, c.id`,
			append([]any{q.tx.businessID}, args...), func(row scanner) error {
				var record FormerRecord
				var phone string
				err := row.Scan(&record.ID, &record.Name, (*optionalText)(&record.Email), (*optionalText)(&record.Birthday), &record.IsMerged, &phone)
				phone = loyalty.CanonicalPhone(phone)
				former[phone] = append(former[phone], record)
				return err
			})
		if err != nil {
			return nil, fmt.Errorf("finding archived records by phone: %w", err)
		}
	}
	return former, nil
}

// WithOtherContacts finds active customers by name (compared as loyalty.SortKey) with another phone or e-mail in their
// notes. It skips records and notes from this import.
func (q Imports) WithOtherContacts(importID string, names []string) ([]loyalty.Customer, error) {
	var customers []loyalty.Customer
	for batch := range slices.Chunk(names, maxListedIDs) {
		keys := make([]string, len(batch))
		for at, name := range batch {
			keys[at] = loyalty.SortKey(name)
		}
		args, in := placeholders(3, keys)
		err := q.tx.queryEach(`SELECT`+customerColumns+fromCustomers+`
			AND c.archived_at IS NULL AND c.sort_key IN (`+in+`) AND c.notes LIKE '%Otro %: %'
			AND NOT EXISTS (SELECT 1 FROM import_rows r WHERE r.business_id = c.business_id AND r.customer_id = c.id AND r.import_id = $2
				AND (r.effect LIKE '{"created":true%' OR r.effect LIKE '%"notes":%'))`,
			append([]any{q.tx.businessID, importID}, args...), func(row scanner) error {
				customer, err := scanCustomer(row)
				customers = append(customers, customer)
				return err
			})
		if err != nil {
			return nil, fmt.Errorf("finding customers by other contacts: %w", err)
		}
	}
	return customers, nil
}

// AddedContacts returns the contacts that an import has added to the notes of some customers, by the customer's id.
func (q Imports) AddedContacts(importID string, customerIDs []string) (map[string]string, error) {
	contacts := map[string]string{}
	for batch := range slices.Chunk(customerIDs, maxListedIDs) {
		args, in := placeholders(3, batch)
		err := q.tx.queryEach(`SELECT customer_id, effect FROM import_rows
			WHERE business_id = $1 AND import_id = $2 AND customer_id IN (`+in+`) AND effect LIKE '%"contacts":%'`,
			append([]any{q.tx.businessID, importID}, args...), func(row scanner) error {
				var importRow ImportRow
				var effect string
				err := row.Scan(&importRow.CustomerID, &effect)
				if err != nil {
					return err
				}
				if err := importRow.setEffect(effect); err != nil {
					return err
				}
				contacts[importRow.CustomerID] = importRow.Effect.FilledFields.Contacts
				return nil
			})
		if err != nil {
			return nil, fmt.Errorf("reading the contacts that import %s has added: %w", importID, err)
		}
	}
	return contacts, nil
}
