package seed

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/jpeg"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// statements writes businesses numbered from first, for unique ids. Members of a family with shared points come on the
// same days in a fixed order: each visit's stamp is known without counting.
func (s Businesses) statements(now time.Time, first int) ([]string, error) {
	zone, err := time.LoadLocation(loyalty.DefaultTimeZone)
	if err != nil {
		return nil, fmt.Errorf("loading the businesses' time zone: %w", err)
	}
	photo, err := picture()
	if err != nil {
		return nil, err
	}
	replace := strings.NewReplacer(
		"{business}", s.Business, "{several}", fmt.Sprint(s.Count), "{shops}", fmt.Sprint(max(1, s.Count)), "{first}", fmt.Sprint(first),
		"{customers}", fmt.Sprint(s.Customers), "{each}", fmt.Sprint(s.Visits/s.Customers), "{day count}", fmt.Sprint(s.Days),
		"{calendar}", calendar(now, s.Days, zone), "{now}", fmt.Sprint(now.UnixMilli()), "{marketing}", loyalty.MarketingTextVersion,
		"{rhythm days}", fmt.Sprint(loyalty.RhythmDays), "{rhythm silence}", fmt.Sprint(loyalty.StoredRhythmDays*24*time.Hour.Milliseconds()),
		"{erased}", loyalty.ErasedCustomerName, "{answer}", strings.Repeat("x", 300),
		"{picture}", photo, "{picture width}", fmt.Sprint(pictureWidth), "{picture height}", fmt.Sprint(pictureHeight),
		"{minute}", "60000 * ((p.lead * 37 + n.n * 101) % 600 + p.place)",
	)
	var statements []string
	for _, group := range [][]string{temporaryTables(), businessesAndCustomers(), visitsAndRewards(), consentsAndMessages(), imports(), {
		"DROP TABLE past_shops", "DROP TABLE past_days", "DROP TABLE past_numbers", "DROP TABLE past_people",
	}} {
		statements = append(statements, group...)
	}
	for i, statement := range statements {
		statements[i] = replace.Replace(statement)
	}
	return statements, nil
}

// calendar returns for each day up to today: number, name, opening, days since 1970, prefix of ids, end, next name.
// Histories end yesterday; the business may have newer rows.
func calendar(now time.Time, days int, zone *time.Location) string {
	rows := make([]string, days+1)
	for d := range rows {
		day := now.UTC().AddDate(0, 0, d-days)
		opens := time.Date(day.Year(), day.Month(), day.Day(), 8, 0, 0, 0, time.UTC)
		ends := time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, zone)
		const timeOfID = 10 // characters
		rows[d] = fmt.Sprintf("(%d, '%s', %d, %d, '%s', %d, '%s')", d, opens.Format(time.DateOnly), opens.UnixMilli(),
			opens.UnixMilli()/millisPerDay, loyalty.FirstAt(opens)[:timeOfID], ends.UnixMilli(), ends.Format(time.DateOnly))
	}
	return strings.Join(rows, ", ")
}

const millisPerDay = 86_400_000

const pictureWidth, pictureHeight = 80, 64

// picture returns a grey JPEG without metadata, like stored uploads.
func picture() (string, error) {
	var buffer bytes.Buffer
	if err := jpeg.Encode(&buffer, image.NewGray(image.Rect(0, 0, pictureWidth, pictureHeight)), nil); err != nil {
		return "", fmt.Errorf("encoding a picture: %w", err)
	}
	return base64.StdEncoding.EncodeToString(buffer.Bytes()), nil
}

func temporaryTables() []string {
	const upTo = `WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < `
	return []string{
		`CREATE TEMPORARY TABLE past_shops (shop BIGINT PRIMARY KEY, business TEXT NOT NULL, owner TEXT NOT NULL)`,
		`INSERT INTO past_shops (shop, business, owner) ` + upTo + `{shops} - 1)
		SELECT {first} + i, CASE WHEN {several} = 0 THEN '{business}' ELSE '{business}' || (10000 + i) END,
			'{business}owner' || (10000 + i) FROM n`,
		`CREATE TEMPORARY TABLE past_days (d BIGINT PRIMARY KEY, local_day TEXT NOT NULL, opens_at BIGINT NOT NULL, utc_day BIGINT NOT NULL UNIQUE,
			prefix TEXT NOT NULL, ends_at BIGINT NOT NULL, next_day TEXT NOT NULL)`,
		`INSERT INTO past_days (d, local_day, opens_at, utc_day, prefix, ends_at, next_day) VALUES {calendar}`,
		`CREATE TEMPORARY TABLE past_numbers (n BIGINT PRIMARY KEY)`,
		`INSERT INTO past_numbers (n) ` + upTo + `2 * {each} + 10) SELECT i FROM n`,
		`CREATE TEMPORARY TABLE past_people (
			business TEXT NOT NULL, owner TEXT NOT NULL, shop BIGINT NOT NULL, i BIGINT NOT NULL, tail TEXT NOT NULL,
			customer TEXT NOT NULL, name TEXT NOT NULL, tag TEXT NOT NULL, label TEXT NOT NULL, card TEXT NOT NULL,
			family TEXT, pool BOOLEAN NOT NULL, gone TEXT NOT NULL, lead BIGINT NOT NULL, place BIGINT NOT NULL,
			starts BIGINT NOT NULL, span BIGINT NOT NULL, visits BIGINT NOT NULL, stamped TEXT NOT NULL,
			target BIGINT NOT NULL, half BIGINT NOT NULL, last_day BIGINT NOT NULL,
			comes_back BOOLEAN NOT NULL)`,
		`INSERT INTO past_people (business, owner, shop, i, tail, customer, name, tag, label, card, family, pool, gone, lead, place,
			starts, span, visits, stamped, target, half, last_day, comes_back)
		` + upTo + `{customers} - 1),
		grouped AS (
			SELECT s.business, s.owner, s.shop, i, i % 40 < 3 AND i - i % 40 + 3 <= {customers} AS pool,
				CASE WHEN i % 40 < 3 AND i - i % 40 + 3 <= {customers} THEN i - i % 40 ELSE i END AS lead,
				CASE WHEN i % 100 = 99 THEN 'merged' WHEN i % 250 = 149 THEN 'erased' WHEN i % 50 = 49 THEN 'archived' ELSE 'not' END AS gone
			FROM past_shops s CROSS JOIN n
		), counted AS (
			SELECT business, owner, shop, i, pool, lead, gone, 1 + lead * 7919 % ({day count} / 4) AS starts,
				{each} * CASE (lead / 40 + lead) % 4 WHEN 0 THEN 2 WHEN 1 THEN 6 WHEN 2 THEN 12 ELSE 20 END / 10 + lead % 7 - 3 AS visits
			FROM grouped
		), bounded AS (
			SELECT business, owner, shop, i, pool, lead, gone, starts,
				CASE WHEN lead % 4 = 1 AND 2 * visits < {day count} - starts THEN ({day count} - starts) / 2 ELSE {day count} - starts END AS span,
				CASE WHEN gone = 'merged' OR visits < 0 THEN 0 ELSE visits END AS visits,
				(1000000 + i * 7919 % 1000003) || 'c' || (1000000 + shop) || (100000000 + i) AS customer,
				(1000000 + i * 7919 % 1000003) || 'k' || (1000000 + shop) || (100000000 + i) AS card,
				CASE WHEN i % 40 < 5 THEN 'f' || (1000000 + shop) || (100000000 + CASE WHEN i % 40 < 3 THEN i - i % 40 ELSE i - i % 40 + 3 END) END AS family
			FROM counted
		)
		SELECT business, owner, shop, i, '' || (1000000 + shop) || (100000000 + i), customer,
			CASE i % 12 WHEN 0 THEN 'Ana' WHEN 1 THEN 'Luis' WHEN 2 THEN 'Carmen' WHEN 3 THEN 'Jorge' WHEN 4 THEN 'Elena' WHEN 5 THEN 'Pablo'
				WHEN 6 THEN 'Sara' WHEN 7 THEN 'Diego' WHEN 8 THEN 'Irene' WHEN 9 THEN 'Hugo' WHEN 10 THEN 'Marta' ELSE 'Bruno' END ||
			CASE i / 12 % 11 WHEN 0 THEN ' Ruiz ' WHEN 1 THEN ' Vega ' WHEN 2 THEN ' Moreno ' WHEN 3 THEN ' Cano ' WHEN 4 THEN ' Prieto '
				WHEN 5 THEN ' Soler ' WHEN 6 THEN ' Lara ' WHEN 7 THEN ' Ferrer ' WHEN 8 THEN ' Rey ' WHEN 9 THEN ' Pardo ' ELSE ' Blanco ' END || i,
			CASE WHEN i % 40 < 5 THEN 'BONO_FAMILIA' WHEN i % 20 = 11 THEN 'BONO_VIP_A' ELSE 'BONO_TARJETA' END,
			CASE WHEN i % 40 < 5 THEN 'bono familia' WHEN i % 20 = 11 THEN 'bono vip a' ELSE 'bono tarjeta' END,
			card, family, pool, gone, lead, i - lead, starts, span, visits, CASE WHEN pool THEN 'k' || family ELSE card END,
			CASE WHEN i % 20 = 11 AND NOT pool THEN 4 ELSE 10 END, CASE WHEN i % 20 = 11 AND NOT pool THEN 0 ELSE 5 END,
			starts + CASE WHEN visits = 0 THEN 0 ELSE (visits - 1) * span / visits END,
			lead % 40 = 6 AND visits > 3 AND 2 * visits < span
		FROM bounded`,
	}
}

func businessesAndCustomers() []string {
	return []string{
		`INSERT INTO businesses (id, name, search, status, time_zone, country, visit_target, vip_visit_target, half_reward_enabled,
			wa_enabled, wa_rate_per_minute, wa_daily_cap, wa_monthly_cap, wa_free_credits, created_at)
		SELECT business, 'Barberia ' || shop, 'barberia ' || shop, 'ACTIVE', 'Europe/Madrid', 'ES', 10, 4, TRUE, TRUE, 60, 1000, 10000, 1000,
			opens_at - 86400000 + shop
		FROM past_shops CROSS JOIN past_days WHERE d = 0
		ON CONFLICT (id) DO NOTHING`,
		`INSERT INTO users (id, business_id, email, name, role, password_hash, token_version, created_at)
		SELECT owner || n.n, business, 'usuario' || n.n || '@' || owner || '.test', 'Usuario ' || n.n,
			CASE n.n WHEN 0 THEN 'OWNER' WHEN 1 THEN 'ADMIN' ELSE 'BARBER' END, '-', 1, opens_at
		FROM past_shops CROSS JOIN past_days CROSS JOIN past_numbers n WHERE d = 0 AND n.n < 4`,
		`INSERT INTO devices (business_id, id, name, created_at, created_by, code_hash, token_hash, enrolled_at, outbox_count, revoked_at, revoked_by)
		SELECT business, 'tablet' || n.n, 'Tablet ' || n.n, opens_at, owner || '0', NULL, 'token' || shop || '-' || n.n, opens_at, 0,
			CASE WHEN n.n > 0 THEN {now} END, CASE WHEN n.n > 0 THEN owner || '0' END
		FROM past_shops CROSS JOIN past_days CROSS JOIN past_numbers n WHERE d = 0 AND n.n < 3`,
		`INSERT INTO families (business_id, id, name, sort_key, search, policy, created_at)
		SELECT p.business, p.family, 'Familia ' || min(p.i), 'familia ' || (100000000 + min(p.i)), 'familia ' || min(p.i),
			CASE WHEN p.pool THEN 'POOL' ELSE 'INDIVIDUAL' END, {now}
		FROM past_people p WHERE p.family IS NOT NULL GROUP BY p.business, p.family, p.pool`,
		`INSERT INTO customers (business_id, id, name, sort_key, phone, email, birthday, tag, search, visits_count, last_visit_at,
			first_visit_day, family_id, family_role, created_at, archived_at, merged_into)
		SELECT p.business, p.customer,
			CASE gone WHEN 'erased' THEN '{erased}' ELSE p.name END, CASE gone WHEN 'erased' THEN lower('{erased}') ELSE lower(p.name) END,
			CASE gone WHEN 'erased' THEN NULL ELSE '+346' || (10000000 + p.shop * 20000 + p.i) END,
			CASE WHEN gone <> 'erased' AND p.i % 3 = 0 THEN 'cliente' || p.i || '@correo.test' END,
			CASE WHEN gone <> 'erased' AND p.i % 2 = 0 THEN '19' || (60 + p.i % 40) || '-' || substr('' || (101 + p.i % 12), 2) || '-' || substr('' || (101 + p.i % 28), 2) END,
			p.tag,
			CASE gone WHEN 'erased' THEN '' ELSE lower(p.name) || '` + "\t" + `' || p.label || '` + "\n" + `' ||
				CASE WHEN p.i % 3 = 0 THEN 'cliente' || p.i || '@correo.test' ELSE '' END || '` + "\n" + `' || '+346' || (10000000 + p.shop * 20000 + p.i) END,
			p.visits, CASE WHEN p.visits > 0 THEN l.opens_at + {minute} END, CASE WHEN p.visits > 0 THEN d.local_day END,
			p.family, CASE WHEN p.family IS NOT NULL THEN CASE WHEN p.i % 40 IN (0, 3) THEN 'PRIMARY' ELSE 'ADULT' END END,
			b.opens_at, CASE WHEN gone <> 'not' THEN l.opens_at + 86000000 END,
			CASE WHEN gone = 'merged' THEN (1000000 + (p.i - 1) * 7919 % 1000003) || 'c' || (1000000 + p.shop) || (100000000 + p.i - 1) END
		FROM past_people p
		JOIN past_days d ON d.d = p.starts
		JOIN past_days b ON b.d = p.starts - 1
		JOIN past_days l ON l.d = p.last_day
		JOIN past_numbers n ON n.n = CASE WHEN p.visits > 0 THEN p.visits - 1 ELSE 0 END
		ORDER BY b.d, p.shop, p.i`,
		`INSERT INTO cards (business_id, id, customer_id, stamps)
		SELECT p.business, p.card, p.customer, CASE WHEN p.pool THEN 0 ELSE p.visits END FROM past_people p`,
		`INSERT INTO cards (business_id, id, family_id, stamps)
		SELECT p.business, 'k' || p.family, p.family, sum(CASE WHEN p.pool THEN p.visits ELSE 0 END)
		FROM past_people p WHERE p.family IS NOT NULL GROUP BY p.business, p.family`,
		// Corrections that cancel each other.
		`INSERT INTO adjustments (business_id, id, kind, customer_id, card_id, stamps, stamps_after, reason, created_at, created_by)
		SELECT p.business, 'a' || n.n || p.customer, 'CORRECTION', p.customer, p.card, CASE n.n WHEN 0 THEN 1 ELSE -1 END,
			CASE n.n WHEN 0 THEN 1 ELSE 0 END, CASE WHEN p.i % 100 = 5 THEN 'No se escaneo' END, d.opens_at + n.n * 60000, p.owner || '1'
		FROM past_people p JOIN past_days d ON d.d = p.starts CROSS JOIN past_numbers n
		WHERE n.n < 2 AND p.i % 5 = 0 AND p.gone = 'not'`,
		`INSERT INTO merges (business_id, id, kept_id, merged_id, merged_at, merged_by, undo_data)
		SELECT c.business_id, 'm' || c.id, c.merged_into, c.id, c.archived_at, p.owner || '0', CASE WHEN p.i % 200 = 99 THEN '{}' ELSE '{"Visits":[]}' END
		FROM past_people p JOIN customers c ON c.business_id = p.business AND c.id = p.customer
		WHERE p.gone = 'merged'`,
		`INSERT INTO erasures (business_id, customer_id, requested_at, due_at, erased_at)
		SELECT c.business_id, c.id, c.archived_at, c.archived_at, c.archived_at
		FROM past_people p JOIN customers c ON c.business_id = p.business AND c.id = p.customer
		WHERE p.gone = 'erased'`,
	}
}

func visitsAndRewards() []string {
	return []string{
		`INSERT INTO visits (business_id, id, customer_id, card_id, visited_at, local_day, day_slot, stamp_number, card_target, card_half,
			notes, registered_by, received_at)
		SELECT p.business, d.prefix || p.tail, p.customer, p.stamped, d.opens_at + {minute}, d.local_day, 0,
			CASE WHEN p.pool THEN 3 * n.n + p.place + 1 ELSE n.n + 1 END, p.target, p.half,
			CASE WHEN (p.i + n.n) % 100 = 0 THEN 'Degradado bajo' END, p.owner || (n.n % 4),
			CASE WHEN (p.i + n.n) % 50 = 1 THEN d.opens_at + {minute} + 600000 END
		FROM past_people p
		JOIN past_numbers n ON n.n < p.visits
		JOIN past_days d ON d.d = p.starts + CASE WHEN p.comes_back AND n.n < p.visits - 1 THEN n.n * p.span * 2 / 3 / p.visits ELSE n.n * p.span / p.visits END
		ORDER BY 5, 2`,
		// A deleted visit before the first visit.
		`INSERT INTO visits (business_id, id, customer_id, card_id, visited_at, local_day, stamp_number, card_target, card_half,
			registered_by, deleted_at, deleted_by)
		SELECT p.business, d.prefix || p.tail, p.customer, p.stamped, d.opens_at, d.local_day, 1, p.target, p.half,
			p.owner || '2', d.opens_at + 60000, p.owner || '2'
		FROM past_people p JOIN past_days d ON d.d = p.starts - 1 WHERE p.i % 25 = 7`,
		// Maintenance stores rhythms of customers absent for long.
		`UPDATE customers AS c SET rhythm = (
			SELECT min(d.local_day) || ' ' || max(d.local_day) || ' ' || CAST(count(*) AS TEXT) FROM (
				SELECT v.local_day FROM visits v
				WHERE v.business_id = c.business_id AND v.customer_id = c.id AND v.day_slot = 0
				ORDER BY v.local_day DESC LIMIT {rhythm days}
			) d)
		WHERE c.business_id IN (SELECT business FROM past_shops) AND c.archived_at IS NULL AND c.visits_count > 2
			AND c.last_visit_at < {now} - {rhythm silence}`,
		// Most rewards before the last stamp are redeemed when earned.
		`INSERT INTO rewards (business_id, id, card_id, customer_id, kind, status, milestone, created_at,
			redeemed_at, redeemed_day, redeemed_customer_id, redeemed_by)
		SELECT e.business, e.id, e.stamped, e.customer, e.kind, CASE WHEN e.given THEN 'REDEEMED' ELSE 'PENDING' END, e.stamp_number, e.visited_at,
			CASE WHEN e.given THEN e.visited_at + 60000 END, CASE WHEN e.given THEN e.local_day END,
			CASE WHEN e.given THEN e.customer END, CASE WHEN e.given THEN e.registered_by END
		FROM (
			SELECT p.business, v.id, p.stamped, p.customer, CASE WHEN v.stamp_number % v.card_target = 0 THEN 'FREE' ELSE 'HALF' END AS kind,
				v.stamp_number + 1 <= CASE WHEN p.pool THEN 3 ELSE 1 END * p.visits AND v.stamp_number % 30 <> 10 AS given, v.stamp_number, v.visited_at, v.local_day, v.registered_by
			FROM visits v CROSS JOIN past_people p
			WHERE p.business = v.business_id AND p.customer = v.customer_id AND v.deleted_at IS NULL
			AND (v.stamp_number % v.card_target = 0 OR v.card_half > 0 AND v.stamp_number % v.card_target = v.card_half)
		) e`,
		`INSERT INTO rewards (business_id, id, card_id, customer_id, kind, status, milestone, created_at,
			redeemed_at, redeemed_day, redeemed_customer_id, redeemed_by)
		SELECT p.business, b.prefix || 'w' || p.tail, p.card, p.customer, 'WELCOME', CASE WHEN p.i % 10 = 2 THEN 'REDEEMED' ELSE 'PENDING' END,
			0, b.opens_at, CASE WHEN p.i % 10 = 2 THEN d.opens_at + 60000 END, CASE WHEN p.i % 10 = 2 THEN d.local_day END,
			CASE WHEN p.i % 10 = 2 THEN p.customer END, CASE WHEN p.i % 10 = 2 THEN p.owner || '1' END
		FROM past_people p JOIN past_days d ON d.d = p.starts JOIN past_days b ON b.d = p.starts - 1
		WHERE p.i % 5 = 2 AND p.visits > 0`,
		`INSERT INTO rewards (business_id, id, card_id, customer_id, kind, status, milestone, created_at)
		SELECT p.business, b.prefix || 'd' || p.tail, p.card, p.customer, 'FREE', 'CANCELLED', 100000, b.opens_at
		FROM past_people p JOIN past_days b ON b.d = p.starts - 1 WHERE p.i % 10 = 7`,
		`INSERT INTO audit_events (business_id, id, at, actor_id, action, subject_id, detail)
		SELECT v.business_id, v.id, v.visited_at, v.registered_by, CASE WHEN v.deleted_at IS NULL THEN 'visit.registered' ELSE 'visit.deleted' END,
			v.id, v.customer_id
		FROM visits v WHERE v.registered_by LIKE '{business}owner%' ORDER BY v.id`,
		`INSERT INTO audit_events (business_id, id, at, actor_id, action, subject_id, detail)
		SELECT r.business_id, substr(r.id, 1, 10) || 'r' || substr(r.id, 11), r.redeemed_at, r.redeemed_by, 'reward.redeemed', r.id, r.redeemed_customer_id
		FROM rewards r WHERE r.redeemed_by LIKE '{business}owner%'`,
		`INSERT INTO audit_events (business_id, id, at, actor_id, action, subject_id)
		SELECT p.business, b.prefix || 'c' || p.tail, b.opens_at, p.owner || '1', 'customer.created', p.customer
		FROM past_people p JOIN past_days b ON b.d = p.starts - 1`,
		`INSERT INTO events (business_id, position, number, kind, customer_id, card_id, visit_id, at)
		SELECT v.business_id, row_number() OVER (ORDER BY v.visited_at, v.id), 0, 'visit.registered', v.customer_id, v.card_id, v.id, v.visited_at
		FROM visits v WHERE v.registered_by LIKE '{business}owner%' AND v.visited_at > {now} - 2592000000`,
		`INSERT INTO idempotency_keys (business_id, key, request, answer, created_at)
		SELECT v.business_id, 'key' || v.id, 'visit ' || v.customer_id, '{"visit":"' || v.id || '","text":"{answer}"}', v.visited_at
		FROM visits v WHERE v.registered_by LIKE '{business}owner%' AND v.visited_at > {now} - 2592000000`,
	}
}

func consentsAndMessages() []string {
	return []string{
		`INSERT INTO consents (business_id, id, customer_id, kind, granted, given_at, form, text_version, replaced_at)
		SELECT p.business, b.prefix || n.n || p.tail, p.customer, CASE n.n WHEN 0 THEN 'PRIVACY' WHEN 1 THEN 'WHATSAPP' ELSE 'PROMOTIONS' END,
			TRUE, b.opens_at, 'PUBLIC', '{marketing}', CASE WHEN n.n = 2 AND p.i % 10 = 4 THEN b.opens_at + 60000 END
		FROM past_people p CROSS JOIN past_numbers n JOIN past_days b ON b.d = p.starts - 1
		WHERE n.n < CASE WHEN p.i % 2 = 0 THEN 3 ELSE 1 END AND p.gone <> 'erased'`,
		`INSERT INTO consents (business_id, id, customer_id, kind, granted, given_at, form, text_version)
		SELECT p.business, b.prefix || 'x' || p.tail, p.customer, 'PROMOTIONS', FALSE, b.opens_at + 60000, 'PORTAL', '{marketing}'
		FROM past_people p JOIN past_days b ON b.d = p.starts - 1
		WHERE p.i % 10 = 4 AND p.gone <> 'erased'`,
		`INSERT INTO consents (business_id, id, 
customer_id, kind, granted, given_at, form, text_version)
		SELECT p.business, b.prefix || 'u' || p.tail, p.customer, 'USUAL', TRUE, b.opens_at, 'STAFF', '{marketing}'
		FROM past_people p JOIN past_days b ON b.d = p.starts - 1 WHERE p.i % 10 = 7 AND p.gone = 'not'`,
		`UPDATE customers SET usual_note = 'Degradado al 1' WHERE EXISTS (
			SELECT 1 FROM consents u WHERE u.business_id = customers.business_id AND u.customer_id = customers.id AND u.kind = 'USUAL')`,
		`INSERT INTO usual_pictures (business_id, customer_id, id, taken_at, taken_by, width, height, picture)
		SELECT p.business, p.customer, 'u' || p.tail, {now}, p.owner || '1', {picture width}, {picture height}, '{picture}'
		FROM past_people p WHERE p.i % 10 = 7 AND p.gone = 'not'`,
		`INSERT INTO messages (business_id, id, customer_id, phone, kind, occasion, text, status, urgency, created_at, next_try_at, tries, last_try_at,
			provider_id, sent_at, delivered_at, read_at, expires_at)
		SELECT p.business, b.prefix || n.n || p.tail, p.customer, '+346' || (10000000 + p.shop * 20000 + p.i), CASE n.n WHEN 0 THEN 'QR' WHEN 1 THEN 'OTP' ELSE 'BIRTHDAY' END,
			CASE WHEN n.n > 1 THEN p.customer || ' ' || (2000 + n.n) END, CASE n.n WHEN 1 THEN '' ELSE 'Hola: este es tu QR.' END, 'READ', n.n,
			b.opens_at + n.n, b.opens_at, 1, b.opens_at, 'wamid.' || b.prefix || n.n || p.tail, b.opens_at + 1000, b.opens_at + 2000, b.opens_at + 3000,
			CASE n.n WHEN 1 THEN b.opens_at + 600000 END
		FROM past_people p CROSS JOIN past_numbers n JOIN past_days b ON b.d = p.starts - 1
		WHERE n.n < CASE WHEN p.i % 2 = 0 THEN 4 ELSE 1 END AND p.gone <> 'erased'`,
		// A daily limit holds them far into the future.
		`INSERT INTO messages (business_id, id, customer_id, phone, kind, occasion, text, status, urgency, created_at, next_try_at, held_by)
		SELECT p.business, b.prefix || 'q' || p.tail, p.customer, '+346' || (10000000 + p.shop * 20000 + p.i), 'ONE_MORE', p.customer || ' next', 'Te falta una visita.',
			'QUEUED', 3, b.opens_at, {now} + 315360000000, 'DAILY'
		FROM past_people p JOIN past_days b ON b.d = p.starts - 1
		WHERE p.i % 20 = 6 AND p.gone = 'not'`,
		// Hashes are parts of ids.
		`INSERT INTO staff_days (business_id, local_day, user_id, visits, new_customers, returned, returned_same, third_visits,
			authorized, undone, deleted, customers, recovered, recovered_customers, redeemed)
		SELECT business_id, local_day, user_id, sum(visits), sum(fresh), 0, 0, 0, sum(authorized), sum(undone), 0, string_agg(hash, ''),
			sum(recovered), coalesce(string_agg(lost, ' '), ''), sum(redeemed)
		FROM (
			SELECT v.business_id, v.local_day, v.registered_by AS user_id, 1 AS visits,
				CASE WHEN v.day_slot = 0 AND c.first_visit_day = v.local_day THEN 1 ELSE 0 END AS fresh, 0 AS authorized, 0 AS undone,
				substr(v.customer_id, 4, 4) || substr(v.customer_id, 21, 4) AS hash,
				0 AS recovered, CAST(NULL AS TEXT) AS lost, 0 AS redeemed
			FROM visits v JOIN customers c ON c.business_id = v.business_id AND c.id = v.customer_id
			WHERE v.deleted_at IS NULL AND v.business_id IN (SELECT business FROM past_shops)
			UNION ALL
			SELECT business_id, local_day, authorized_by, 0, 0, 1, 0, '', 0, NULL, 0 FROM visits
			WHERE deleted_at IS NULL AND authorized_by IS NOT NULL AND business_id IN (SELECT business FROM past_shops)
			UNION ALL
			SELECT business_id, local_day, deleted_by, 0, 0, 0, 1, '', 0, NULL, 0 FROM visits
			WHERE deleted_by IS NOT NULL AND business_id IN (SELECT business FROM past_shops)
			UNION ALL
			SELECT business_id, redeemed_day, redeemed_by, 0, 0, 0, 0, '', 0, NULL, 1 FROM rewards
			WHERE redeemed_at IS NOT NULL AND business_id IN (SELECT business FROM past_shops)
			UNION ALL
			SELECT k.business, l.local_day, k.owner || ((k.visits - 1) % 4), 0, 0, 0, 0, '', 1, k.customer || ' ' || b.local_day, 0
			FROM (
				SELECT p.business, p.owner, p.customer, p.visits, p.last_day, p.starts + (p.visits - 2) * p.span * 2 / 3 / p.visits AS last_before,
					p.starts + CASE WHEN p.visits > 11 THEN p.visits - 11 ELSE 0 END * p.span * 2 / 3 / p.visits AS first_before,
					CASE WHEN p.visits > 11 THEN 10 ELSE p.visits - 1 END AS days_before
				FROM past_people p WHERE p.comes_back
			) k JOIN past_days l ON l.d = k.last_day JOIN past_days b ON b.d = k.last_before
			WHERE k.last_day - k.last_before > 30 AND (k.last_day - k.last_before) * (k.days_before - 1) > 2 * (k.last_before - k.first_before)
		) counted GROUP BY business_id, local_day, user_id`,
		// The business may have had rewards before.
		`INSERT INTO reward_days (business_id, local_day, kind, earned, owed, delays)
		SELECT business_id, local_day, kind, sum(earned), sum(owed),
			coalesce(string_agg(CASE WHEN given > 0 THEN delay || ':' || given END, ' ' ORDER BY delay), '')
		FROM (
			SELECT r.business_id, CASE WHEN r.created_at < d.ends_at THEN d.local_day ELSE d.next_day END AS local_day, r.kind,
				coalesce(r.redeemed_at - r.created_at, 0) / 86400000 AS delay, count(*) AS earned,
				sum(CASE r.status WHEN 'PENDING' THEN 1 ELSE 0 END) AS owed, sum(CASE r.status WHEN 'REDEEMED' THEN 1 ELSE 0 END) AS given
			FROM rewards r JOIN past_days d ON d.utc_day = r.created_at / 86400000
			WHERE r.status <> 'CANCELLED' AND r.business_id IN (SELECT business FROM past_shops)
			GROUP BY 1, 2, 3, 4
		) earned GROUP BY business_id, local_day, kind`,
		`INSERT INTO day_count_progress (business_id, position, counted_from, version)
		SELECT business_id, max(position), '0001-01-01', 1 FROM events WHERE business_id IN (SELECT business FROM past_shops) GROUP BY business_id`,
		`INSERT INTO customer_steps (business_id, customer_id, origin, registered_at, is_archived, first_day, second_day, half_at, full_at,
			redeemed_at, months, rhythm, last_day)
		SELECT c.business_id, c.id, 'REGISTERED', c.created_at, c.archived_at IS NOT NULL, c.first_visit_day,
			d.second_day, r.half_at, r.full_at, r.redeemed_at, '1', NULL, d.last_day
		FROM customers c LEFT JOIN (
			SELECT v.business_id, v.customer_id, min(CASE WHEN v.local_day > p.first_visit_day THEN v.local_day END) AS second_day,
				max(v.local_day) AS last_day
			FROM visits v JOIN customers p ON p.business_id = v.business_id AND p.id = v.customer_id
			WHERE v.day_slot = 0 AND v.business_id IN (SELECT business FROM past_shops) GROUP BY v.business_id, v.customer_id
		) d ON d.business_id = c.business_id AND d.customer_id = c.id
		LEFT JOIN (
			SELECT business_id, customer_id, min(CASE WHEN kind = 'HALF' THEN created_at END) AS half_at,
				min(CASE WHEN kind = 'FREE' THEN created_at END) AS full_at, min(redeemed_at) AS redeemed_at
			FROM rewards WHERE status <> 'CANCELLED' AND kind IN ('HALF', 'FREE') GROUP BY business_id, customer_id
		) r ON r.business_id = c.business_id AND r.customer_id = c.id
		WHERE c.merged_into IS NULL AND c.discarded_at IS NULL AND c.business_id IN (SELECT business FROM past_shops)`,
		`INSERT INTO customer_step_progress (business_id, position, counted_to, is_complete, version)
		SELECT business_id, max(position), '', TRUE, 1 FROM events WHERE business_id IN (SELECT business FROM past_shops) GROUP BY business_id`,
		`INSERT INTO greetings (business_id, id, customer_id, user_id, absence, greeted_at, local_day, until_day)
		SELECT p.business, 'g' || n.n || p.tail, p.customer, CASE WHEN p.i % 100 <> 13 THEN p.owner || '2' END, 'LOST',
			b.opens_at + 3600000, b.local_day, b.local_day
		FROM past_people p CROSS JOIN past_numbers n JOIN past_days b ON b.d = p.starts - 1
		WHERE p.i % 10 = 3 AND n.n < 2 AND p.gone <> 'erased'`,
		`INSERT INTO message_usage (business_id, day, message_count) SELECT business, local_day, 5 FROM past_shops CROSS JOIN past_days WHERE d % 10 = 0 AND d < {day count}`,
		`INSERT INTO customer_texts (business_id, id, customer_id, text, received_at)
		SELECT p.business, 't' || n.n || p.tail, p.customer, '¿Tenéis hueco el jueves?', {now} - p.i * 60000 + n.n * 1000
		FROM past_people p CROSS JOIN past_numbers n WHERE p.i % 10 = 1 AND n.n < 3 AND p.gone = 'not'`,
		`INSERT INTO mails (business_id, id, customer_id, kind, address, sender, subject, text, created_at, expires_at, send_at)
		SELECT p.business, 'mail' || p.tail, p.customer, 'CODE', 'ana' || p.tail || '@correo.test', 'Barbería', 'Tu código', 'Es 123456.',
			{now} + p.i, {now} + 600000 + p.i, {now} + p.i FROM past_people p WHERE p.i % 10 = 1`,
		`INSERT INTO login_codes (scope, phone_key, requester_key, code_hash, tries_left, expires_at, business_id, customer_id)
		SELECT p.business, 'phone' || p.tail, 'asker' || p.tail, 'code' || p.tail, 5, {now} + p.i, p.business, p.customer FROM past_people p WHERE p.i % 100 = 1`,
		`INSERT INTO phone_proofs (code_hash, ticket_hash, scope, expires_at, business_id, customer_id)
		SELECT 'code' || p.tail, 'ticket' || p.tail, p.business, {now} + p.i, p.business, p.customer FROM past_people p WHERE p.i % 100 = 2`,
		`INSERT INTO revoked_qrs (business_id, qr_id, customer_id, ended_at)
		SELECT p.business, 'q' || p.tail, p.customer, {now} - p.i FROM past_people p WHERE p.i % 2 = 0 AND p.gone <> 'erased'`,
		`UPDATE customers SET qr_id = 'n' || id WHERE EXISTS (SELECT 1 FROM revoked_qrs e WHERE e.business_id = customers.business_id AND e.customer_id = customers.id)`,
		`INSERT INTO passes (business_id, customer_id, serial, digest, version, modified_at)
		SELECT p.business, p.customer, 'pass' || p.tail, 'says', p.i, {now} - p.i FROM past_people p WHERE p.i % 5 = 3 AND p.gone <> 'erased'`,
		`INSERT INTO passes (business_id, customer_id, serial, digest, version, modified_at, ended_at)
		SELECT p.business, p.customer, 'ended' || p.tail, 'says', p.i, {now} - p.i, {now} - p.i FROM past_people p WHERE p.i % 10 = 3 AND p.gone <> 'erased'`,
		`INSERT INTO pass_holders (business_id, customer_id, serial, holder, push_token, registered_at)
		SELECT p.business, p.customer, 'pass' || p.tail, 'telephone' || p.tail, 'token', {now} - p.i
		FROM past_people p WHERE p.i % 5 = 3 AND p.gone <> 'erased'`,
		`INSERT INTO google_passes (business_id, customer_id, serial, digest)
		SELECT p.business, p.customer, 'pass' || p.tail, 'says' FROM past_people p WHERE p.i % 5 = 3 AND p.gone <> 'erased'`,
		`INSERT INTO google_classes (business_id, digest) SELECT business, 'says' FROM past_shops`,
		`INSERT INTO handover_visits (business_id, id, device_id, key, customer_id, authorized, scanned_by, visited_at, received_at)
		SELECT p.business, 'h' || p.tail, 'tablet1', 'key' || p.tail, p.customer, FALSE, p.owner || '2', {now} - 120000 - p.i, {now} - p.i
		FROM past_people p WHERE p.i % 50 = 3`,
		`INSERT INTO notices (id, received_at, next_try_at, done_at)
		SELECT 'n' || p.tail, {now} - p.i, {now} - p.i, {now} - p.i FROM past_people p WHERE p.i % 10 = 3`,
		`INSERT INTO answered_message_ids (id, received_at) SELECT 'i' || p.tail, {now} - p.i FROM past_people p WHERE p.i % 10 = 3`,
		`INSERT INTO ended_sessions (id, expires_at) SELECT 's' || p.tail, {now} + p.i FROM past_people p WHERE p.i % 10 = 3`,
		`INSERT INTO portal_sessions (id, phone_key, device, opened_at, seen_at, expires_at)
		SELECT 'p' || p.tail, 'phone' || p.tail, 'Chrome en Android', {now} - p.i, {now} - p.i, {now} + p.i FROM past_people p WHERE p.i % 10 = 3`,
		`INSERT INTO business_keys (key, business_id, request, created_at) SELECT 'key' || business, business, '', {now} FROM past_shops`,
	}
}

func imports() []string {
	return []string{
		`INSERT INTO imports (business_id, id, file_name, state, version, run, position, rows_done, mapping, report, counts, undone,
			created_at, created_by, started_at, finished_at, undone_at, expires_at)
		SELECT s.business, 'import' || n.n, 'clientes' || n.n || '.csv', CASE n.n WHEN 0 THEN 'DONE' WHEN 1 THEN 'CHECKED' ELSE 'UNDONE' END,
			3, 2, 1, f.created + f.merged + f.skipped, '{}', '{"Rows":' || (f.created + f.merged + f.skipped) || ',"DateDecided":true}',
			'{"New":' || f.created || ',"Merged":' || f.merged || ',"Skipped":' || f.skipped || '}', '{"Removed":' || f.created || '}',
			{now} - 864000000, s.owner || '0', CASE WHEN n.n <> 1 THEN {now} - 863000000 END, CASE WHEN n.n <> 1 THEN {now} - 862000000 END,
			CASE WHEN n.n = 2 THEN {now} - 861000000 END, {now} + 1728000000 + s.shop
		FROM past_shops s CROSS JOIN past_numbers n JOIN (
			SELECT p.business, sum(CASE WHEN p.i % 50 = 4 THEN 1 ELSE 0 END) AS created,
				sum(CASE WHEN p.i % 5 = 4 AND p.i % 50 <> 4 AND p.gone = 'not' THEN 1 ELSE 0 END) AS merged,
				sum(CASE WHEN p.i % 10 = 8 THEN 1 ELSE 0 END) AS skipped
			FROM past_people p GROUP BY p.business
		) f ON f.business = s.business
		WHERE n.n < 3`,
		`INSERT INTO import_chunks (business_id, import_id, number, 
content)
		SELECT business, 'import1', n.n, 'Tm9tYnJlO1RlbMOpZm9ubwo=' FROM past_shops CROSS JOIN past_numbers n WHERE n.n < 
10`,
		`INSERT INTO 
import_rows (business_id, import_id, run, number, customer_id, effect)
		SELECT p.business, 'import0', 2, p.i, p.customer, CASE WHEN p.i % 50 = 4 THEN '{"created":true,"version":1' ELSE '{"version":2' END ||
			CASE WHEN p.i % 20 = 4 THEN ',"adjustment":"o' || p.customer || '"' ELSE '' END || ',"filled":{}}'
		FROM past_people p WHERE p.i % 50 = 
4 OR p.i % 5 = 4 AND p.gone = 'not'`,
		`INSERT INTO import_rows (business_id, import_id, run, number, reason, cells)
		SELECT p.business, 'import' || n.n, 2, p.i, 'Falta el teléfono.', '["Ana",""]'
		FROM past_people p CROSS JOIN past_numbers n WHERE n.n < 2 AND p.i % 10 = 8`,
		`INSERT INTO adjustments (business_id, id, kind, customer_id, card_id, stamps, stamps_after, note, created_at, created_by)
		SELECT p.business, 'o' || p.customer, 'OPENING', p.customer, p.card, 0, 0, 'Importado de un archivo', {now} - 862500000, p.owner || '0'
		FROM past_people p WHERE p.i % 20 = 4 AND p.gone = 'not'`,
		`INSERT INTO import_claims (business_id, import_id, customer_id, number, header, value, file_name, claimed_at)
		SELECT p.business, 'import0', p.customer, 0, 'Acepta promociones', 'Sí', 'clientes0.csv', {now} - 862500000
		FROM past_people p WHERE p.i % 10 = 4 AND p.gone = 'not'`,
	}
}
