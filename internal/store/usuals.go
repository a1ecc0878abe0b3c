package store

import (
	"database/sql"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"

	"axioma/internal/loyalty"
)

// Usuals are notes and pictures of usual cuts.
type Usuals struct{ tx *Tx }

// UsualsIn gives access to the business's usual cuts.
func UsualsIn(tx *Tx) Usuals { return Usuals{tx} }

// UsualMoves records what a merge moved, for its undo. Pictures above the kept record's limit stay hidden with the
// archived record.
type UsualMoves struct {
	NoteToKept, NoteToMerged bool
	ToKept, ToMerged         []string
}

// Note returns the note and its version.
func (q Usuals) Note(customerID string) (note string, version int64, err error) {
	_, err = q.tx.queryOne(`SELECT usual_note, usual_version FROM customers WHERE business_id = $1 AND id = $2`,
		[]any{q.tx.businessID, customerID}, (*optionalText)(&note), &version)
	if err != nil {
		return "", 0, fmt.Errorf("reading the usual cut of customer %s: %w", customerID, err)
	}
	return note, version, nil
}

// SetNote replaces the note. "" removes it.
func (q Usuals) SetNote(customerID, note string) error {
	err := q.tx.execOne(`UPDATE customers SET usual_note = $3, usual_version = usual_version + 1 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, customerID, text(note))
	if err != nil {
		return fmt.Errorf("storing the usual cut of customer %s: %w", customerID, err)
	}
	return nil
}

// Pictures returns the oldest first, without content.
func (q Usuals) Pictures(customerID string) ([]loyalty.UsualPicture, error) {
	pictures := []loyalty.UsualPicture{}
	err := q.tx.queryEach(`
		SELECT id, taken_at, taken_by, width, height FROM usual_pictures WHERE business_id = $1 AND customer_id = $2 ORDER BY id`,
		[]any{q.tx.businessID, customerID}, func(row scanner) error {
			p := loyalty.UsualPicture{CustomerID: customerID}
			var at sql.NullInt64
			err := row.Scan(&p.ID, &at, &p.TakenBy, &p.Width, &p.Height)
			p.TakenAt = instant(at)
			pictures = append(pictures, p)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("listing the pictures of customer %s: %w", customerID, err)
	}
	return pictures, nil
}

// Picture returns a picture, or loyalty.ErrUsualPictureNotFound.
func (q Usuals) Picture(customerID, id string) ([]byte, error) {
	var encodedPicture string
	found, err := q.tx.queryOne(`SELECT picture FROM usual_pictures WHERE business_id = $1 AND customer_id = $2 AND id = $3`,
		[]any{q.tx.businessID, customerID, id}, &encodedPicture)
	if err != nil {
		return nil, fmt.Errorf("reading picture %s: %w", id, err)
	}
	if !found {
		return nil, loyalty.ErrUsualPictureNotFound
	}
	picture, err := base64.StdEncoding.DecodeString(encodedPicture)
	if err != nil {
		return nil, fmt.Errorf("reading picture %s: %w", id, err)
	}
	return picture, nil
}

// AddPicture stores a picture.
func (q Usuals) AddPicture(p loyalty.UsualPicture, content []byte) error {
	_, err := q.tx.exec(`
		INSERT INTO usual_pictures (business_id, customer_id, id, taken_at, taken_by, width, height, picture)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		q.tx.businessID, p.CustomerID, p.ID, millis(p.TakenAt), p.TakenBy, p.Width, p.Height, base64.StdEncoding.EncodeToString(content))
	if err != nil {
		return fmt.Errorf("storing a picture of customer %s: %w", p.CustomerID, err)
	}
	return nil
}

// RemovePicture removes a picture, or returns loyalty.ErrUsualPictureNotFound.
func (q Usuals) RemovePicture(customerID, id string) error {
	rowCount, err := q.tx.exec(`DELETE FROM usual_pictures WHERE business_id = $1 AND customer_id = $2 AND id = $3`,
		q.tx.businessID, customerID, id)
	if err != nil {
		return fmt.Errorf("removing picture %s: %w", id, err)
	}
	if rowCount == 0 {
		return loyalty.ErrUsualPictureNotFound
	}
	return nil
}

// RemoveAll removes note and pictures, also of merged records, and returns their number.
func (q Usuals) RemoveAll(customerID string) (rowCount int64, err error) {
	keptBy, err := q.tx.Customers().recordsOf([]string{customerID})
	if err != nil {
		return 0, err
	}
	args, in := placeholders(2, slices.Collect(maps.Keys(keptBy)))
	args = append([]any{q.tx.businessID}, args...)
	pictures, err := q.tx.exec(`DELETE FROM usual_pictures WHERE business_id = $1 AND customer_id IN (`+in+`)`, args...)
	if err != nil {
		return 0, fmt.Errorf("removing the pictures of customer %s: %w", customerID, err)
	}
	notes, err := q.tx.exec(`
		UPDATE customers SET usual_note = NULL, usual_version = usual_version + 1
		WHERE business_id = $1 AND id IN (`+in+`) AND usual_note IS NOT NULL`, args...)
	if err != nil {
		return 0, fmt.Errorf("removing the usual note of customer %s: %w", customerID, err)
	}
	return pictures + notes, nil
}

// MovePictures moves pictures that are not removed.
func (q Usuals) MovePictures(from, to string, ids []string) error {
	for _, id := range ids {
		_, err := q.tx.exec(`UPDATE usual_pictures SET customer_id = $4 WHERE business_id = $1 AND customer_id = $2 AND id = $3`,
			q.tx.businessID, from, id, to)
		if err != nil {
			return fmt.Errorf("moving picture %s to customer %s: %w", id, to, err)
		}
	}
	return nil
}
