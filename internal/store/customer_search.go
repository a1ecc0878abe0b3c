package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
	ByName      CustomerOrder = "name"
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

// rank is what comes before the name in this order, smallest first, as a number.
// It has no index: what changes with each visit would be written to it at every
// check-in.
func (o CustomerOrder) rank() string {
	switch o {
	case ByLastVisit:
		return `-coalesce(c.last_visit_at, 0)`
	case ByOwed:
		return `-coalesce(owed.rewards, 0)`
	case ByName:
	}
	return `0`
}

// owedRewards counts the rewards that each customer may redeem: those of her own
// card and those of her family's, whatever its policy. It begins with those that
// are owed, which are few: CROSS JOIN keeps SQLite to that.
const owedRewards = `
	WITH cards_owed (customer_id, family_id, rewards) AS (
		SELECT k.customer_id, k.family_id, count(*)
		FROM rewards r CROSS JOIN cards k
		WHERE k.business_id = r.business_id AND k.id = r.card_id AND r.business_id = $1 AND r.status = 'PENDING'
		GROUP BY k.customer_id, k.family_id
	), owed (customer_id, rewards) AS MATERIALIZED (
		SELECT o.customer_id, CAST(sum(o.rewards) AS BIGINT) FROM (
			SELECT customer_id, rewards FROM cards_owed WHERE customer_id IS NOT NULL
			UNION ALL
			SELECT m.id, o.rewards FROM cards_owed o CROSS JOIN customers m
			WHERE m.business_id = $1 AND m.family_id = o.family_id
		) o GROUP BY o.customer_id
	)`

// ListCustomers returns a page of the active customers that a search finds.
func (tx *Tx) ListCustomers(search CustomerSearch, page Page) (Listed[loyalty.Customer], error) {
	query, found := tx.customersQuery(search, page)
	listed := lister[loyalty.Customer]{limit: page.Limit}
	err := tx.each(query.text, query.args, func(row scanner) error {
		var rank int64
		var key string
		customer, err := scanCustomer(keyed{keyed{row, &rank}, &key})
		listed.add(customer, string(search.Order), strconv.FormatInt(rank, 10), key, customer.ID)
		return err
	})
	if err != nil {
		return Listed[loyalty.Customer]{}, fmt.Errorf("listing customers: %w", err)
	}
	if listed.total = int64(len(listed.items)); page.after != nil || listed.overflows() {
		listed.total, err = tx.count(found.text, found.args)
	}
	if err != nil {
		return Listed[loyalty.Customer]{}, fmt.Errorf("counting customers: %w", err)
	}
	return listed.done(), nil
}

// query is a statement with its arguments.
type query struct {
	text string
	args []any
}

// customersQuery returns what reads a page of a search, and what counts all that
// it finds.
func (tx *Tx) customersQuery(search CustomerSearch, page Page) (rows, total query) {
	where := clause{args: []any{tx.businessID}}
	where.and(`c.archived_at IS NULL`)
	if search.Birthdays == nil {
		// True of all: it leads SQLite to the index that holds whatever is asked here.
		where.and(`c.sort_key >= ''`)
	}
	tx.addCustomerSearch(&where, search)
	addCustomerFilters(&where, search)
	with := ""
	if search.Owed || search.Order == ByOwed {
		with = owedRewards
	}
	total = query{with + ` SELECT count(*) FROM customers c WHERE c.business_id = $1` + where.sql(), slices.Clone(where.args)}
	order := `c.sort_key, c.id`
	rank := search.Order.rank()
	if rank != `0` {
		order = `rank, ` + order
	}
	from := `customers c`
	if search.Order == ByOwed {
		from += ` LEFT JOIN owed ON owed.customer_id = c.id`
	}
	addAfter(&where, rank, page)
	// The keys of the page are found within the index; only its rows are read.
	rows.text = with + `
		SELECT page.rank, page.sort_key,` + customerColumns + `
		FROM (
			SELECT ` + rank + ` AS rank, c.sort_key, c.id FROM ` + from + ` WHERE c.business_id = $1` + where.sql() + `
			ORDER BY ` + order + ` LIMIT ` + where.bind(page.Limit+1) + `
		) page
		JOIN customers c ON c.business_id = $1 AND c.id = page.id
		LEFT JOIN families f ON f.business_id = c.business_id AND f.id = c.family_id
		ORDER BY page.rank, page.sort_key, page.id`
	rows.args = where.args
	return rows, total
}

// addAfter leaves out what stands on the pages before.
func addAfter(where *clause, rank string, page Page) {
	if page.after == nil {
		return
	}
	keys, values := `c.sort_key, c.id`, where.bind(page.after[2])+`, `+where.bind(page.after[3])
	if last, err := page.rankKey(); err == nil && rank != `0` {
		keys, values = rank+`, `+keys, where.bind(last)+`, `+values
	}
	where.and(`(` + keys + `) > (` + values + `)`)
}

func addCustomerFilters(where *clause, search CustomerSearch) {
	if search.Owed {
		where.and(`c.id IN (SELECT customer_id FROM owed)`)
	}
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
