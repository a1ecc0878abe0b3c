package store

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// TrailFilter selects entries, all by default.
type TrailFilter struct {
	ActorID      string   // a user; empty: all
	WithoutActor bool     // acts of customers, the public and the program
	Customers    []string // entries about these; nil: all, empty: none
	Group        loyalty.ActionGroup
	From, Before time.Time // zero: no limit
}

// TrailEntry is an entry with current names. Name, address and device are empty for an archived customer.
type TrailEntry struct {
	loyalty.AuditEntry
	Names            loyalty.AuditNames
	ActorName        string
	DeviceName       string
	IsCustomerActive bool
}

// trailWindow limits the entries examined for a page if no index serves all its filters. The page may be short or
// empty, but has a cursor.
const trailWindow = 5000

// List returns entries, newest first, without total.
func (q Trail) List(filter TrailFilter, page Page) (List[TrailEntry], error) {
	if filter.Customers != nil && len(filter.Customers) == 0 {
		return List[TrailEntry]{Items: []TrailEntry{}}, nil
	}
	indexCondition, others := filter.conditions()
	where := &clause{args: []any{q.tx.businessID}}
	addTrailRange(where, filter, page)
	if indexCondition != nil {
		where.and(indexCondition(where))
	}
	size := page.Limit + 1
	if len(others) > 0 {
		size = trailWindow
	}
	source := `SELECT * FROM audit_events WHERE business_id = $1` + where.sql() + ` ORDER BY id DESC LIMIT ` + where.bind(size)
	sourceArgs := slices.Clone(where.args)
	residual := &clause{args: where.args}
	for _, condition := range others {
		residual.and(condition(residual))
	}
	list, mergeTargets := lister[TrailEntry]{limit: page.Limit}, map[string]string{}
	query := trailQuery(source, residual.sql(), residual.bind(page.Limit+1))
	err := q.tx.queryEach(query, residual.args, func(row scanner) error {
		entry, mergedInto, err := scanTrailEntry(row)
		list.add(entry, entry.ID)
		if mergedInto != "" {
			mergeTargets[entry.ID] = mergedInto
		}
		return err
	})
	if err != nil {
		return List[TrailEntry]{}, fmt.Errorf("listing the audit trail: %w", err)
	}
	entries := list.build()
	if err := q.hideArchived(entries.Items, mergeTargets); err != nil {
		return List[TrailEntry]{}, err
	}
	if entries.Next == "" && len(others) > 0 {
		entries.Next, err = q.windowEnd(source, sourceArgs)
	}
	return entries, err
}

func addTrailRange(where *clause, filter TrailFilter, page Page) {
	if !filter.From.IsZero() {
		where.and(`id >= ` + where.bind(loyalty.FirstAt(filter.From)))
	}
	if !filter.Before.IsZero() {
		where.and(`id < ` + where.bind(loyalty.FirstAt(filter.Before)))
	}
	if page.after != nil {
		where.and(`id < ` + where.bind(page.after[0]))
	}
}

type trailCondition func(*clause) string

// conditions returns the filter's conditions. indexCondition is the one with the most selective index, or nil.
func (f TrailFilter) conditions() (indexCondition trailCondition, others []trailCondition) {
	if len(f.Customers) > 0 {
		others = append(others, f.isAboutCustomers)
	}
	if f.Group != "" && f.Group != loyalty.GroupVisits {
		others = append(others, func(c *clause) string { return `action_group <> 'VISITS' AND action_group = ` + c.bind(f.Group) })
	}
	switch {
	case f.WithoutActor:
		others = append(others, func(*clause) string { return `actor_id IS NULL` })
	case f.ActorID != "":
		others = append(others, func(c *clause) string { return `actor_id = ` + c.bind(f.ActorID) })
	}
	if len(others) > 0 {
		indexCondition, others = others[0], others[1:]
	}
	if f.Group == loyalty.GroupVisits { // most entries are visits: no index includes them
		others = append(others, func(c *clause) string { return `action_group = ` + c.bind(f.Group) })
	}
	return indexCondition, others
}

func (f TrailFilter) isAboutCustomers(where *clause) string {
	places := make([]string, len(f.Customers))
	for i, id := range f.Customers {
		places[i] = where.bind(id)
	}
	return `customer_id IN (` + strings.Join(places, `, `) + `)`
}

func trailQuery(source, conditions, limit string) string {
	return `
		SELECT e.id, e.at, e.actor_id, e.action, e.subject_id, e.detail, e.fields, coalesce(e.role, a.role), e.address, e.device, e.device_id,
			a.name, CASE WHEN c.archived_at IS NULL THEN c.name END, c.merged_into, CASE WHEN c.id IS NOT NULL AND c.archived_at IS NULL THEN 1 ELSE 0 END,
			coalesce(u.name, f.name, s.name), d.name
		FROM (SELECT * FROM (` + source + `) w WHERE 1 = 1` + conditions + ` ORDER BY id DESC LIMIT ` + limit + `) e
		LEFT JOIN users a ON a.id = e.actor_id AND (a.business_id = e.business_id OR a.business_id IS NULL)
		LEFT JOIN customers c ON c.business_id = e.business_id AND c.id = e.customer_id
		LEFT JOIN users u ON u.id = e.subject_id AND coalesce(u.business_id, '') = e.business_id
		LEFT JOIN families f ON f.business_id = e.business_id AND f.id = e.subject_id
		LEFT JOIN devices s ON s.business_id = e.business_id AND s.id = e.subject_id
		LEFT JOIN devices d ON d.business_id = e.business_id AND d.id = e.device_id
		ORDER BY e.id DESC`
}

func scanTrailEntry(row scanner) (e TrailEntry, mergedInto string, err error) {
	var fields string
	var isActive int64
	optional := func(into *string) *optionalText { return (*optionalText)(into) }
	err = row.Scan(&e.ID, (*optionalInstant)(&e.At), optional(&e.ActorID), &e.Action, &e.SubjectID, optional(&e.Detail), optional(&fields),
		optional((*string)(&e.Role)), optional(&e.Address), optional(&e.Device), optional(&e.DeviceID),
		optional(&e.ActorName), optional(&e.Names.Customer), optional(&mergedInto), &isActive,
		optional(&e.Names.Subject), optional(&e.DeviceName))
	e.Fields, e.IsCustomerActive = strings.Fields(fields), isActive == 1
	return e, mergedInto, err
}

// hideArchived shows the names of mergeTargets (by entry) and hides where archived customers acted.
func (q Trail) hideArchived(entries []TrailEntry, mergeTargets map[string]string) error {
	names, err := q.namesOfKept(slices.Collect(maps.Values(mergeTargets)))
	if err != nil {
		return err
	}
	for i := range entries {
		e := &entries[i]
		keptName, isKept := names[mergeTargets[e.ID]]
		if isKept {
			e.Names.Customer = keptName
		}
		if e.ActorID == "" && e.CustomerID() != "" && !e.IsCustomerActive && !isKept {
			e.Address, e.Device = "", ""
		}
	}
	return nil
}

func (q Trail) windowEnd(source string, args []any) (string, error) {
	var last sql.NullString
	var count int64
	if _, err := q.tx.queryOne(`SELECT min(id), count(*) FROM (`+source+`) w`, args, &last, &count); err != nil {
		return "", fmt.Errorf("finding the end of a page of the audit trail: %w", err)
	}
	if count < trailWindow {
		return "", nil
	}
	return encodeCursor([]string{last.String}), nil
}

// CustomerOf returns the record with an id or QR, else the given id. It does not follow merges.
func (q Trail) CustomerOf(id string) (string, error) {
	var record string
	found, err := q.tx.queryOne(customerToLock+` LIMIT 1`, []any{q.tx.businessID, id}, &record)
	if err != nil {
		return "", fmt.Errorf("finding the record with id %s: %w", id, err)
	}
	if found {
		return record, nil
	}
	record, found, err = q.tx.Customers().resolveID(id)
	if err != nil || !found {
		return id, err
	}
	return record, nil
}

// WithMerged returns the ids with those of records merged into them, directly or not; never nil.
func (q Trail) WithMerged(customers ...string) ([]string, error) {
	keptBy, err := q.tx.Customers().recordsOf(customers)
	if err != nil {
		return nil, err
	}
	return slices.AppendSeq([]string{}, maps.Keys(keptBy)), nil
}
