package store

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"axioma/internal/loyalty"
)

// sealedColumns omit what an erasure empties (notes) and what other rows imply: day_slot, removal requests, whether a
// reward is owed or withheld.
type sealedColumns struct {
	table        string
	fixedColumns []string // never change
	stateColumns []string // changed only by acts with events that name the row, its card or its merged customer
}

func asText(column string) string { return `CAST(` + column + ` AS TEXT)` }

var sealedColumnsOf = map[chainedTable]sealedColumns{
	chainedVisits: {
		table: `visits`,
		fixedColumns: []string{
			asText(`visited_at`), `local_day`, asText(`stamp_number`), asText(`card_target`), asText(`card_half`), `registered_by`,
			asText(`received_at`), asText(`clock_skew_ms`), `device_id`, `CASE WHEN past_day THEN '1' ELSE '0' END`,
		},
		stateColumns: []string{`customer_id`, `card_id`, `authorized_by`, asText(`deleted_at`), `deleted_by`},
	},
	chainedRewards: {
		table:        `rewards`,
		fixedColumns: []string{`customer_id`, `kind`, asText(`milestone`), `promise`, asText(`created_at`)},
		stateColumns: []string{
			`card_id`, `CASE WHEN status = 'REDEEMED' THEN '1' ELSE '0' END`,
			asText(`redeemed_at`), `redeemed_day`, `redeemed_customer_id`, `redeemed_by`,
		},
	},
}

var sealedEventColumns = []string{
	asText(`position`), asText(`number`), `kind`, `customer_id`, `family_id`, `card_id`, `visit_id`, `reward_id`, asText(`at`), `local_day`,
}

func (c sealedColumns) selectSQL(condition string) string {
	return `SELECT id, ` + strings.Join(slices.Concat(c.fixedColumns, c.stateColumns), `, `) + ` FROM ` + c.table + ` WHERE business_id = $1 AND ` + condition
}

type sealScanner struct {
	values []sql.NullString
	into   []any
}

func newSealScanner(columns int) sealScanner {
	s := sealScanner{values: make([]sql.NullString, columns), into: make([]any, columns)}
	for i := range s.values {
		s.into[i] = &s.values[i]
	}
	return s
}

func digestOf(domain, businessID, id string, values []sql.NullString) rowDigest {
	sum := newCanonicalHash(domain)
	sum.addText(businessID)
	sum.addText(id)
	for _, value := range values {
		if value.Valid {
			sum.addText(value.String)
		} else {
			sum.addNull()
		}
	}
	return sum.digest()
}

func (q Chain) rowSeals(table chainedTable, query string, args []any) ([]rowSeal, error) {
	columns := sealedColumnsOf[table]
	scan := newSealScanner(1 + len(columns.fixedColumns) + len(columns.stateColumns))
	var seals []rowSeal
	err := q.tx.queryEach(query, args, func(row scanner) error {
		if err := row.Scan(scan.into...); err != nil {
			return err
		}
		id, fixedValues, stateValues := strings.Clone(scan.values[0].String), scan.values[1:1+len(columns.fixedColumns)], scan.values[1+len(columns.fixedColumns):]
		seals = append(seals, rowSeal{
			table: table, id: id,
			fixedDigest: digestOf("axioma "+columns.table+" 1", q.tx.businessID, id, fixedValues),
			stateDigest: digestOf("axioma "+columns.table+" state 1", q.tx.businessID, id, stateValues),
		})
		return nil
	})
	return seals, wrapError("reading the "+columns.table+" of the hash chain", err)
}

func (q Chain) sealsOf(table chainedTable, ids []string) ([]rowSeal, error) {
	var seals []rowSeal
	for batch := range slices.Chunk(ids, touchedBatch) {
		args, in := placeholders(2, batch)
		batchSeals, err := q.rowSeals(table, sealedColumnsOf[table].selectSQL(`id IN (`+in+`)`), append([]any{q.tx.businessID}, args...))
		if err != nil {
			return nil, err
		}
		seals = append(seals, batchSeals...)
	}
	return seals, nil
}

func (q Chain) sealsAfter(table chainedTable, id string) ([]rowSeal, error) {
	return q.rowSeals(table, sealedColumnsOf[table].selectSQL(`id > $2 ORDER BY id LIMIT $3`), []any{q.tx.businessID, id, chainBatch})
}

type chainedEvent struct {
	seal     eventSeal
	kind     loyalty.EventKind
	visit    string
	reward   string
	card     string
	customer string
}

// eventsBetween returns events with after < position <= upTo, sorted.
func (q Chain) eventsBetween(after, upTo int64) ([]chainedEvent, error) {
	scan := newSealScanner(len(sealedEventColumns))
	var position, number, at int64
	var events []chainedEvent
	err := q.tx.queryEach(`SELECT position, number, at, `+strings.Join(sealedEventColumns, `, `)+` FROM events e
		WHERE business_id = $1 AND position > $2 AND position <= $3 ORDER BY e.position, e.number`,
		[]any{q.tx.businessID, after, upTo}, func(row scanner) error {
			if err := row.Scan(append([]any{&position, &number, &at}, scan.into...)...); err != nil {
				return err
			}
			text := func(i int) string { return strings.Clone(scan.values[i].String) }
			events = append(events, chainedEvent{
				seal: eventSeal{position: position, number: number, at: at, digest: digestOf("axioma event 1", q.tx.businessID, "", scan.values)},
				kind: loyalty.EventKind(text(2)), customer: text(3), card: text(5), visit: text(6), reward: text(7),
			})
			return nil
		})
	return events, wrapError("reading the events of the hash chain", err)
}

type changedRows struct {
	visits, rewards, removedRewards []string
}

// changedBy returns the rows that events may have changed: visits and rewards they name, rewards of cards changed
// without a visit, visits and redemptions of merged customers.
func (q Chain) changedBy(events []chainedEvent) (changes changedRows, err error) {
	var cards, customers, mergedCustomers []string
	for _, event := range events {
		changes.visits = append(changes.visits, event.visit)
		switch event.kind {
		case loyalty.EventRewardWithdrawn:
			changes.removedRewards = append(changes.removedRewards, event.reward)
			continue
		case loyalty.EventCustomerMerged, loyalty.EventMergeUndone:
			mergedCustomers, customers = append(mergedCustomers, event.customer), append(customers, event.customer)
		case loyalty.EventCardAdjusted, loyalty.EventCustomerCreated, loyalty.EventCustomerChanged, loyalty.EventRewardGranted:
			cards, customers = append(cards, event.card), append(customers, event.customer)
		}
		changes.rewards = append(changes.rewards, event.reward)
	}
	own, err := q.ids(`SELECT id FROM cards WHERE business_id = $1 AND customer_id`, customers, ``)
	if err != nil {
		return changes, err
	}
	for _, lookup := range []struct {
		into   *[]string
		before string
		ids    []string
		after  string
	}{
		{&changes.rewards, `SELECT id FROM rewards WHERE business_id = $1 AND card_id`, append(cards, own...), ``},
		{&changes.rewards, `SELECT id FROM rewards WHERE business_id = $1 AND redeemed_customer_id`, mergedCustomers, ` AND redeemed_at IS NOT NULL`},
		{&changes.visits, `SELECT id FROM visits WHERE business_id = $1 AND customer_id`, mergedCustomers, ``},
	} {
		foundIDs, err := q.ids(lookup.before, lookup.ids, lookup.after)
		if err != nil {
			return changes, err
		}
		*lookup.into = append(*lookup.into, foundIDs...)
	}
	changes.visits, changes.rewards, changes.removedRewards = distinct(changes.visits), distinct(changes.rewards), distinct(changes.removedRewards)
	return changes, nil
}

func (q Chain) ids(before string, values []string, after string) ([]string, error) {
	var foundIDs []string
	for batch := range slices.Chunk(distinct(values), touchedBatch) {
		args, in := placeholders(2, batch)
		ids, err := q.tx.queryStrings(before+` IN (`+in+`)`+after, append([]any{q.tx.businessID}, args...)...)
		if err != nil {
			return nil, fmt.Errorf("reading changes of events: %w", err)
		}
		foundIDs = append(foundIDs, ids...)
	}
	return foundIDs, nil
}

func distinct(texts []string) []string {
	slices.Sort(texts)
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return text == "" })
}
