package store

import (
	"fmt"
	"strings"

	"axioma/internal/loyalty"
)

// CustomerSearch says which customers are looked for; the zero value finds all.
type CustomerSearch struct {
	// Text is part of a name, a bonus label, a phone or an e-mail, whatever its
	// case and accents, or a whole id.
	Text string
	// Masked finds phones and e-mails only whole: who sees them masked is not
	// to find them out piece by piece.
	Masked bool
	// Phones are those (E.164) that the text means as a whole.
	Phones []string
}

// ListCustomers returns a page of the active customers that a search finds, in
// Spanish order of their names.
func (tx *Tx) ListCustomers(search CustomerSearch, page Page) (Listed[loyalty.Customer], error) {
	where := clause{args: []any{tx.businessID}}
	where.and(`c.archived_at IS NULL`)
	// True of all: it leads SQLite to the index that holds whatever is asked here.
	where.and(`c.sort_key >= ''`)
	tx.addCustomerSearch(&where, search)
	found := where // all pages
	if page.after != nil {
		where.and(`(c.sort_key, c.id) > (` + where.bind(page.after[0]) + `, ` + where.bind(page.after[1]) + `)`)
	}
	listed := lister[loyalty.Customer]{limit: page.Limit}
	// The keys of the page are found within the index; only its rows are read.
	query := `SELECT page.sort_key,` + customerColumns + `
		FROM (
			SELECT c.sort_key, c.id FROM customers c WHERE c.business_id = $1` + where.sql() + `
			ORDER BY c.sort_key, c.id LIMIT ` + where.bind(page.Limit+1) + `
		) page
		JOIN customers c ON c.business_id = $1 AND c.id = page.id
		LEFT JOIN families f ON f.business_id = c.business_id AND f.id = c.family_id
		ORDER BY page.sort_key, page.id`
	err := tx.each(query, where.args, func(row scanner) error {
		var key string
		customer, err := scanCustomer(keyed{row, &key})
		listed.add(customer, key, customer.ID)
		return err
	})
	if err != nil {
		return Listed[loyalty.Customer]{}, fmt.Errorf("listing customers: %w", err)
	}
	if listed.total = int64(len(listed.items)); page.after != nil || listed.overflows() {
		listed.total, err = tx.count(`SELECT count(*) FROM customers c WHERE c.business_id = $1`+found.sql(), found.args)
	}
	if err != nil {
		return Listed[loyalty.Customer]{}, fmt.Errorf("counting customers: %w", err)
	}
	return listed.done(), nil
}

func (tx *Tx) addCustomerSearch(where *clause, search CustomerSearch) {
	folded := loyalty.Fold(search.Text)
	if folded == "" {
		return
	}
	found := tx.contactsIn
	if search.Masked {
		found = tx.wholeContacts
	}
	anywhere := found(where, folded, search)
	for _, phone := range search.Phones {
		anywhere = append(anywhere, `c.phone = `+where.bind(phone))
	}
	if id := strings.TrimSpace(search.Text); len(id) >= shortestID && loyalty.ValidID(id) {
		anywhere = append(anywhere, `c.id = `+where.bind(id))
	}
	where.and(`(` + strings.Join(anywhere, ` OR `) + `)`)
}

// contactsIn looks through the whole search text.
func (tx *Tx) contactsIn(where *clause, folded string, search CustomerSearch) []string {
	anywhere := []string{tx.positionOf(where, folded) + ` > 0`}
	for _, also := range append([]string{loyalty.PhoneDigits(search.Text), loyalty.Fold(wholeAddress(search.Text))}, search.Phones...) {
		if also != "" && also != folded {
			anywhere = append(anywhere, tx.positionOf(where, also)+` > 0`)
		}
	}
	return anywhere
}

// wholeContacts looks through what everybody sees, which ends with the first
// line of the search text.
func (tx *Tx) wholeContacts(where *clause, folded string, search CustomerSearch) []string {
	return []string{
		tx.positionOf(where, folded) + ` BETWEEN 1 AND ` + tx.positionOf(where, "\n"),
		`c.email = ` + where.bind(wholeAddress(search.Text)),
	}
}

// positionOf is where a text first stands in the search text, from 1; 0 when it
// does not.
func (tx *Tx) positionOf(where *clause, text string) string {
	return tx.store.dialect.position + `(c.search, ` + where.bind(text) + `)`
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
