package store

import (
	"fmt"
	"strconv"
	"strings"

	"axioma/internal/loyalty"
)

// owedRewards counts the rewards that each customer may redeem: those of her own
// card and those of her family's, whatever its policy. It begins with those that
// are owed, which are few: CROSS JOIN keeps SQLite to that.
const owedRewards = `
	WITH cards_owed (card_id, rewards) AS (
		SELECT card_id, count(*) FROM rewards WHERE business_id = $1 AND status = 'PENDING' GROUP BY card_id
	), owed (customer_id, rewards) AS MATERIALIZED (
		SELECT coalesce(k.customer_id, m.id), CAST(sum(o.rewards) AS BIGINT)
		FROM cards_owed o CROSS JOIN cards k LEFT JOIN customers m ON m.business_id = $1 AND m.family_id = k.family_id
		WHERE k.business_id = $1 AND k.id = o.card_id AND coalesce(k.customer_id, m.id) IS NOT NULL
		GROUP BY 1
	)`

// ListCustomers returns a page of the active customers that a search finds.
func (tx *Tx) ListCustomers(search CustomerSearch, page Page) (Listed[loyalty.Customer], error) {
	listed := lister[loyalty.Customer]{limit: page.Limit, total: unknown}
	parts := search.parts(page)
	for _, part := range parts {
		if listed.overflows() {
			break
		}
		if err := tx.addCustomers(&listed, part); err != nil {
			return Listed[loyalty.Customer]{}, fmt.Errorf("listing customers: %w", err)
		}
	}
	if listed.total != unknown && len(parts) == 1 {
		return listed.done(), nil
	}
	if listed.total = int64(len(listed.items)); page.after != nil || listed.overflows() {
		all := tx.countQuery(search)
		total, err := tx.count(all.text, all.args)
		if err != nil {
			return Listed[loyalty.Customer]{}, fmt.Errorf("counting customers: %w", err)
		}
		listed.total = total
	}
	return listed.done(), nil
}

// unknown is the total of a list that was not counted while its page was found.
const unknown = -1

// addCustomers reads a part of a list, as far as the page goes.
func (tx *Tx) addCustomers(listed *lister[loyalty.Customer], part customerPart) error {
	rows := part.query(tx)
	return tx.each(rows.text, rows.args, func(row scanner) error {
		var rank int64
		var key string
		customer, err := scanCustomer(keyed{keyed{keyed{row, &listed.total}, &rank}, &key})
		listed.add(customer, string(part.search.Order), strconv.FormatInt(rank, 10), key, customer.ID)
		return err
	})
}

// query is a statement with its arguments.
type query struct {
	text string
	args []any
}

// customerPart is what one query adds to a list: all of it, or of a list in the
// order of what is owed those to whom something is, or the others.
type customerPart struct {
	search CustomerSearch
	others bool // only to whom nothing is owed, by name
	page   Page
}

// parts are what a page of the list may consist of, in that order.
func (s CustomerSearch) parts(page Page) []customerPart {
	if s.Order != ByOwed || s.Owed {
		return []customerPart{{search: s, page: page}}
	}
	owed := s
	owed.Owed = true
	first, then := customerPart{search: owed, page: page}, customerPart{search: s, others: true, page: page}
	if page.after == nil {
		return []customerPart{first, then}
	}
	if rank, err := page.rankKey(); err == nil && rank == 0 {
		return []customerPart{then}
	}
	then.page.after = nil // the last page ended among those before
	return []customerPart{first, then}
}

// rank is what comes before the name in the order of the part, smallest first, as
// a number. It has no index: what changes with each visit would be written to it
// at every check-in.
func (p customerPart) rank() string {
	switch {
	case p.search.Order == ByLastVisit:
		return `-coalesce(c.last_visit_at, 0)`
	case p.search.Order == ByOwed && !p.others:
		return `-owed.rewards`
	}
	return byNameAlone
}

// byNameAlone is the rank of those who are alike.
const byNameAlone = `0`

// query reads a page of the part.
func (p customerPart) query(tx *Tx) query {
	if p.search.filters() && !p.others {
		return p.gathered(tx)
	}
	return p.streamed(tx)
}

// gathered finds whoever is listed at once, to count them and to put them in
// order: few of all customers, and most of them had to be looked at to find them.
func (p customerPart) gathered(tx *Tx) query {
	where := p.where(tx)
	with := `WITH`
	if p.search.Owed {
		with = owedRewards + `,`
	}
	with += ` found (rank, sort_key, id) AS MATERIALIZED (
		SELECT ` + p.rank() + `, c.sort_key, c.id FROM ` + p.search.from() + ` WHERE c.business_id = $1` + where.sql() + `
	)`
	after := clause{args: where.args}
	addAfter(&after, p.page, `rank`, `sort_key`, `id`)
	return pageOf(with, `(SELECT count(*) FROM found)`,
		`SELECT rank, sort_key, id FROM found WHERE true`+after.sql()+` ORDER BY rank, sort_key, id`, after.args, p.page)
}

// streamed finds a page within the index by name and goes no further, unless
// another order wants all.
func (p customerPart) streamed(tx *Tx) query {
	where := p.where(tx)
	with, rank, order := ``, p.rank(), `c.sort_key, c.id`
	if p.others {
		with = owedRewards
		where.and(`c.id NOT IN (SELECT customer_id FROM owed)`)
	}
	if rank != byNameAlone {
		order = rank + `, ` + order
	}
	addAfter(&where, p.page, rank, `c.sort_key`, `c.id`)
	return pageOf(with, strconv.Itoa(unknown),
		`SELECT `+rank+` AS rank, c.sort_key, c.id FROM customers c WHERE c.business_id = $1`+where.sql()+` ORDER BY `+order,
		where.args, p.page)
}

// pageOf reads the rows of a page whose keys are found first: only its rows are
// read.
func pageOf(with, total, keys string, args []any, page Page) query {
	limit := clause{args: args}
	return query{with + `
		SELECT ` + total + `, page.rank, page.sort_key,` + customerColumns + `
		FROM (` + keys + ` LIMIT ` + limit.bind(page.Limit+1) + `) page
		JOIN customers c ON c.business_id = $1 AND c.id = page.id
		ORDER BY page.rank, page.sort_key, page.id`, limit.args}
}

// countQuery counts all whom a search finds.
func (tx *Tx) countQuery(search CustomerSearch) query {
	where := customerPart{search: search}.where(tx)
	with := ``
	if search.Owed {
		with = owedRewards
	}
	return query{with + ` SELECT count(*) FROM ` + search.from() + ` WHERE c.business_id = $1` + where.sql(), where.args}
}

// from is where customers are looked for.
func (s CustomerSearch) from() string {
	if s.Owed {
		return `owed CROSS JOIN customers c`
	}
	return `customers c`
}

// filters reports whether customers are chosen by more than a text.
func (s CustomerSearch) filters() bool {
	return s.Owed || !s.SeenBefore.IsZero() || s.Birthdays != nil
}

// where says whom the part lists, on whichever page.
func (p customerPart) where(tx *Tx) clause {
	where := clause{args: []any{tx.businessID}}
	where.and(`c.archived_at IS NULL`)
	switch {
	case p.search.Owed:
		where.and(`c.id = owed.customer_id`)
	case p.search.Birthdays == nil:
		// True of all: it leads SQLite to the index that holds whatever is asked here.
		where.and(`c.sort_key >= ''`)
	}
	tx.addCustomerSearch(&where, p.search)
	addCustomerFilters(&where, p.search)
	return where
}

// addAfter leaves out what stands on the pages before: keys are those of the
// order, with a rank or without.
func addAfter(where *clause, page Page, rank string, keys ...string) {
	if page.after == nil {
		return
	}
	var values []string
	if last, err := page.rankKey(); err == nil && rank != byNameAlone {
		keys, values = append([]string{rank}, keys...), append(values, where.bind(last))
	}
	values = append(values, where.bind(page.after[2]), where.bind(page.after[3]))
	where.and(`(` + strings.Join(keys, `, `) + `) > (` + strings.Join(values, `, `) + `)`)
}
