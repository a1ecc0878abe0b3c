package store

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Silence is how long an active customer has not come.
type Silence struct {
	CustomerID  string
	LastVisitAt time.Time
	Rhythm      loyalty.Rhythm
}

// Regular is an active customer with their rhythm.
type Regular struct {
	Silence
	Name      string // filled by ReadNames
	Phone     string
	Birthday  loyalty.Day
	GreetedAt time.Time

	PhoneUnverified  bool
	AcceptsMarketing bool // filled by ReadConsents
}

// Silent returns active customers who may have a rhythm and whose last visit was before since. Their names and consents
// are not read.
func (q Week) Silent(since time.Time) ([]Regular, error) {
	regulars, err := q.silent(``, q.tx.businessID, millis(since), loyalty.MinRhythmDays)
	return regulars, wrapError("finding absent customers", err)
}

// Silences returns the silences of the customers of Silent, without the data for writing to them. It takes three
// quarters of the time.
func (q Week) Silences(since time.Time) ([]Silence, error) {
	packedRows, err := queryPacked(q.tx, silenceColumns, silentCustomers, q.tx.businessID, millis(since), loyalty.MinRhythmDays)
	silences := make([]Silence, len(packedRows))
	for n, text := range packedRows {
		if silences[n], err = unpackSilence(text); err != nil {
			break
		}
	}
	return silences, wrapError("finding silent customers", err)
}

// SilentOf returns those of some customers whom Silent includes.
func (q Week) SilentOf(customerIDs []string, since time.Time) ([]Regular, error) {
	if len(customerIDs) == 0 {
		return nil, nil
	}
	ids, in := placeholders(4, customerIDs)
	regulars, err := q.silent(` AND c.id IN (`+in+`)`, append([]any{q.tx.businessID, millis(since), loyalty.MinRhythmDays}, ids...)...)
	return regulars, wrapError("checking which customers are absent", err)
}

var (
	silenceColumns  = `c.id || ',' || CAST(c.last_visit_at AS TEXT) || ',' || coalesce(c.rhythm, ` + rhythm + `, '')`
	silentCustomers = `customers c
		WHERE c.business_id = $1 AND c.archived_at IS NULL AND c.last_visit_at < $2 AND` + mayHaveRhythm("c.", "$3")
)

func (q Week) silent(condition string, args ...any) ([]Regular, error) {
	packedRows, err := queryPacked(q.tx, `coalesce(c.phone, '') || ',' || CASE WHEN c.phone_unverified THEN 'unverified' ELSE '' END || ',' ||
			coalesce(c.birthday, '') || ',' || coalesce(CAST(c.greeted_at AS TEXT), '') || ',' || `+silenceColumns, silentCustomers+condition, args...)
	if err != nil {
		return nil, err
	}
	regulars := make([]Regular, len(packedRows))
	for n, text := range packedRows {
		if regulars[n], err = unpackRegular(text); err != nil {
			return nil, err
		}
	}
	return regulars, nil
}

func unpackRegular(text string) (r Regular, err error) {
	r.Phone, text, _ = strings.Cut(text, ",")
	phoneState, text, _ := strings.Cut(text, ",")
	birthday, text, _ := strings.Cut(text, ",")
	greetedAt, text, _ := strings.Cut(text, ",")
	r.PhoneUnverified, r.Birthday = phoneState != "", loyalty.Day(birthday)
	if r.GreetedAt, err = unpackInstant(greetedAt); err != nil {
		return r, err
	}
	r.Silence, err = unpackSilence(text)
	return r, err
}

func unpackSilence(text string) (s Silence, err error) {
	s.CustomerID, text, _ = strings.Cut(text, ",")
	last, rhythm, _ := strings.Cut(text, ",")
	if s.LastVisitAt, err = unpackInstant(last); err != nil {
		return s, err
	}
	s.Rhythm, err = readRhythm(rhythm)
	return s, err
}

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

// ReadNames fills Name.
func (q Week) ReadNames(regulars []*Regular) error {
	ids := make([]string, len(regulars))
	for n, regular := range regulars {
		ids[n] = regular.CustomerID
	}
	names, err := q.tx.Reports().CustomerNames(ids)
	for _, regular := range regulars {
		regular.Name = names[regular.CustomerID].Name
	}
	return err
}

// ReadConsents fills AcceptsMarketing. It reads all valid consents from an index: cheaper than a lookup per customer.
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

func (q Week) accepting(condition string) (map[string]bool, error) {
	ids, err := queryPacked(q.tx, `s.customer_id`, `consents s
		WHERE s.business_id = $1 AND `+condition+` AND s.granted AND s.replaced_at IS NULL`, q.tx.businessID)
	accepting := make(map[string]bool, len(ids))
	for _, id := range ids {
		accepting[id] = true
	}
	return accepting, wrapError("reading customers who accept messages", err)
}
