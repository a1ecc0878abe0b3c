package store

import (
	"context"
	"fmt"
	"strconv"

	"axioma/internal/loyalty"
)

// invariant is a rule for all rows. The query returns business and name of each breach, or candidates for evaluate.
type invariant struct {
	rule       string
	query      string
	evaluate   func(scanner) (business, breach string, err error) // empty breach: the rule holds
	ofRestores bool                                               // checked during restores too
}

func (i invariant) read(row scanner) (business, breach string, err error) {
	if i.evaluate != nil {
		return i.evaluate(row)
	}
	err = row.Scan(&business, &breach)
	return business, breach, err
}

func maxScanAge() string { return strconv.FormatInt(loyalty.MaxScanAge.Milliseconds(), 10) }

// visitsByCustomer reads only the unique key: active visits have a day slot.
const visitsByCustomer = `
	SELECT business_id, customer_id, count(*) AS visits, min(local_day) AS first_day
	FROM visits WHERE day_slot IS NOT NULL GROUP BY business_id, customer_id`

// staffDayDifferences returns stored counts, and rows with the opposite sign. Correct counts add up to zero.
var staffDayDifferences = `
	SELECT business_id, user_id, local_day, visits, new_customers, authorized, undone + deleted AS removed, recovered, redeemed FROM staff_days
	UNION ALL
	SELECT v.business_id, ` + servedBy(`v`) + `, v.local_day, -1, 0, 0, 0, 0, 0 FROM visits v WHERE v.deleted_at IS NULL
	UNION ALL
	SELECT v.business_id, ` + servedBy(`v`) + `, v.local_day, 0, -1, 0, 0, 0, 0
	FROM visits v LEFT JOIN customers c ON c.business_id = v.business_id AND c.id = v.customer_id
	WHERE v.day_slot = 0 AND c.first_visit_day = v.local_day
	UNION ALL
	SELECT business_id, authorized_by, local_day, 0, 0, -1, 0, 0, 0 FROM visits WHERE authorized_by IS NOT NULL AND deleted_at IS NULL
	UNION ALL
	SELECT business_id, deleted_by, local_day, 0, 0, 0, -1, 0, 0 FROM visits WHERE deleted_by IS NOT NULL
	UNION ALL
	SELECT business_id, served_by, local_day, 0, 0, 0, 0, -1, 0 FROM (` + recoveredVisits + `) w
	UNION ALL
	SELECT business_id, redeemed_by, redeemed_day, 0, 0, 0, 0, 0, -1 FROM rewards WHERE redeemed_at IS NOT NULL`

var hasPersonalData = customerRow.hasPersonalDataSQL(`c`)

// invariants scan tables in key order and look up related rows by key. LEFT JOIN and CROSS JOIN fix the join order:
// without statistics SQLite would start with the smaller table.
func invariants() []invariant {
	return append(importInvariants(), []invariant{
		{rule: "a card's stamps equal its visits that are not deleted and its adjustments that are not undone", query: `
			SELECT c.business_id, 'card ' || c.id || ' has ' || CAST(sum(c.stamps) AS TEXT) || ' stamps'
			FROM (
				SELECT business_id, id, stamps, 0 AS visits, 1 AS cards FROM cards
				UNION ALL
				SELECT business_id, card_id, 0, 1, 0 FROM visits WHERE deleted_at IS NULL
				UNION ALL
				SELECT business_id, card_id, 0, stamps, 0 FROM adjustments WHERE undone_at IS NULL
			) c
			GROUP BY c.business_id, c.id HAVING sum(c.cards) = 1 AND sum(c.stamps) <> sum(c.visits)`},
		{rule: "a customer's visit count equals their visits", query: `
			SELECT c.business_id, 'customer ' || c.id || ' has visits_count ' || CAST(c.visits_count AS TEXT)
			FROM customers c LEFT JOIN (` + visitsByCustomer + `) v ON v.business_id = c.business_id AND v.customer_id = c.id
			WHERE c.visits_count <> coalesce(v.visits, 0)`},
		{rule: "a customer's first day is that of their first visit", query: `
			SELECT c.business_id, 'customer ' || c.id || ' came first on ' || coalesce(c.first_visit_day, 'no day')
			FROM customers c LEFT JOIN (` + visitsByCustomer + `) v ON v.business_id = c.business_id AND v.customer_id = c.id
			WHERE coalesce(c.first_visit_day, '') <> coalesce(v.first_day, '')`},
		// A business with events after the last count is left out: its days may have changed. Sums come before the
		// join, because few differ from zero.
		{rule: "the stored counts of each day equal its visits", query: `
			SELECT p.business_id, 'user ' || d.user_id || ' on ' || d.local_day || ' has other visits, new customers, authorizations, removals, customers who came back or redemptions'
			FROM (
				SELECT s.business_id, s.user_id, s.local_day FROM (` + staffDayDifferences + `) s
				GROUP BY s.business_id, s.user_id, s.local_day
				HAVING sum(s.visits) <> 0 OR sum(s.new_customers) <> 0 OR sum(s.authorized) <> 0 OR sum(s.removed) <> 0 OR sum(s.recovered) <> 0 OR sum(s.redeemed) <> 0
			) d CROSS JOIN day_count_progress p
			WHERE p.business_id = d.business_id AND d.local_day >= p.counted_from
			AND NOT EXISTS (SELECT 1 FROM events e WHERE e.business_id = p.business_id AND e.position > p.position)`},
		// A business with later events is left out, as above.
		{rule: "the stored steps of each customer follow from the visits", query: `
			SELECT p.business_id, 'customer ' || c.id || ' has no steps, or others than the visits say'
			FROM customer_step_progress p CROSS JOIN customers c
			LEFT JOIN customer_steps m ON m.business_id = c.business_id AND m.customer_id = c.id
			WHERE p.is_complete AND c.business_id = p.business_id AND c.merged_into IS NULL AND c.discarded_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM events e WHERE e.business_id = p.business_id AND e.position > p.position)
			AND (m.customer_id IS NULL OR coalesce(m.first_day, '') <> coalesce(c.first_visit_day, '') OR coalesce(m.second_day, '') <> coalesce((
				SELECT min(v.local_day) FROM visits v
				WHERE v.business_id = c.business_id AND v.customer_id = c.id AND v.local_day > c.first_visit_day AND v.day_slot = 0), ''))`},
		{rule: "a stored rhythm has the customer's last days", query: `
			SELECT c.business_id, 'customer ' || c.id || ' has the rhythm ' || c.rhythm
			FROM customers c
			WHERE c.rhythm IS NOT NULL AND c.rhythm <> coalesce(` + rhythm + `, '')`},
		// An older reward under other terms may have paid a milestone. It may be younger than the arrival of a visit that
		// waited for the owner, but not than the visit's id, which begins with the instant of its acceptance.
		{rule: "every earned milestone has exactly one reward", query: `
			SELECT v.business_id, 'visit ' || v.id || ' brought card ' || v.card_id || ' to ' || CAST(v.stamp_number AS TEXT)
			FROM visits v
			WHERE (v.stamp_number % v.card_target = 0
				OR (v.card_half > 0 AND v.stamp_number % v.card_target = v.card_half))
			AND (
				SELECT count(*) FROM rewards r
				WHERE r.business_id = v.business_id AND r.card_id = v.card_id AND r.milestone = v.stamp_number
				AND r.kind = CASE WHEN v.stamp_number % v.card_target = 0 THEN 'FREE' ELSE 'HALF' END) <> 1
			AND NOT EXISTS (
				SELECT 1 FROM rewards r
				WHERE r.business_id = v.business_id AND r.card_id = v.card_id AND r.milestone = v.stamp_number
				AND (r.created_at < coalesce(v.received_at, v.visited_at) OR substr(r.id, 1, 10) < substr(v.id, 1, 10)) AND ` + earnedReward + `)`},
		{rule: "no reward is owed above the stamps", query: `
			SELECT r.business_id, 'reward ' || r.id || ' is PENDING at ' || CAST(r.milestone AS TEXT)
			FROM rewards r LEFT JOIN cards c ON c.business_id = r.business_id AND c.id = r.card_id
			WHERE r.status = 'PENDING' AND (r.milestone > c.stamps OR r.owed_from > c.stamps)`},
		{rule: "no reached reward is withheld", query: `
			SELECT r.business_id, 'reward ' || r.id || ' is CANCELLED at ' || CAST(r.milestone AS TEXT)
			FROM rewards r LEFT JOIN cards c ON c.business_id = r.business_id AND c.id = r.card_id
			WHERE r.status = 'CANCELLED' AND r.milestone <= c.stamps AND r.owed_from <= c.stamps AND ` + oneOf(`r.kind`, loyalty.RewardKindsWhere(loyalty.RewardKind.IsEarned))},
		{rule: "every reward has an existing kind", query: `
			SELECT r.business_id, 'reward ' || r.id || ' is of kind ' || r.kind
			FROM rewards r WHERE NOT ` + oneOf(`r.kind`, loyalty.RewardKinds())},
		{rule: "every message has an existing kind", query: `
			SELECT m.business_id, 'message ' || m.id || ' is of kind ' || m.kind
			FROM messages m WHERE NOT ` + oneOf(`m.kind`, loyalty.MessageKinds())},
		{rule: "a visit was received after it happened, within the longest scan age", query: `
			SELECT v.business_id, 'visit ' || v.id || ' waited for ' || CAST(v.received_at - v.visited_at AS TEXT) || ' ms'
			FROM visits v
			WHERE v.received_at <= v.visited_at OR NOT v.past_day AND v.received_at - v.visited_at > ` + maxScanAge()},
		{rule: "only a redeemed reward has the customer, time and user of a redemption", query: `
			SELECT r.business_id, 'reward ' || r.id || ' is ' || r.status
			FROM rewards r
			WHERE CASE WHEN r.status = 'REDEEMED' THEN 4 ELSE 0 END <>
				CASE WHEN r.redeemed_at IS NULL THEN 0 ELSE 1 END + CASE WHEN r.redeemed_day IS NULL THEN 0 ELSE 1 END +
				CASE WHEN r.redeemed_customer_id IS NULL THEN 0 ELSE 1 END + CASE WHEN r.redeemed_by IS NULL THEN 0 ELSE 1 END`},
		// The trail is kept for six years and may lack an older reward's first redemption.
		{rule: "the audit trail has each redemption and its reversal", query: `
			SELECT r.business_id, 'reward ' || r.id || ' is ' || r.status || ', redeemed less taken back ' || CAST(coalesce(e.standing, 0) AS TEXT)
			FROM (SELECT business_id, min(at) AS begins FROM audit_events GROUP BY business_id) t
			CROSS JOIN rewards r
			LEFT JOIN (
				SELECT business_id, subject_id, sum(CASE WHEN action = 'reward.redeemed' THEN 1 ELSE -1 END) AS standing
				FROM audit_events WHERE action IN ('reward.redeemed', 'reward.taken-back') GROUP BY business_id, subject_id
			) e ON e.business_id = r.business_id AND e.subject_id = r.id
			WHERE r.business_id = t.business_id AND r.created_at >= t.begins
			AND coalesce(e.standing, 0) <> CASE WHEN r.status = 'REDEEMED' THEN 1 ELSE 0 END`},
		{rule: "every visit belongs to a customer and a card of the same business", query: `
			SELECT v.business_id, 'visit ' || v.id
			FROM (
				SELECT p.business_id, p.customer_id FROM (SELECT DISTINCT business_id, customer_id FROM visits) p
				LEFT JOIN customers c ON c.business_id = p.business_id AND c.id = p.customer_id
				WHERE c.id IS NULL
			) gone CROSS JOIN visits v
			WHERE v.business_id = gone.business_id AND v.customer_id = gone.customer_id
			UNION ALL
			SELECT v.business_id, 'visit ' || v.id
			FROM visits v LEFT JOIN cards k ON k.business_id = v.business_id AND k.id = v.card_id
			WHERE k.id IS NULL`},
		{rule: "every adjustment belongs to a customer and a card of the same business", query: `
			SELECT a.business_id, 'adjustment ' || a.id
			FROM adjustments a
			LEFT JOIN customers c ON c.business_id = a.business_id AND c.id = a.customer_id
			LEFT JOIN cards k ON k.business_id = a.business_id AND k.id = a.card_id
			WHERE c.id IS NULL OR k.id IS NULL OR k.customer_id <> a.customer_id`},
		{rule: "a visit names a device of its business", query: `
			SELECT v.business_id, 'visit ' || v.id || ' names device ' || v.device_id
			FROM visits v LEFT JOIN devices d ON d.business_id = v.business_id AND d.id = v.device_id
			WHERE v.device_id IS NOT NULL AND d.id IS NULL`},
		{rule: "a visit was done by a user", query: `
			SELECT v.business_id, 'visit ' || v.id || ' was done by ' || v.served_by
			FROM visits v LEFT JOIN users u ON u.id = v.served_by
			WHERE v.served_by IS NOT NULL AND u.id IS NULL`},
		{rule: "a handed-over visit that was registered has the time when it happened", query: `
			SELECT h.business_id, 'handed visit ' || h.id || ' became visit ' || v.id
			FROM handover_visits h LEFT JOIN visits v ON v.business_id = h.business_id AND v.id = h.visit_id
			WHERE h.outcome = 'REGISTERED' AND (v.visited_at <> h.visited_at OR v.device_id <> h.device_id)`},
		{rule: "only a revoked device hands over visits", query: `
			SELECT h.business_id, 'handed visit ' || h.id || ' of device ' || d.id
			FROM handover_visits h LEFT JOIN devices d ON d.business_id = h.business_id AND d.id = h.device_id
			WHERE h.device_id IS NOT NULL AND d.revoked_at IS NULL`},
		{rule: "a visit that waits for the owner names the user who registered it", query: `
			SELECT h.business_id, 'handed visit ' || h.id || ' of customer ' || coalesce(h.customer_id, 'nobody')
			FROM handover_visits h
			WHERE h.device_id IS NULL AND (h.scanned_by IS NULL OR h.customer_id IS NULL)`},
		{rule: "every reward belongs to a customer and a card of the same business", query: `
			SELECT r.business_id, 'reward ' || r.id
			FROM rewards r
			LEFT JOIN customers c ON c.business_id = r.business_id AND c.id = r.customer_id
			LEFT JOIN cards k ON k.business_id = r.business_id AND k.id = r.card_id
			WHERE c.id IS NULL OR k.id IS NULL`},
		{rule: "every customer has a card", query: `
			SELECT c.business_id, 'customer ' || c.id
			FROM customers c
			LEFT JOIN cards k ON k.business_id = c.business_id AND k.customer_id = c.id
			WHERE k.id IS NULL`},
		{rule: "a visit stamps its customer's own card or a family's", query: `
			SELECT v.business_id, 'visit ' || v.id || ' stamps card ' || k.id
			FROM visits v LEFT JOIN cards k ON k.business_id = v.business_id AND k.id = v.card_id
			WHERE k.customer_id <> v.customer_id`},
		{rule: "every family has a card", query: `
			SELECT f.business_id, 'family ' || f.id
			FROM families f
			LEFT JOIN cards k ON k.business_id = f.business_id AND k.family_id = f.id
			WHERE k.id IS NULL`},
		{rule: "a deleted family has no members", query: `
			SELECT c.business_id, 'customer ' || c.id || ' is in family ' || f.id
			FROM customers c LEFT JOIN families f ON f.business_id = c.business_id AND f.id = c.family_id
			WHERE f.archived_at IS NOT NULL`},
		{rule: "an archived customer is in no family", query: `
			SELECT c.business_id, 'customer ' || c.id || ' is in family ' || c.family_id
			FROM customers c
			WHERE c.archived_at IS NOT NULL AND c.family_id IS NOT NULL`},
		{rule: "a child has no phone, and the guardian of an active child is an active customer and not a child", query: `
			SELECT c.business_id, 'customer ' || c.id || ' is a child of ' || c.guardian_id
			FROM customers c LEFT JOIN customers g ON g.business_id = c.business_id AND g.id = c.guardian_id
			WHERE c.guardian_id IS NOT NULL AND (
				c.phone IS NOT NULL OR g.id IS NULL OR
				c.archived_at IS NULL AND (g.archived_at IS NOT NULL OR g.guardian_id IS NOT NULL))`},
		{rule: "no personal data of an erased customer are left", query: `
			SELECT c.business_id, 'customer ' || c.id
			FROM customers c LEFT JOIN erasures e ON e.business_id = c.business_id AND e.customer_id = c.id
			WHERE e.customer_id IS NOT NULL AND (c.archived_at IS NULL OR (e.erased_at IS NOT NULL AND ` + hasPersonalData + `))
			UNION ALL
			SELECT c.business_id, 'customer ' || c.id
			FROM customers c LEFT JOIN erasures e ON e.business_id = c.business_id AND e.customer_id = c.merged_into
			WHERE c.merged_into IS NOT NULL AND e.erased_at IS NOT NULL AND ` + hasPersonalData},
		{rule: "one consent entry per customer and purpose is in force", query: `
			SELECT s.business_id, 'customer ' || s.customer_id || ' on ' || s.kind
			FROM consents s
			GROUP BY s.business_id, s.customer_id, s.kind
			HAVING sum(CASE WHEN s.replaced_at IS NULL THEN 1 ELSE 0 END) <> 1`},
		{rule: "the usual cut is kept with consent, with at most three pictures", query: `
			SELECT c.business_id, 'customer ' || c.id || ' has ' || CAST(coalesce(p.pictures, 0) AS TEXT) || ' pictures'
			FROM customers c
			LEFT JOIN (SELECT business_id, customer_id, count(*) AS pictures FROM usual_pictures GROUP BY business_id, customer_id) p
				ON p.business_id = c.business_id AND p.customer_id = c.id
			WHERE (c.usual_note IS NOT NULL OR p.pictures IS NOT NULL) AND (
				p.pictures > 3 AND c.archived_at IS NULL
				OR c.archived_at IS NULL AND NOT EXISTS (
					SELECT 1 FROM consents s
					WHERE s.business_id = c.business_id AND s.customer_id = c.id AND s.kind = 'USUAL' AND s.replaced_at IS NULL AND s.granted)
				OR EXISTS (
					SELECT 1 FROM erasures e WHERE e.business_id = c.business_id AND e.customer_id = c.id AND e.erased_at IS NOT NULL))`},
		{rule: "a day with visits has exactly one without authorization", query: `
			SELECT v.business_id, 'customer ' || v.customer_id || ' on ' || v.local_day
			FROM visits v
			WHERE v.day_slot IS NOT NULL
			GROUP BY v.business_id, v.customer_id, v.local_day
			HAVING sum(CASE WHEN v.day_slot = 0 THEN 1 ELSE 0 END) <> 1`},
	}...)
}

// Breaches lists rows that break an invariant.
type Breaches struct {
	Rows  int64
	First []string // at most maxListedBreaches: rule, business, row

	incomplete map[string]bool // being restored or arriving
}

const maxListedBreaches = 1000

func (b *Breaches) add(i invariant, row scanner) error {
	business, breach, err := i.read(row)
	if err != nil || breach == "" {
		return err
	}
	if b.incomplete[business] && !i.ofRestores {
		return nil
	}
	b.list(i.rule, business, breach)
	return nil
}

func (b *Breaches) list(rule, business, breach string) {
	b.Rows++
	if len(b.First) < maxListedBreaches {
		b.First = append(b.First, fmt.Sprintf("%s: business %s, %s", rule, business, breach))
	}
}

// Check reads one snapshot. Rules that are not ofRestores skip businesses that are being restored or arriving.
func (s *Store) Check(ctx context.Context) (Breaches, error) {
	var breaches Breaches
	err := s.ViewWhole(ctx, "", func(tx *Tx) error {
		incomplete, err := incompleteBusinesses(tx)
		if err != nil {
			return err
		}
		breaches = Breaches{incomplete: incomplete}
		for _, invariant := range invariants() {
			err := tx.queryEach(invariant.query, nil, func(row scanner) error { return breaches.add(invariant, row) })
			if err != nil {
				return fmt.Errorf("checking that %s: %w", invariant.rule, err)
			}
		}
		return breaches.checkRewardDays(tx)
	})
	return breaches, err
}
