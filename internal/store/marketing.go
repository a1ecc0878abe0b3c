package store

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// Marketing selects recipients.
type Marketing struct{ tx *Tx }

// Marketing gives access to the business's marketing recipients.
func (tx *Tx) Marketing() Marketing { return Marketing{tx} }

const acceptsWhatsApp = `
	EXISTS (
		SELECT 1 FROM consents s
		WHERE s.business_id = c.business_id AND s.customer_id = c.id AND s.kind = 'WHATSAPP' AND s.granted AND s.replaced_at IS NULL)`

const acceptsEmail = `
	EXISTS (
		SELECT 1 FROM consents s
		WHERE s.business_id = c.business_id AND s.customer_id = c.id AND s.kind = 'EMAIL' AND s.granted AND s.replaced_at IS NULL)`

// acceptsMarketing needs a verified phone and a wording that described marketing. Wordings are named by days: later
// ones compare greater.
const acceptsMarketing = acceptsWhatsApp + `
	AND NOT c.phone_unverified
	AND EXISTS (
		SELECT 1 FROM consents s
		WHERE s.business_id = c.business_id AND s.customer_id = c.id AND s.kind = 'PROMOTIONS' AND s.granted AND s.replaced_at IS NULL
		AND s.text_version >= '` + loyalty.MarketingTextVersion + `')`

// reachable selects customers who accept marketing by WhatsApp, of any age. coalesce avoids the phone index: nearly all
// customers have a phone.
const reachable = ` c.archived_at IS NULL AND coalesce(c.phone, '') <> '' AND` + acceptsMarketing

// canReceiveMarketing selects candidates: reachable, no minor, not too many messages. messaging.Marketing decides with
// the record locked.
func (c *clause) canReceiveMarketing(b loyalty.Business, now time.Time) {
	since := c.bind(millis(now.Add(-loyalty.MarketingWindow)))
	c.and(reachable)
	c.and(`(c.birthday IS NULL OR c.birthday <= ` + c.bind(loyalty.LatestBirthdayOfAge(b.DayOf(now))) + `)`)
	c.and(countSentTo(since, ``) + ` < ` + strconv.Itoa(loyalty.MaxMarketingMessages))
}

// wasSent is a condition for messages that were sent or may still be.
func wasSent() string {
	return ` occasion IS NOT NULL AND status NOT IN ('DROPPED', 'FAILED') AND ` + kindCondition(loyalty.MessageKind.IsMarketing)
}

func countSentTo(since, condition string) string {
	const count = `(SELECT count(*) FROM messages m WHERE m.business_id = c.business_id AND `
	sentCondition := ` AND m.created_at > ` + since + ` AND` + wasSent() + condition + `)`
	return `(` + count + `m.customer_id = c.id` + sentCondition + ` + ` + count + `m.phone = c.phone AND m.customer_id <> c.id` + sentCondition + `)`
}

// BirthdaysDue returns customers whose birthday is today, without a message for it.
func (q Marketing) BirthdaysDue(b loyalty.Business, now time.Time) ([]string, error) {
	today := b.DayOf(now)
	where := clause{args: []any{q.tx.businessID, loyalty.MessageBirthday, loyalty.BirthdayOccasion("", today)}}
	birthdays := ""
	for _, birthday := range loyalty.BirthdaysOn(today) {
		birthdays += `, ` + where.bind(birthday)
	}
	where.and(`c.birthday_day IN (` + birthdays[len(`, `):] + `) AND c.birthday IS NOT NULL`)
	// The occasion is the customer's id and this suffix.
	where.and(`NOT EXISTS (SELECT 1 FROM messages m WHERE m.business_id = c.business_id AND m.kind = $2 AND m.occasion = c.id || $3)`)
	where.canReceiveMarketing(b, now)
	where.and(countSentTo(where.bind(millis(now.Add(-loyalty.MarketingWindow))), ` AND m.kind = $2`) + ` = 0`)
	// Sorting in SQL would make SQLite scan all customers.
	ids, err := q.tx.queryStrings(`SELECT c.id FROM customers c WHERE c.business_id = $1`+where.sql(), where.args...)
	if err != nil {
		return nil, fmt.Errorf("finding birthdays: %w", err)
	}
	slices.Sort(ids)
	return ids, nil
}

// OneVisitShort returns customers whose card is one stamp short of a reward not given, since a last visit in the
// reminder period. They have no message about it.
func (q Marketing) OneVisitShort(b loyalty.Business, now time.Time) ([]string, error) {
	lastCame := loyalty.OneMoreWindow(b.DayOf(now))
	where := clause{args: []any{q.tx.businessID, lastCame.From, lastCame.To, loyalty.MessageOneMore}}
	where.paysNext(b)
	where.and(`(k.customer_id IS NOT NULL OR v.stamp_number = k.stamps)`)
	where.and(`coalesce(k.family_id, '') = coalesce((
		SELECT f.id FROM families f WHERE f.business_id = c.business_id AND f.id = c.family_id AND f.policy = 'POOL'), '')`)
	where.and(`NOT EXISTS (
		SELECT 1 FROM rewards r
		WHERE r.business_id = k.business_id AND r.card_id = k.id AND r.milestone = k.stamps + 1 AND r.status = 'REDEEMED')`)
	where.and(`NOT EXISTS (
		SELECT 1 FROM rewards r
		WHERE r.business_id = c.business_id AND r.redeemed_customer_id = c.id AND r.redeemed_at IS NOT NULL AND r.redeemed_day > $3)`)
	where.and(`NOT EXISTS (
		SELECT 1 FROM messages m
		WHERE m.business_id = v.business_id AND m.kind = $4 AND m.occasion = k.id || ' ' || CAST(k.stamps + 1 AS TEXT))`)
	where.canReceiveMarketing(b, now)
	ids, err := q.tx.queryStrings(`
		SELECT c.id FROM visits v
		JOIN customers c ON c.business_id = v.business_id AND c.id = v.customer_id
		JOIN cards k ON k.business_id = v.business_id AND k.id = v.card_id
		WHERE v.business_id = $1 AND v.local_day BETWEEN $2 AND $3 AND v.deleted_at IS NULL AND v.visited_at = c.last_visit_at`+where.sql()+`
		ORDER BY c.id`, where.args...)
	if err != nil {
		return nil, fmt.Errorf("finding customers who lack one visit: %w", err)
	}
	return ids, nil
}

// paysNext adds a condition: the next stamp on card k of customer c earns a reward under today's terms.
func (c *clause) paysNext(b loyalty.Business) {
	tags := ``
	for _, tag := range loyalty.Tags() {
		if tag.IsVIP() {
			tags += `, ` + c.bind(tag)
		}
	}
	vip := `(k.customer_id IS NOT NULL AND coalesce(c.tag, '') IN (` + tags[len(`, `):] + `))`
	c.and(`CASE WHEN ` + vip + ` THEN ` + c.pays(b.IndividualTerms(loyalty.TagVIPA)) + ` ELSE ` + c.pays(b.FamilyTerms()) + ` END`)
}

// pays returns a condition: the next stamp on card k earns a reward under terms.
func (c *clause) pays(terms loyalty.Terms) string {
	at := `(k.stamps + 1) % CAST(` + c.bind(terms.Target) + ` AS BIGINT)`
	if terms.Half == 0 {
		return at + ` = 0`
	}
	return at + ` IN (0, ` + c.bind(terms.Half) + `)`
}

// RecentKinds returns kinds of marketing to the customer or their phone.
func (q Marketing) RecentKinds(customer loyalty.Customer, since time.Time) ([]loyalty.MessageKind, error) {
	sentCondition := ` AND created_at > $4 AND` + wasSent()
	canonical, second := loyalty.PhoneForms(customer.Phone)
	kinds, err := q.tx.queryStrings(`
		SELECT kind FROM messages WHERE business_id = $1 AND customer_id = $2`+sentCondition+`
		UNION ALL
		SELECT kind FROM messages WHERE business_id = $1 AND phone IN ($3, $5) AND customer_id <> $2`+sentCondition,
		q.tx.businessID, customer.ID, canonical, millis(since), second)
	if err != nil {
		return nil, fmt.Errorf("reading the messages to customer %s: %w", customer.ID, err)
	}
	recent := make([]loyalty.MessageKind, len(kinds))
	for i, kind := range kinds {
		recent[i] = loyalty.MessageKind(kind)
	}
	return recent, nil
}

// Audience counts who can get marketing.
type Audience struct {
	All          int64
	Customers    int64
	WithBirthday int64 // those of Customers who have a birthday
}

// Audience counts active customers. Those with a birthday after bornBy get no marketing.
func (q Marketing) Audience(bornBy loyalty.Day) (Audience, error) {
	var audience Audience
	_, err := q.tx.queryOne(`
		SELECT count(*), coalesce(sum(CASE WHEN wanted THEN 1 ELSE 0 END), 0),
			coalesce(sum(CASE WHEN wanted AND birthday IS NOT NULL THEN 1 ELSE 0 END), 0)
		FROM (
			SELECT c.birthday, (c.birthday IS NULL OR c.birthday <= $2) AND`+reachable+` AS wanted
			FROM customers c WHERE c.business_id = $1 AND c.archived_at IS NULL
		) counted`, []any{q.tx.businessID, bornBy}, &audience.All, &audience.Customers, &audience.WithBirthday)
	if err != nil {
		return audience, fmt.Errorf("counting customers who get marketing messages: %w", err)
	}
	return audience, nil
}
