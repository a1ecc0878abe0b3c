package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Regular is an active customer with their rhythm.
type Regular struct {
	CustomerID  string
	Name        string // once ReadNames has read it
	Phone       string
	Birthday    loyalty.Day
	GreetedAt   time.Time
	LastVisitAt time.Time
	Rhythm      loyalty.Rhythm

	PhoneUnverified  bool
	AcceptsMarketing bool // once ReadConsents has read it
}

// Silent returns the active customers whose last visit is before an instant and who may have a rhythm: the stored one,
// or one computed from their visits. It does not read their names and consents.
func (q Week) Silent(since time.Time) ([]Regular, error) {
	regulars, err := q.silent(``, q.tx.businessID, millis(since), loyalty.MinRhythmDays)
	return regulars, wrapped("looking for who has not come", err)
}

// SilentOne returns a customer as Silent does. It reports false for a customer who is not silent.
func (q Week) SilentOne(customerID string, since time.Time) (regular Regular, isSilent bool, err error) {
	regulars, err := q.silent(` AND c.id = $4`, q.tx.businessID, millis(since), loyalty.MinRhythmDays, customerID)
	if err != nil || len(regulars) == 0 {
		return regular, false, wrapped("looking whether a customer has not come", err)
	}
	return regulars[0], true, nil
}

// silent reads customers under a further condition.
func (q Week) silent(condition string, args ...any) ([]Regular, error) {
	packed, err := queryPacked(q.tx, `c.id || ',' || CAST(c.last_visit_at AS TEXT) || ',' || coalesce(c.phone, '') || ',' ||
			CASE WHEN c.phone_unverified THEN 'unverified' ELSE '' END || ',' || coalesce(c.birthday, '') || ',' ||
			coalesce(CAST(c.greeted_at AS TEXT), '') || ',' || coalesce(c.rhythm, `+rhythm+`, '')`, `customers c
		WHERE c.business_id = $1 AND c.archived_at IS NULL AND c.last_visit_at < $2 AND`+mayHaveRhythm("c.", "$3")+condition, args...)
	if err != nil {
		return nil, err
	}
	regulars := make([]Regular, len(packed))
	for n, text := range packed {
		if regulars[n], err = unpackRegular(text); err != nil {
			return nil, err
		}
	}
	return regulars, nil
}

// unpackRegular reads a customer as silent selects them.
func unpackRegular(text string) (r Regular, err error) {
	r.CustomerID, text, _ = strings.Cut(text, ",")
	last, text, _ := strings.Cut(text, ",")
	r.Phone, text, _ = strings.Cut(text, ",")
	unverified, text, _ := strings.Cut(text, ",")
	birthday, text, _ := strings.Cut(text, ",")
	greeted, rhythm, _ := strings.Cut(text, ",")
	r.PhoneUnverified, r.Birthday = unverified != "", loyalty.Day(birthday)
	if r.LastVisitAt, err = unpackInstant(last); err != nil {
		return r, err
	}
	if r.GreetedAt, err = unpackInstant(greeted); err != nil {
		return r, err
	}
	r.Rhythm, err = readRhythm(rhythm)
	return r, err
}

// unpackInstant reads milliseconds; the empty text is no instant.
func unpackInstant(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("reading the instant %q: %w", text, err)
	}
	return time.UnixMilli(at).UTC(), nil
}

// ReadNames reads the names of the customers.
func (q Week) ReadNames(regulars []*Regular) error {
	for some := range slices.Chunk(regulars, maxListedIDs) {
		ids := make([]string, len(some))
		for n, regular := range some {
			ids[n] = regular.CustomerID
		}
		names, err := q.tx.Reports().CustomerNames(ids)
		if err != nil {
			return err
		}
		for _, regular := range some {
			regular.Name = names[regular.CustomerID].Name
		}
	}
	return nil
}

// ReadConsents reads which of the customers accept marketing. It reads the valid consents of the business from an index,
// which costs less than looking up those of each customer.
func (q Week) ReadConsents(regulars []Regular) error {
	whatsApp, err := q.accepting(`s.kind = 'WHATSAPP'`)
	if err != nil {
		return err
	}
	promotions, err := q.accepting(`s.kind = 'PROMOTIONS' AND s.text_version >= '` + loyalty.MarketingTextVersion + `'`)
	for n, regular := range regulars {
		regulars[n].AcceptsMarketing = !regular.PhoneUnverified && whatsApp[regular.CustomerID] && promotions[regular.CustomerID]
	}
	return err
}

// accepting returns the customers with a valid consent under a condition.
func (q Week) accepting(condition string) (map[string]bool, error) {
	ids, err := queryPacked(q.tx, `s.customer_id`, `consents s
		WHERE s.business_id = $1 AND `+condition+` AND s.granted AND s.replaced_at IS NULL`, q.tx.businessID)
	accepting := make(map[string]bool, len(ids))
	for _, id := range ids {
		accepting[id] = true
	}
	return accepting, wrapped("reading who accepts messages", err)
}
