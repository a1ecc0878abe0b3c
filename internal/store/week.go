package store

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Week is the data of the owner's weekly page.
type Week struct{ tx *Tx }

// Week returns the data of the owner's weekly page.
func (tx *Tx) Week() Week { return Week{tx} }

// Regular is an active customer with their rhythm.
type Regular struct {
	CustomerID  string
	Name        string
	Phone       string
	Birthday    loyalty.Day
	GreetedAt   time.Time
	LastVisitAt time.Time
	Rhythm      loyalty.Rhythm

	PhoneUnverified  bool
	AcceptsMarketing bool // once ReadConsents has read it
}

// lastVisitDays selects the last visit days of a customer, under a condition of visits x.
func lastVisitDays(customerID, condition string) string {
	business, _, _ := strings.Cut(customerID, ".")
	return `
			SELECT x.local_day FROM visits x
			WHERE x.business_id = ` + business + `.business_id AND x.customer_id = ` + customerID + ` AND x.day_slot = 0` + condition + `
			ORDER BY x.local_day DESC LIMIT ` + strconv.Itoa(loyalty.RhythmDays)
}

// rhythmColumns selects what readRhythm reads from days d.
const rhythmColumns = `min(d.local_day) || ' ' || max(d.local_day) || ' ' || CAST(count(*) AS TEXT)`

// rhythm selects the rhythm of the last visit days of a customer c, for readRhythm; NULL without a visit. An imported last
// visit is one of the days.
var rhythm = `(
	SELECT ` + rhythmColumns + `
	FROM (
		SELECT w.local_day FROM (` + lastVisitDays("c.id", "") + `
		) w
		UNION SELECT c.imported_visit_day WHERE c.imported_visit_day IS NOT NULL
		ORDER BY 1 DESC LIMIT ` + strconv.Itoa(loyalty.RhythmDays) + `
	) d)`

// mayHaveRhythm is true for a customer c with enough days for a rhythm. The day of an imported last visit counts. The
// argument is loyalty.MinRhythmDays.
func mayHaveRhythm(alias, days string) string {
	return ` (` + alias + `visits_count >= ` + days + ` OR ` + alias + `imported_visit_day IS NOT NULL AND ` + alias + `visits_count >= ` + days + ` - 1)`
}

// Silent returns the active customers whose last visit is before an instant and who may have a rhythm: the stored one,
// or one computed from their visits. It does not read their consents.
func (q Week) Silent(since time.Time) ([]Regular, error) {
	var regulars []Regular
	err := q.tx.queryEach(silentCustomers, []any{q.tx.businessID, millis(since), loyalty.MinRhythmDays}, func(row scanner) error {
		r, err := scanRegular(row)
		regulars = append(regulars, r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking for who has not come: %w", err)
	}
	return regulars, nil
}

// SilentOne returns a customer as Silent does. It reports false for a customer who is not silent.
func (q Week) SilentOne(customerID string, since time.Time) (regular Regular, isSilent bool, err error) {
	err = q.tx.queryEach(silentCustomers+` AND c.id = $4`, []any{q.tx.businessID, millis(since), loyalty.MinRhythmDays, customerID},
		func(row scanner) (err error) {
			isSilent = true
			regular, err = scanRegular(row)
			return err
		})
	return regular, isSilent, wrapped("looking whether a customer has not come", err)
}

// silentCustomers selects what scanRegular reads.
var silentCustomers = `
	SELECT c.id, c.name, c.phone, c.phone_unverified, c.birthday, c.greeted_at, c.last_visit_at, coalesce(c.rhythm, ` + rhythm + `)
	FROM customers c
	WHERE c.business_id = $1 AND c.archived_at IS NULL AND c.last_visit_at < $2 AND` + mayHaveRhythm("c.", "$3")

func scanRegular(row scanner) (Regular, error) {
	var r Regular
	var phone, rhythm sql.NullString
	var greeted, last sql.NullInt64
	if err := row.Scan(&r.CustomerID, &r.Name, &phone, &r.PhoneUnverified, (*optionalText)(&r.Birthday), &greeted, &last, &rhythm); err != nil {
		return r, err
	}
	r.Phone, r.GreetedAt, r.LastVisitAt = phone.String, instant(greeted), instant(last)
	var err error
	r.Rhythm, err = readRhythm(rhythm.String)
	return r, err
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

// accepting returns the customers with a valid consent under a condition. They come in one string, because passing on a
// row costs more than finding it.
func (q Week) accepting(condition string) (map[string]bool, error) {
	var ids string
	err := q.tx.queryRow(`
		SELECT coalesce(string_agg(s.customer_id, ' '), '') FROM consents s
		WHERE s.business_id = $1 AND `+condition+` AND s.granted AND s.replaced_at IS NULL`, q.tx.businessID).Scan(&ids)
	accepting := make(map[string]bool, strings.Count(ids, " ")+1)
	for id := range strings.SplitSeq(ids, " ") {
		accepting[id] = true
	}
	return accepting, wrapped("reading who accepts messages", err)
}

func readRhythm(text string) (loyalty.Rhythm, error) {
	first, rest, _ := strings.Cut(text, " ")
	last, count, _ := strings.Cut(rest, " ")
	days, err := strconv.Atoi(count)
	if err != nil {
		return loyalty.Rhythm{}, fmt.Errorf("reading the rhythm %q: %w", text, err)
	}
	return loyalty.Rhythm{First: loyalty.Day(first), Last: loyalty.Day(last), Days: days}, nil
}

// PageOfRegulars returns a page of regulars, the latest last visit first.
func PageOfRegulars(regulars []Regular, limit int, cursor string) (Listed[Regular], error) {
	return pageOfLatest(regulars, limit, cursor, func(r Regular) (time.Time, string) { return r.LastVisitAt, r.CustomerID })
}

// pageOfLatest sorts items by instant, latest first, and by id, and returns a page of them.
func pageOfLatest[T any](items []T, limit int, cursor string, keyOf func(T) (time.Time, string)) (Listed[T], error) {
	page, err := NewPage(limit, cursor, 2)
	if err != nil {
		return Listed[T]{}, err
	}
	slices.SortFunc(items, func(a, b T) int {
		first, firstID := keyOf(a)
		second, secondID := keyOf(b)
		return cmp.Or(second.Compare(first), strings.Compare(firstID, secondID))
	})
	listed := lister[T]{limit: page.Limit, total: int64(len(items))}
	for _, item := range items {
		at, id := keyOf(item)
		follows, err := page.isAfter(at, id)
		if err != nil {
			return Listed[T]{}, err
		}
		if follows && !listed.overflows() {
			listed.add(item, strconv.FormatInt(at.UnixMilli(), 10), id)
		}
	}
	return listed.done(), nil
}

// isAfter reports whether an item of a list, latest first, comes after the end of the previous page.
func (p Page) isAfter(at time.Time, id string) (bool, error) {
	if p.after == nil {
		return true, nil
	}
	last, err := p.instantKey()
	if err != nil {
		return false, err
	}
	return cmp.Or(cmp.Compare(last, at.UnixMilli()), strings.Compare(id, p.after[1])) > 0, nil
}

// WithoutRhythm scans at most so many customers of all businesses, in key order after one. It finds active customers
// whose last visit is before an instant and whose rhythm is not stored. It returns the last scanned customer; zero: no
// more.
func (q PlatformCustomers) WithoutRhythm(since time.Time, after CustomerRef, most int) (found []CustomerRef, last CustomerRef, err error) {
	err = q.tx.queryEach(`
		SELECT business_id, id,
			coalesce(archived_at IS NULL AND rhythm IS NULL AND`+mayHaveRhythm("", "$1")+` AND last_visit_at < $2, FALSE)
		FROM customers WHERE (business_id, id) > ($3, $4) ORDER BY business_id, id LIMIT $5`,
		[]any{loyalty.MinRhythmDays, millis(since), after.BusinessID, after.ID, most}, func(row scanner) error {
			var wanted bool
			err := row.Scan(&last.BusinessID, &last.ID, &wanted)
			if wanted {
				found = append(found, last)
			}
			return err
		})
	if err != nil {
		return nil, last, fmt.Errorf("looking for customers without a rhythm: %w", err)
	}
	return found, last, nil
}

// StoreRhythms stores the rhythms of customers, valid until a visit of theirs is added or removed. It skips rows that
// another transaction has locked.
func (q Week) StoreRhythms(customerIDs []string) error {
	if err := forceCustomPlans(q.tx); err != nil {
		return err
	}
	args, in := placeholders(2, customerIDs)
	locked, err := q.tx.queryStrings(`SELECT id FROM customers WHERE business_id = $1 AND id IN (`+in+`)`+q.tx.store.dialect.SkipLocked,
		append([]any{q.tx.businessID}, args...)...)
	if err != nil {
		return fmt.Errorf("locking customers who have not come: %w", err)
	}
	// A separate statement sees all that was committed before the lock was taken.
	for _, id := range locked {
		if err := q.tx.execOne(`UPDATE customers AS c SET rhythm = `+rhythm+` WHERE business_id = $1 AND id = $2`, q.tx.businessID, id); err != nil {
			return fmt.Errorf("keeping the rhythm of customer %s: %w", id, err)
		}
	}
	return nil
}

// isOwed is true for a card k with an owed reward.
const isOwed = ` EXISTS (SELECT 1 FROM rewards r WHERE r.business_id = $1 AND r.card_id = k.id AND r.status = 'PENDING')`

// CountOwing counts the customers to whom a reward is owed, as in the list of customers. It counts the cards with one in
// an index, takes off those of archived customers and of families, and adds the families' members.
func (q Week) CountOwing() (int64, error) {
	cards, err := q.tx.queryCount(`
		SELECT count(*) FROM (SELECT card_id FROM rewards WHERE business_id = $1 AND status = 'PENDING' GROUP BY card_id) o`, []any{q.tx.businessID})
	if err != nil {
		return 0, fmt.Errorf("counting the cards with an owed reward: %w", err)
	}
	archived, err := q.tx.queryCount(`
		WITH gone AS MATERIALIZED (SELECT id FROM customers WHERE business_id = $1 AND archived_at IS NOT NULL)
		SELECT count(*) FROM gone a CROSS JOIN cards k WHERE k.business_id = $1 AND k.customer_id = a.id AND`+isOwed, []any{q.tx.businessID})
	if err != nil {
		return 0, fmt.Errorf("counting the owed cards of archived customers: %w", err)
	}
	families, members, err := q.owedFamilies()
	return cards - archived - families + members, err
}

// owedFamilies counts the families whose card has an owed reward, and their active members without one of their own.
func (q Week) owedFamilies() (families, members int64, err error) {
	owed, err := q.tx.queryStrings(`
		SELECT f.id FROM families f CROSS JOIN cards k WHERE f.business_id = $1 AND k.business_id = $1 AND k.family_id = f.id AND`+isOwed, q.tx.businessID)
	if err != nil || len(owed) == 0 {
		return 0, 0, wrapped("looking for families with an owed reward", err)
	}
	of, err := q.membersOfFamilies()
	if err != nil {
		return 0, 0, err
	}
	owing, err := q.tx.queryStrings(`
		SELECT m.id FROM families f CROSS JOIN customers m CROSS JOIN cards k
		WHERE f.business_id = $1 AND m.business_id = $1 AND m.family_id = f.id AND m.archived_at IS NULL
		AND k.business_id = $1 AND k.customer_id = m.id AND`+isOwed, q.tx.businessID)
	if err != nil {
		return 0, 0, fmt.Errorf("looking for members with an owed reward of their own: %w", err)
	}
	slices.Sort(owing)
	for _, family := range owed {
		for _, member := range of[family] {
			if _, has := slices.BinarySearch(owing, member); !has {
				members++
			}
		}
	}
	return int64(len(owed)), members, nil
}

// membersOfFamilies returns the active customers of each family.
func (q Week) membersOfFamilies() (map[string][]string, error) {
	members := map[string][]string{}
	err := q.tx.queryEach(`
		SELECT f.id, c.id FROM families f CROSS JOIN customers c
		WHERE f.business_id = $1 AND c.business_id = $1 AND c.family_id = f.id AND c.archived_at IS NULL`,
		[]any{q.tx.businessID}, func(row scanner) error {
			var family, customer string
			err := row.Scan(&family, &customer)
			members[family] = append(members[family], customer)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the members of families: %w", err)
	}
	return members, nil
}

// Overrides counts what a user allowed or deleted beyond the plain visit.
type Overrides struct {
	UserID     string
	Name       string
	Authorized int64 // further visits on the same day
	Deleted    int64 // visits deleted after the time to undo them
}

// overrideActions are the counted actions as literals, to match a partial index.
const overrideActions = `e.action IN ('` + string(loyalty.ActionVisitAuthorized) + `', '` + string(loyalty.ActionVisitDeleted) + `')`

// OverridesSince counts each user's overrides since an instant, by name.
func (q Week) OverridesSince(since time.Time) ([]Overrides, error) {
	var people []Overrides
	err := q.tx.queryEach(`
		SELECT u.id, u.name,
			sum(CASE WHEN e.action = $4 THEN 1 ELSE 0 END), sum(CASE WHEN e.action = $5 THEN 1 ELSE 0 END)
		FROM audit_events e JOIN users u ON u.id = e.actor_id
		WHERE e.business_id = $1 AND e.id >= $2 AND e.at >= $3 AND `+overrideActions+`
		GROUP BY u.id, u.name ORDER BY u.name, u.id`,
		[]any{q.tx.businessID, loyalty.FirstAt(since), millis(since), loyalty.ActionVisitAuthorized, loyalty.ActionVisitDeleted},
		func(row scanner) error {
			var o Overrides
			err := row.Scan(&o.UserID, &o.Name, &o.Authorized, &o.Deleted)
			people = append(people, o)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("counting what the staff allowed and took back: %w", err)
	}
	return people, nil
}
