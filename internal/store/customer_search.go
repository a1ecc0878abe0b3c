package store

import (
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// CustomerSearch selects customers, all by default.
type CustomerSearch struct {
	// Text is part of a name, bonus label, phone or e-mail (without case and accents), or a whole id or QR. Words may
	// be in any order.
	Text string
	// Masked restricts matches to whole phones and e-mails, which cannot be guessed piece by piece.
	Masked bool
	// Phones are the phones (E.164) that the text may mean.
	Phones []string
	// Guardians are the ids of owners of Phones; their children match too.
	Guardians []string

	Owed       bool      // owed on the customer's own or the family's card
	SeenBefore time.Time // last visit or registration lies before
	Birthdays  []string  // birthdays as MM-DD; nil: all
	Order      CustomerOrder
	From       string // from this name, in Spanish order
}

// CustomerOrder sorts a list; equal customers are in Spanish order.
type CustomerOrder string

// Orders of lists.
const (
	ByName      CustomerOrder = "name"      // nearest match first (nameSearch.nearness)
	ByLastVisit CustomerOrder = "lastVisit" // latest first, those without a visit last
	ByOwed      CustomerOrder = "owed"
)

// NewPage reads a cursor of this order.
func (o CustomerOrder) NewPage(limit int, cursor string) (Page, error) {
	page, err := NewPage(limit, cursor, len([]string{"order", "rank", "name", "id"}))
	if err != nil || page.after == nil {
		return page, err
	}
	if _, err := page.rankKey(); err != nil || page.after[0] != string(o) {
		return page, errCursor()
	}
	return page, nil
}

func (p Page) rankKey() (int64, error) { return strconv.ParseInt(p.after[1], 10, 64) }

func addCustomerFilters(where *clause, search CustomerSearch) {
	if !search.SeenBefore.IsZero() {
		where.and(`coalesce(c.last_visit_at, CASE WHEN c.imported_visit_day IS NULL THEN c.created_at ELSE 0 END) < ` + where.bind(search.SeenBefore.UnixMilli()))
		where.and(`coalesce(c.imported_visit_day, '') < ` + where.bind(search.SeenBefore.Format(time.DateOnly)))
	}
	if search.Birthdays != nil {
		days := make([]string, len(search.Birthdays))
		for i, day := range search.Birthdays {
			days[i] = where.bind(day)
		}
		where.and(`c.birthday IS NOT NULL`) // repeats the index's condition
		where.and(`c.birthday_day IN (` + strings.Join(days, `, `) + `)`)
	}
}

func (q Customers) addSearch(where *clause, search CustomerSearch) {
	foldedText := loyalty.Fold(search.Text)
	if foldedText == "" {
		return
	}
	var conditions []string
	switch {
	case len(wordsOf(search.Text)) > 1 && !strings.Contains(search.Text, "@"): // neither phone nor e-mail
		conditions = []string{customerNames(q.tx, search.Text).matchCondition(where, "\n")}
	case search.Masked:
		conditions = q.wholeContacts(where, foldedText, search)
	default:
		conditions = q.contactsIn(where, foldedText, search)
	}
	for _, phone := range search.Phones {
		conditions = append(conditions, `c.phone = `+where.bind(phone))
	}
	for _, guardian := range search.Guardians {
		conditions = append(conditions, `c.guardian_id = `+where.bind(guardian))
	}
	if id := strings.TrimSpace(search.Text); len(id) >= shortestID && loyalty.ValidID(id) {
		is := ` = ` + where.bind(id)
		conditions = append(conditions, `c.id`+is, `c.qr_id`+is)
	}
	where.and(`(` + strings.Join(conditions, ` OR `) + `)`)
}

func (q Customers) contactsIn(where *clause, foldedText string, search CustomerSearch) []string {
	conditions := []string{q.positionOf(where, foldedText) + ` > 0`}
	digits := loyalty.PhoneDigits(search.Text)
	others := append([]string{digits, loyalty.CanonicalPrefix(digits), loyalty.Fold(wholeAddress(search.Text))}, search.Phones...)
	for _, also := range others {
		if also != "" && also != foldedText {
			conditions = append(conditions, q.positionOf(where, also)+` > 0`)
		}
	}
	return conditions
}

func (q Customers) wholeContacts(where *clause, foldedText string, search CustomerSearch) []string {
	return []string{
		q.positionOf(where, foldedText) + ` BETWEEN 1 AND ` + q.positionOf(where, "\n"),
		`c.email = ` + where.bind(wholeAddress(search.Text)),
	}
}

func (q Customers) positionOf(where *clause, text string) string {
	return customerNames(q.tx, "").positionSQL(where, text)
}

const shortestID = 10

const afterName = "\t"

// searchText returns the texts to search, separated so that no match spans two fields. Fields that Masked hides have
// lines of their own.
func searchText(c loyalty.Customer) string {
	visible := loyalty.Fold(c.Name) + afterName + loyalty.Fold(c.Tag.Label())
	return visible + "\n" + loyalty.Fold(c.Email) + "\n" + c.Phone
}

func wholeAddress(search string) string {
	address, _ := loyalty.ParseEmail(search)
	return address
}

type keyedScanner struct {
	row scanner
	key any
}

func (k keyedScanner) Scan(into ...any) error { return k.row.Scan(append([]any{k.key}, into...)...) }
