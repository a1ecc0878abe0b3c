package store

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Week is the data of the owner's weekly page.
type Week struct{ tx *Tx }

// Week gives access to the business's weekly data.
func (tx *Tx) Week() Week { return Week{tx} }

func lastVisitDays(customerID, condition string) string {
	business, _, _ := strings.Cut(customerID, ".")
	return `
			SELECT x.local_day FROM visits x
			WHERE x.business_id = ` + business + `.business_id AND x.customer_id = ` + customerID + ` AND x.day_slot = 0` + condition + `
			ORDER BY x.local_day DESC LIMIT ` + strconv.Itoa(loyalty.RhythmDays)
}

const rhythmColumns = `min(d.local_day) || ' ' || max(d.local_day) || ' ' || CAST(count(*) AS TEXT)`

// rhythm is a text for readRhythm, NULL without a visit. An imported last visit counts.
var rhythm = `(
	SELECT ` + rhythmColumns + `
	FROM (
		SELECT w.local_day FROM (` + lastVisitDays("c.id", "") + `
		) w
		UNION SELECT c.imported_visit_day WHERE c.imported_visit_day IS NOT NULL
		ORDER BY 1 DESC LIMIT ` + strconv.Itoa(loyalty.RhythmDays) + `
	) d)`

// mayHaveRhythm selects customers with enough visits, imported included; days is loyalty.MinRhythmDays.
func mayHaveRhythm(alias, days string) string {
	return ` (` + alias + `visits_count >= ` + days + ` OR ` + alias + `imported_visit_day IS NOT NULL AND ` + alias + `visits_count >= ` + days + ` - 1)`
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

// WithoutRhythm reads the next customers by key. It returns active ones who may have a rhythm, came last before since
// and have none stored, and the last one read (zero: no more).
func (q PlatformCustomers) WithoutRhythm(since time.Time, after CustomerRef, most int) (customers []CustomerRef, last CustomerRef, err error) {
	err = q.tx.queryEach(`
		SELECT business_id, id,
			coalesce(archived_at IS NULL AND rhythm IS NULL AND`+mayHaveRhythm("", "$1")+` AND last_visit_at < $2, FALSE)
		FROM customers WHERE (business_id, id) > ($3, $4) ORDER BY business_id, id LIMIT $5`,
		[]any{loyalty.MinRhythmDays, millis(since), after.BusinessID, after.ID, most}, func(row scanner) error {
			var wanted bool
			err := row.Scan(&last.BusinessID, &last.ID, &wanted)
			if wanted {
				customers = append(customers, last)
			}
			return err
		})
	if err != nil {
		return nil, last, fmt.Errorf("finding customers without a rhythm: %w", err)
	}
	return customers, last, nil
}

// StoreRhythms stores rhythms, valid until a visit or the imported last visit changes. It skips locked rows.
func (q Week) StoreRhythms(customerIDs []string) error {
	if err := forceCustomPlans(q.tx); err != nil {
		return err
	}
	args, in := placeholders(2, customerIDs)
	lockedIDs, err := q.tx.queryStrings(`SELECT id FROM customers WHERE business_id = $1 AND id IN (`+in+`)`+q.tx.store.dialect.SkipLocked,
		append([]any{q.tx.businessID}, args...)...)
	if err != nil {
		return fmt.Errorf("locking customers who have not come: %w", err)
	}
	// These statements follow the lock, so they see what was committed before it.
	for _, id := range lockedIDs {
		if err := q.tx.execOne(`UPDATE customers AS c SET rhythm = `+rhythm+` WHERE business_id = $1 AND id = $2`, q.tx.businessID, id); err != nil {
			return fmt.Errorf("storing the rhythm of customer %s: %w", id, err)
		}
	}
	return nil
}

// CountOwing counts customers who are owed a reward, a family's once per active member. The cards of archived holders
// (Reports.OwedToArchivedCustomers) do not count. withoutMembers are owed cards of families without active members.
func (q Week) CountOwing(heldRewards []HeldReward) (owing int64, withoutMembers []string, err error) {
	cards, err := queryPacked(q.tx, `o.card_id`, `(SELECT DISTINCT card_id FROM rewards WHERE business_id = $1 AND status = 'PENDING') o`, q.tx.businessID)
	if err != nil {
		return 0, nil, fmt.Errorf("finding the cards with an owed reward: %w", err)
	}
	isOwed := make(map[string]bool, len(cards))
	for _, card := range cards {
		isOwed[card] = true
	}
	for _, reward := range heldRewards {
		delete(isOwed, reward.CardID)
	}
	families, err := q.owedFamilies(isOwed)
	if err != nil || len(families) == 0 {
		return int64(len(isOwed)), nil, err
	}
	members, err := q.membersCards()
	owing = int64(len(isOwed) - len(families))
	for family, card := range families {
		if len(members[family]) == 0 {
			withoutMembers = append(withoutMembers, card)
		}
		for _, own := range members[family] {
			if !isOwed[own] {
				owing++
			}
		}
	}
	return owing, withoutMembers, err
}

// owedFamilies returns the owed cards by family.
func (q Week) owedFamilies(isOwed map[string]bool) (map[string]string, error) {
	pairs, err := queryPacked(q.tx, `f.id || ',' || k.id`, `families f CROSS JOIN cards k
		WHERE f.business_id = $1 AND k.business_id = $1 AND k.family_id = f.id`, q.tx.businessID)
	owed := map[string]string{}
	for _, pair := range pairs {
		if family, card, _ := strings.Cut(pair, ","); isOwed[card] {
			owed[family] = card
		}
	}
	return owed, wrapError("finding the cards of families", err)
}

// membersCards returns the active members' own cards by family.
func (q Week) membersCards() (map[string][]string, error) {
	pairs, err := queryPacked(q.tx, `f.id || ',' || k.id`, `families f CROSS JOIN customers m CROSS JOIN cards k
		WHERE f.business_id = $1 AND m.business_id = $1 AND m.family_id = f.id AND m.archived_at IS NULL
		AND k.business_id = $1 AND k.customer_id = m.id`, q.tx.businessID)
	members := map[string][]string{}
	for _, pair := range pairs {
		family, card, _ := strings.Cut(pair, ",")
		members[family] = append(members[family], card)
	}
	return members, wrapError("finding the cards of members", err)
}

// Overrides counts the visits that a user authorized or deleted.
type Overrides struct {
	UserID           string
	Name             string
	AuthorizedVisits int64
	DeletedVisits    int64 // after the time for an undo
}

// overrideActions uses literals to match the partial index.
const overrideActions = `e.action IN ('` + string(loyalty.ActionVisitAuthorized) + `', '` + string(loyalty.ActionVisitDeleted) + `')`

// OverridesSince counts each user's overrides, by name.
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
			err := row.Scan(&o.UserID, &o.Name, &o.AuthorizedVisits, &o.DeletedVisits)
			people = append(people, o)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("counting visits that the staff authorized or deleted: %w", err)
	}
	return people, nil
}
