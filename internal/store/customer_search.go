package store

import (
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// CustomerSearch says which customers are looked for; the zero value finds all.
type CustomerSearch struct {
	// Text is part of a name, a bonus label, a phone or an e-mail, whatever its
	// case and accents, or a whole id. The words of a name may come in any order.
	Text string
	// Masked finds phones and e-mails only whole: who sees them masked is not
	// to find them out piece by piece.
	Masked bool
	// Phones are those (E.164) that the text means as a whole.
	Phones []string
	// Guardians are the ids of whose they are: their children come with the same phone.
	Guardians []string

	Owed       bool      // only to whom a reward is owed, on her own card or her family's
	SeenBefore time.Time // only who came last, or without a visit was added, before; zero: all
	Birthdays  []string  // only who has one of these, as MM-DD; nil: all
	Order      CustomerOrder
}

// CustomerOrder says which customers of a list come first. Those who are alike
// are in Spanish order of their names.
type CustomerOrder string

// The orders of a list of customers.
const (
	ByName      CustomerOrder = "name"      // of a search the nearest ones first, see nameSearch.nearness
	ByLastVisit CustomerOrder = "lastVisit" // the last who came first, who never came at the end
	ByOwed      CustomerOrder = "owed"      // to whom most rewards are owed first
)

// NewPage reads a cursor of a list in this order.
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
		where.and(`coalesce(c.last_visit_at, c.created_at) < ` + where.bind(search.SeenBefore.UnixMilli()))
	}
	if search.Birthdays != nil {
		days := make([]string, len(search.Birthdays))
		for i, day := range search.Birthdays {
			days[i] = where.bind(day)
		}
		where.and(`c.birthday IS NOT NULL`) // which the index says too
		where.and(`substr(c.birthday, 6) IN (` + strings.Join(days, `, `) + `)`)
	}
}

func (q Customers) addSearch(where *clause, search CustomerSearch) {
	folded := loyalty.Fold(search.Text)
	if folded == "" {
		return
	}
	var anywhere []string
	switch {
	case len(wordsOf(search.Text)) > 1 && !strings.Contains(search.Text, "@"): // no phone and no e-mail
		anywhere = []string{customerNames(q.tx, search.Text).found(where, "\n")}
	case search.Masked:
		anywhere = q.wholeContacts(where, folded, search)
	default:
		anywhere = q.contactsIn(where, folded, search)
	}
	for _, phone := range search.Phones {
		anywhere = append(anywhere, `c.phone = `+where.bind(phone))
	}
	for _, guardian := range search.Guardians {
		anywhere = append(anywhere, `c.guardian_id = `+where.bind(guardian))
	}
	if id := strings.TrimSpace(search.Text); len(id) >= shortestID && loyalty.ValidID(id) {
		anywhere = append(anywhere, `c.id = `+where.bind(id))
	}
	where.and(`(` + strings.Join(anywhere, ` OR `) + `)`)
}

// contactsIn looks through the whole search text.
func (q Customers) contactsIn(where *clause, folded string, search CustomerSearch) []string {
	anywhere := []string{q.positionOf(where, folded) + ` > 0`}
	digits := loyalty.PhoneDigits(search.Text)
	others := append([]string{digits, loyalty.CanonicalPrefix(digits), loyalty.Fold(wholeAddress(search.Text))}, search.Phones...)
	for _, also := range others {
		if also != "" && also != folded {
			anywhere = append(anywhere, q.positionOf(where, also)+` > 0`)
		}
	}
	return anywhere
}

// wholeContacts looks through what everybody sees, which ends with the first
// line of the search text.
func (q Customers) wholeContacts(where *clause, folded string, search CustomerSearch) []string {
	return []string{
		q.positionOf(where, folded) + ` BETWEEN 1 AND ` + q.positionOf(where, "\n"),
		`c.email = ` + where.bind(wholeAddress(search.Text)),
	}
}

// positionOf is where a text first stands in the search text, from 1; 0 when it
// does not.
func (q Customers) positionOf(where *clause, text string) string {
	return customerNames(q.tx, "").at(where, text)
}

// shortestID is the length from which a search may be a customer's id.
const shortestID = 10

// afterName ends the name in a search text.
const afterName = "\t"

// searchText is what searches look through: each kind of text apart from the
// others, so that no search reaches over two, and those that are masked for
// some on lines of their own.
func searchText(c loyalty.Customer) string {
	everybodys := loyalty.Fold(c.Name) + afterName + loyalty.Fold(c.Tag.Label())
	return everybodys + "\n" + loyalty.Fold(c.Email) + "\n" + c.Phone
}

// wholeAddress is the e-mail that a search is, as it is stored; empty when it is
// none.
func wholeAddress(search string) string {
	address, _ := loyalty.ParseEmail(search)
	return address
}

// keyed scans a sort key that stands before the columns of a row.
type keyed struct {
	row scanner
	key any
}

func (k keyed) Scan(into ...any) error { return k.row.Scan(append([]any{k.key}, into...)...) }
