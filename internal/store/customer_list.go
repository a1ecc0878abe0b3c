package store

import (
	"fmt"
	"strconv"
	"strings"

	"axioma/internal/loyalty"
)

// owedRewards weighs redeemable rewards on own and family cards by value, then number. CROSS JOIN makes SQLite start
// with the few owed rewards. Archived customers are removed before records are read.
var owedRewards = `
	WITH cards_owed (card_id, weight) AS (
		SELECT card_id, sum(` + rewardWeight() + `) FROM rewards WHERE business_id = $1 AND status = 'PENDING' GROUP BY card_id
	), owed (customer_id, weight) AS MATERIALIZED (
		SELECT coalesce(k.customer_id, m.id), CAST(sum(o.weight) AS BIGINT)
		FROM cards_owed o CROSS JOIN cards k LEFT JOIN customers m ON m.business_id = $1 AND m.family_id = k.family_id
		WHERE k.business_id = $1 AND k.id = o.card_id AND coalesce(k.customer_id, m.id) IS NOT NULL
		AND coalesce(k.customer_id, m.id) NOT IN (SELECT a.id FROM customers a WHERE a.business_id = $1 AND a.archived_at IS NOT NULL)
		GROUP BY 1
	)`

// rewardWeight returns SQL for a reward's value: a million per half service, plus one. The number decides among equals.
func rewardWeight() string {
	weight := `CASE kind`
	for _, kind := range loyalty.RewardKinds() {
		weight += ` WHEN '` + string(kind) + `' THEN ` + strconv.FormatInt(kind.HalfServices()*1_000_000+1, 10)
	}
	return weight + ` ELSE 1 END`
}

const countOwed = `(SELECT count(*) FROM owed)`

// List returns active customers.
func (q Customers) List(search CustomerSearch, page Page) (List[loyalty.Customer], error) {
	list := lister[loyalty.Customer]{limit: page.Limit, total: unknown}
	parts := search.parts(page)
	before := 0
	for _, part := range parts {
		if list.overflows() {
			break
		}
		before = len(list.items)
		if err := q.addListed(&list, part); err != nil {
			return List[loyalty.Customer]{}, fmt.Errorf("listing customers: %w", err)
		}
	}
	switch counted, holding := list.total != unknown, parts[len(parts)-1].nonPrefixOnly; {
	case counted && len(parts) == 1 && !holding:
		return list.build(), nil
	case counted && page.after == nil && holding:
		list.total += int64(before)
		return list.build(), nil
	}
	if list.total = int64(len(list.items)); page.after != nil || list.overflows() {
		all := q.countQuery(search)
		total, err := q.tx.queryCount(all.text, all.args)
		if err != nil {
			return List[loyalty.Customer]{}, fmt.Errorf("counting customers: %w", err)
		}
		list.total = total
	}
	return list.build(), nil
}

const unknown = -1 // total not counted with the page

func (q Customers) addListed(list *lister[loyalty.Customer], part listPart) error {
	rows := part.query(q.tx)
	return q.tx.queryEach(rows.text, rows.args, func(row scanner) error {
		var rank int64
		var key string
		customer, err := scanCustomer(keyedScanner{keyedScanner{keyedScanner{row, &list.total}, &rank}, &key})
		list.add(customer, string(part.search.Order), strconv.FormatInt(rank, 10), key, customer.ID)
		return err
	})
}

type query struct {
	text string
	args []any
}

// listPart is a list or one of two parts. By owed rewards: customers with rewards, then the others. By name: prefix
// matches, then the others.
type listPart struct {
	search        CustomerSearch
	nothingOwed   bool
	prefixOnly    bool
	nonPrefixOnly bool
	page          Page
}

func (s CustomerSearch) parts(page Page) []listPart {
	switch {
	case s.Order == ByOwed && !s.Owed:
		owed := s
		owed.Owed = true
		return orderedParts(listPart{search: owed, page: page}, listPart{search: s, nothingOwed: true, page: page},
			func(rank int64) bool { return rank == 0 })
	case s.Order == ByName && len(wordsOf(s.Text)) > 0 && !s.filters():
		return orderedParts(listPart{search: s, prefixOnly: true, page: page}, listPart{search: s, nonPrefixOnly: true, page: page},
			func(rank int64) bool { return rank > 0 })
	}
	return []listPart{{search: s, page: page}}
}

// orderedParts returns both parts, or only the second after a page that ended there.
func orderedParts(first, then listPart, isOfThen func(rank int64) bool) []listPart {
	if then.page.after == nil {
		return []listPart{first, then}
	}
	if rank, err := then.page.rankKey(); err == nil && isOfThen(rank) {
		return []listPart{then}
	}
	then.page.after = nil
	return []listPart{first, then}
}

// rank returns the expression that orders a part before the name. No index has it: each check-in would update it.
func (p listPart) rank(tx *Tx, where *clause) string {
	switch {
	case p.search.Order == ByLastVisit:
		return `-coalesce(c.last_visit_at, 0)`
	case p.search.Order == ByOwed && !p.nothingOwed:
		return `-owed.weight`
	case p.search.Order == ByName && !p.prefixOnly:
		return customerNames(tx, p.search.Text).nearness(where)
	}
	return byNameAlone
}

const byNameAlone = `0`

func (p listPart) query(tx *Tx) query {
	switch {
	case p.isStreamed():
		return p.streamQuery(tx)
	case p.search.isOwedOnly() && p.search.Order == ByOwed:
		return p.mostOwedQuery(tx)
	}
	return p.collectQuery(tx)
}

// isStreamed reports whether streamQuery reads the page.
func (p listPart) isStreamed() bool {
	return p.nothingOwed || !p.search.filters() && !p.nonPrefixOnly || p.search.isOwedOnly() && p.search.Order == ByName
}

// collectQuery counts and sorts all matches of searches that read most customers anyway.
func (p listPart) collectQuery(tx *Tx) query {
	where := p.where(tx)
	withClause := `WITH`
	if p.search.Owed {
		withClause = owedRewards + `,`
		where.and(`c.id = owed.customer_id`)
	}
	rank := p.rank(tx, &where)
	withClause += ` found (rank, sort_key, id) AS MATERIALIZED (
		SELECT ` + rank + `, c.sort_key, c.id FROM ` + p.search.from() + ` WHERE c.business_id = $1` + where.sql() + `
	)`
	return p.pageQuery(withClause, `(SELECT count(*) FROM found)`, where.args)
}

// mostOwedQuery returns customers with most owed rewards first. It looks them up one by one: PostgreSQL would join them
// all. A first page finds only what fits.
func (p listPart) mostOwedQuery(tx *Tx) query {
	where := clause{args: []any{tx.businessID}}
	if p.page.after == nil {
		where.and(`weight >= coalesce((SELECT weight FROM owed ORDER BY weight DESC LIMIT 1 OFFSET ` + where.bind(p.page.Limit) + `), 0)`)
	}
	rank := p.rank(tx, &where)
	withClause := owedRewards + `, found (rank, sort_key, id) AS MATERIALIZED (
		SELECT ` + rank + `, (SELECT c.sort_key FROM customers c WHERE c.business_id = $1 AND c.id = customer_id), customer_id
		FROM owed WHERE true` + where.sql() + `
	)`
	return p.pageQuery(withClause, countOwed, where.args)
}

func (p listPart) pageQuery(withClause, total string, args []any) query {
	after := clause{args: args}
	addAfter(&after, p.page, `rank`, `sort_key`, `id`)
	return pageOf(withClause, total,
		`SELECT rank, sort_key, id FROM found WHERE true`+after.sql()+` ORDER BY rank, sort_key, id`, after.args, p.page)
}

// streamQuery walks the name index to the page's end, unless the order needs all rows.
func (p listPart) streamQuery(tx *Tx) query {
	where := p.where(tx)
	withClause, total, rank, order := ``, strconv.Itoa(unknown), p.rank(tx, &where), `c.sort_key, c.id`
	switch {
	case p.nothingOwed:
		withClause = owedRewards
		where.and(`c.id NOT IN (SELECT customer_id FROM owed)`)
	case p.search.Owed:
		withClause, total = owedRewards, countOwed
		// IS TRUE keeps PostgreSQL from joining with all customers.
		where.and(`(c.id IN (SELECT customer_id FROM owed)) IS TRUE`)
	}
	if rank != byNameAlone {
		order = rank + `, ` + order
	}
	addAfter(&where, p.page, rank, `c.sort_key`, `c.id`)
	return pageOf(withClause, total,
		`SELECT `+rank+` AS rank, c.sort_key, c.id FROM customers c WHERE c.business_id = $1`+where.sql()+` ORDER BY `+order,
		where.args, p.page)
}

func pageOf(withClause, total, keys string, args []any, page Page) query {
	limit := clause{args: args}
	return query{withClause + `
		SELECT ` + total + `, page.rank, page.sort_key,` + customerColumns + `
		FROM (` + keys + ` LIMIT ` + limit.bind(page.Limit+1) + `) page
		JOIN customers c ON c.business_id = $1 AND c.id = page.id
		ORDER BY page.rank, page.sort_key, page.id`, limit.args}
}

func (q Customers) countQuery(search CustomerSearch) query {
	where := clause{args: []any{q.tx.businessID}}
	withClause := ``
	if search.Owed {
		withClause = owedRewards
		where.and(`c.id = owed.customer_id`)
	}
	if search.Text != "" && search.From == "" {
		where.and(byNameIndex)
	}
	q.addMatch(&where, search)
	return query{withClause + ` SELECT count(*) FROM ` + search.from() + ` WHERE c.business_id = $1` + where.sql(), where.args}
}

func (s CustomerSearch) from() string {
	if s.Owed {
		return `owed CROSS JOIN customers c`
	}
	return `customers c`
}

func (s CustomerSearch) filters() bool {
	return s.Owed || !s.SeenBefore.IsZero() || s.Birthdays != nil
}

func (s CustomerSearch) isOwedOnly() bool {
	return s.Owed && s.Text == "" && s.From == "" && s.SeenBefore.IsZero() && s.Birthdays == nil
}

// These always hold: SQLite then uses the index by name, or by creation, in which records lie side by side.
const (
	byNameIndex = `c.sort_key >= ''`
	byInsertion = `c.created_at >= 0`
)

func (p listPart) where(tx *Tx) clause {
	where := clause{args: []any{tx.businessID}}
	switch {
	case p.search.From != "": // addMatch bounds the names
	case p.search.Birthdays != nil || p.search.Owed && !p.isStreamed():
	case p.search.Text != "" || p.isStreamed() && p.search.Order != ByLastVisit:
		where.and(byNameIndex)
	default:
		where.and(byInsertion)
	}
	tx.Customers().addMatch(&where, p.search)
	switch {
	case p.prefixOnly:
		where.and(customerNames(tx, p.search.Text).beginsName(&where))
	case p.nonPrefixOnly:
		where.and(`NOT ` + customerNames(tx, p.search.Text).beginsName(&where))
	}
	return where
}

func (q Customers) addMatch(where *clause, search CustomerSearch) {
	where.and(`c.archived_at IS NULL`)
	if search.From != "" {
		where.and(`c.sort_key >= ` + where.bind(loyalty.SortKey(search.From)))
	}
	q.addSearch(where, search)
	addCustomerFilters(where, search)
}

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
