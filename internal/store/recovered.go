package store

import (
	"database/sql"
	"fmt"
	"slices"
	"strconv"

	"axioma/internal/loyalty"
)

// CustomerName is an active customer's name, or loyalty.ArchivedCustomerName.
type CustomerName struct {
	Name       string
	IsArchived bool
}

// CustomerNames returns names by id.
func (q Reports) CustomerNames(ids []string) (map[string]CustomerName, error) {
	names := map[string]CustomerName{}
	for batch := range slices.Chunk(ids, maxListedIDs) {
		args, in := placeholders(2, batch)
		err := q.tx.queryEach(`SELECT id, name, archived_at IS NOT NULL FROM customers WHERE business_id = $1 AND id IN (`+in+`)`,
			append([]any{q.tx.businessID}, args...), func(row scanner) error {
				var id string
				var name CustomerName
				err := row.Scan(&id, &name.Name, &name.IsArchived)
				if name.IsArchived {
					name.Name = loyalty.ArchivedCustomerName
				}
				names[id] = name
				return err
			})
		if err != nil {
			return nil, fmt.Errorf("reading the names of customers: %w", err)
		}
	}
	return names, nil
}

// eachRecovered calls use for each visit of a customer who was lost until then (Rhythm.IsBroken). It ignores imported
// last visits: undoing an import would change days that are already counted.
func (q Reports) eachRecovered(p loyalty.Period, use func(day loyalty.Day, user string, visit loyalty.RecoveredVisit)) error {
	// Only a customer whose last earlier visit was before $4 can be lost. max() reads the unique index backwards.
	const silent = `(SELECT max(b.local_day) FROM visits b
		WHERE b.business_id = $1 AND b.customer_id = v.customer_id AND b.local_day < v.local_day AND b.day_slot = 0) < $4`
	return q.tx.queryEach(`
		SELECT v.local_day, `+servedBy(`v`)+`, v.customer_id,
			CASE WHEN `+silent+` THEN (SELECT `+rhythmColumns+` FROM (`+lastVisitDays(`v.customer_id`, ` AND x.local_day < v.local_day`)+`) d) END
		FROM visits v
		WHERE v.business_id = $1 AND v.local_day >= $2 AND v.local_day <= $3 AND v.deleted_at IS NULL AND v.day_slot = 0`,
		[]any{q.tx.businessID, p.From, p.To, p.To.Plus(-loyalty.MaxSilenceDays)}, func(row scanner) error {
			var day loyalty.Day
			var user string
			var visit loyalty.RecoveredVisit
			var text sql.NullString
			if err := row.Scan(&day, &user, &visit.CustomerID, &text); err != nil || !text.Valid {
				return err
			}
			rhythm, err := readRhythm(text.String)
			if visit.LastDay = rhythm.Last; err == nil && rhythm.IsBroken(day) {
				use(day, user, visit)
			}
			return err
		})
}

// recoveredVisits selects what eachRecovered finds, of all businesses and days, for Check. It reads visits once, in the
// order of the unique key.
var recoveredVisits = `
	SELECT r.business_id, r.served_by, r.local_day FROM (
		SELECT v.business_id, ` + servedBy(`v`) + ` AS served_by, v.local_day,
			first_value(v.local_day) OVER former AS first_day, last_value(v.local_day) OVER former AS last_day, count(*) OVER former AS days
		FROM visits v WHERE v.day_slot = 0
		WINDOW former AS (
			PARTITION BY v.business_id, v.customer_id ORDER BY v.local_day
			ROWS BETWEEN ` + strconv.Itoa(loyalty.RhythmDays) + ` PRECEDING AND 1 PRECEDING)
	) r
	WHERE r.days >= ` + strconv.Itoa(loyalty.MinRhythmDays) + `
	AND ` + dayNumber("r.local_day") + ` - ` + dayNumber("r.last_day") + ` > ` + strconv.Itoa(loyalty.MaxSilenceDays) + `
	AND (` + dayNumber("r.local_day") + ` - ` + dayNumber("r.last_day") + `) * (r.days - 1)
		> 2 * (` + dayNumber("r.last_day") + ` - ` + dayNumber("r.first_day") + `)`

// dayNumber returns SQL, for both engines, that numbers days: the Julian day number plus 32045.
func dayNumber(day string) string {
	part := func(from, length int) string {
		return fmt.Sprintf(`CAST(substr(%s, %d, %d) AS BIGINT)`, day, from, length)
	}
	// The year begins in March: the leap day is its last.
	early := `((14 - ` + part(6, 2) + `) / 12)`
	year := `(` + part(1, 4) + ` + 4800 - ` + early + `)`
	month := `(` + part(6, 2) + ` + 12 * ` + early + ` - 3)`
	return `(` + part(9, 2) + ` + (153 * ` + month + ` + 2) / 5 + 365 * ` + year + ` + ` + year + ` / 4 - ` + year + ` / 100 + ` + year + ` / 400)`
}
