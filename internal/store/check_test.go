package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// breach is a row that only a bug could write.
type breach struct {
	rule       string
	statements []string
	names      string
}

func breaches(shop *servicetest.Shop, ana loyalty.Customer, visit loyalty.Visit, reward string, family loyalty.Family) []breach {
	at := func(format string, args ...any) []string { return []string{fmt.Sprintf(format, args...)} }
	business := shop.Business.ID
	importStatements := completeImport(shop, ana)
	breakImport := func(change string) []string {
		return append(slices.Clone(importStatements), "UPDATE imports SET "+change)
	}
	return []breach{
		{"a card's stamps equal", at("UPDATE cards SET stamps = 9 WHERE id = '%s'", visit.CardID), visit.CardID},
		{"a card's stamps equal", at("UPDATE visits SET deleted_at = 1, day_slot = NULL WHERE id = '%s'", visit.ID), visit.CardID},
		{"a customer's visit count equals their visits", at("UPDATE customers SET visits_count = 9 WHERE id = '%s'", ana.ID), ana.ID},
		{"a customer's first day is that of their first visit", at("UPDATE customers SET first_visit_day = '2020-01-01' WHERE id = '%s'", ana.ID), ana.ID},
		{"a customer's first day is that of their first visit", at("UPDATE customers SET first_visit_day = NULL WHERE id = '%s'", ana.ID), ana.ID},
		{"a stored rhythm", at("UPDATE customers SET rhythm = '2020-01-01 2020-01-09 3' WHERE id = '%s'", ana.ID), ana.ID},
		{"the stored counts of each day", at("INSERT INTO day_count_progress (business_id, position, counted_from, version) VALUES ('%s', 4611686018427387904, '2026-01-01', 1)", business), shop.Barber.UserID},
		{"the stored counts of each day", append(
			at("INSERT INTO day_count_progress (business_id, position, counted_from, version) VALUES ('%s', 4611686018427387904, '2031-01-01', 1)", business),
			at(`INSERT INTO staff_days (business_id, local_day, user_id, visits, new_customers, returned, returned_same, third_visits, authorized, undone, deleted,
				customers, recovered) VALUES ('%s', '2031-01-01', '%s', 0, 0, 0, 0, 0, 0, 0, 0, '', 1)`, business, shop.Barber.UserID)...), shop.Barber.UserID},
		{"the stored steps of each customer", at("INSERT INTO customer_step_progress (business_id, position, counted_to, is_complete, version) VALUES ('%s', 4611686018427387904, '', TRUE, 1)", business), ana.ID},
		{"the stored steps of each customer", append(
			at("INSERT INTO customer_step_progress (business_id, position, counted_to, is_complete, version) VALUES ('%s', 4611686018427387904, '', TRUE, 1)", business),
			at(`INSERT INTO customer_steps (business_id, customer_id, origin, registered_at, is_archived, first_day, second_day, months)
				SELECT business_id, id, 'REGISTERED', created_at, FALSE, first_visit_day, '2031-01-01', '1' FROM customers WHERE business_id = '%s'`, business)...), ana.ID},
		{"every earned milestone has exactly one reward", at("DELETE FROM rewards WHERE id = '%s'", reward), visit.ID},
		{"every earned milestone has exactly one reward", at("UPDATE rewards SET kind = 'FREE' WHERE id = '%s'", reward), visit.ID},
		{"every message has an existing kind", at("INSERT INTO messages (business_id, id, phone, kind, text, status, created_at) VALUES ('%s', 'strange', '+34600000000', 'otp', '', 'SENT', 1)", business), "strange"},
		{"every reward has an existing kind", at("UPDATE rewards SET kind = 'half' WHERE id = '%s'", reward), reward},
		{"no reward is owed above the stamps", at("UPDATE rewards SET milestone = 50 WHERE id = '%s'", reward), reward},
		{"no reached reward is withheld", at("UPDATE rewards SET status = 'CANCELLED' WHERE id = '%s'", reward), reward},
		{"a visit was received after it happened", at("UPDATE visits SET received_at = visited_at - 1 WHERE id = '%s'", visit.ID), visit.ID},
		{"a visit was received after it happened", at("UPDATE visits SET received_at = visited_at + 2592000001 WHERE id = '%s'", visit.ID), visit.ID},
		{"only a redeemed reward has the customer", at("UPDATE rewards SET redeemed_by = '%s' WHERE id = '%s'", shop.Barber.UserID, reward), reward},
		{"only a redeemed reward has the customer", at("UPDATE rewards SET status = 'REDEEMED', redeemed_at = 1, redeemed_day = '2026-03-26', redeemed_customer_id = '%s' WHERE id = '%s'", ana.ID, reward), reward},
		{"the audit trail has each redemption", at("UPDATE rewards SET status = 'REDEEMED', redeemed_at = 1, redeemed_day = '2026-03-26', redeemed_customer_id = '%s', redeemed_by = '%s' WHERE id = '%s'", ana.ID, shop.Barber.UserID, reward), reward},
		{"the audit trail has each redemption", at("INSERT INTO audit_events (business_id, id, at, action, subject_id) VALUES ('%s', 'z', 1, 'reward.taken-back', '%s')", business, reward), reward},
		{"every visit belongs to a customer and a card of the same business", at("UPDATE visits SET card_id = 'elsewhere' WHERE id = '%s'", visit.ID), visit.ID},
		{"every visit belongs to a customer and a card of the same business", at("UPDATE visits SET customer_id = 'elsewhere' WHERE id = '%s'", visit.ID), visit.ID},
		{"every reward belongs to a customer and a card of the same business", at("UPDATE rewards SET card_id = 'elsewhere' WHERE id = '%s'", reward), reward},
		{"every reward belongs to a customer and a card of the same business", at("UPDATE rewards SET customer_id = 'elsewhere' WHERE id = '%s'", reward), reward},
		{"every customer has a card", at("DELETE FROM cards WHERE business_id = '%s' AND customer_id = '%s'", business, ana.ID), ana.ID},
		{"a visit stamps its customer's own card or a family's", at("UPDATE cards SET customer_id = 'elsewhere' WHERE id = '%s'", visit.CardID), visit.ID},
		{"every family has a card", at("DELETE FROM cards WHERE family_id = '%s'", family.ID), family.ID},
		{"a deleted family has no members", at("UPDATE families SET archived_at = 1 WHERE id = '%s'", family.ID), family.ID},
		{"an archived customer is in no family", at("UPDATE customers SET archived_at = 1 WHERE family_id = '%s'", family.ID), family.ID},
		{"no personal data of an erased customer are left", at("INSERT INTO erasures (business_id, customer_id, requested_at, due_at) VALUES ('%s', '%s', 1, 1)", business, ana.ID), ana.ID},
		{"one consent entry per customer and purpose is in force", at("UPDATE consents SET replaced_at = 1 WHERE customer_id = '%s'", ana.ID), ana.ID},
		{"the usual cut is kept with consent", at("UPDATE customers SET usual_note = 'Al 1' WHERE id = '%s'", ana.ID), ana.ID},
		{"the usual cut is kept with consent", append(pictures(shop, ana, 4), consentTo(shop, ana)), ana.ID + " has 4 pictures"},
		{"the usual cut is kept with consent", pictures(shop, ana, 1), ana.ID},
		{"a visit names a device", at("UPDATE visits SET device_id = 'elsewhere' WHERE id = '%s'", visit.ID), visit.ID},
		{"a handed-over visit that was registered", handoverRows(shop, ana, "'REGISTERED', '"+visit.ID+"', 1, '"+shop.Owner.UserID+"'"), visit.ID},
		{"a visit that waits for the owner names the user who registered it", at(`INSERT INTO handover_visits
			(business_id, id, key, customer_id, authorized, visited_at, received_at) VALUES ('%s', 'handed', 'k', '%s', FALSE, 1, 2)`, business, ana.ID), "handed"},
		{"only a revoked device hands over visits", handoverRows(shop, ana, "NULL, NULL, NULL, NULL"), "handed"},
		{"the rows of an import match its counts", breakImport("rows_done = 3"), "imported"},
		{"the rows of an import match its counts", breakImport(`report = '{"Rows":3}'`), "imported"},
		{"the rows of an import match its counts", breakImport(`counts = '{"New":0,"Merged":1,"Skipped":1,"OpeningStamps":4}'`), "imported"},
		{"the rows of an import match its counts", breakImport(`counts = '{"New":1,"Merged":1,"OpeningStamps":4}'`), "imported"},
		{"the rows of an import match its counts", breakImport(`counts = '{"New":1,"Skipped":1,"OpeningStamps":5}'`), "imported"},
		{"the rows of an import match its counts", append(importStatements, "DELETE FROM import_rows WHERE reason IS NOT NULL"), "imported"},
		{"the rows of an import match its counts", append(importStatements, "DELETE FROM import_rows WHERE effect IS NOT NULL"), "imported"},
		{"the rows of an import match its counts", append(importStatements, "DELETE FROM adjustments WHERE kind = 'OPENING'"), "imported"},
		{"an undone import left only what its result counts", breakImport("state = 'UNDONE'"), "imported"},
		{"an undone import left only what its result counts", append(breakImport("state = 'UNDONE'"), "DELETE FROM import_rows"), "imported"},
		{"every row of an import and every claim", append(importStatements, "UPDATE import_rows SET customer_id = 'elsewhere' WHERE effect IS NOT NULL"), "imported"},
		{"every row of an import and every claim", append(importStatements, "UPDATE import_claims SET customer_id = 'elsewhere'"), "elsewhere"},
		{"a row of an import was rejected, or records", append(importStatements, "UPDATE import_rows SET reason = 'x' WHERE effect IS NOT NULL"), "imported"},
		{"a row of an import was rejected, or records", append(importStatements, "UPDATE import_rows SET effect = NULL"), "imported"},
		{"a business under restore", at(`INSERT INTO data_jobs (business_id, claim, lease_until, rollback_data) VALUES ('%s', 'x', 1, '{"status":"ACTIVE"}')`, business), "ACTIVE"},
		{"a business under restore", append(at(`INSERT INTO data_jobs (business_id, claim, lease_until, rollback_data) VALUES ('%s', 'x', 1, '{}')`, business),
			at("UPDATE businesses SET status = 'SUSPENDED' WHERE id = '%s'", business)...), "SUSPENDED"},
		{"a day with visits has exactly one without authorization", at("UPDATE visits SET day_slot = 100 WHERE customer_id = '%s' AND day_slot = 0", ana.ID), ana.ID},
	}
}

// completeImport has one row with a new customer and stamps, a rejected row and a claim, and keeps the rules.
func completeImport(shop *servicetest.Shop, ana loyalty.Customer) []string {
	at := func(format string, args ...any) string { return fmt.Sprintf(format, args...) }
	business, owner := shop.Business.ID, shop.Owner.UserID
	card := at("SELECT id FROM cards WHERE business_id = '%s' AND customer_id = '%s'", business, ana.ID)
	statements := []string{
		at(`INSERT INTO imports (business_id, id, file_name, state, version, run, position, rows_done, mapping, report, counts, undone, created_at, created_by,
			started_at, finished_at, expires_at) VALUES ('%s', 'imported', 'x.csv', 'DONE', 3, 2, 2, 2, '{}', '{"Rows":2}',
			'{"New":1,"Skipped":1,"OpeningStamps":4}', '{}', 1, '%s', 2, 3, 4)`, business, owner),
		at(`INSERT INTO adjustments (business_id, id, kind, customer_id, card_id, stamps, stamps_after, created_at, created_by)
			VALUES ('%s', 'opened', 'OPENING', '%s', (%s), 4, 4, 2, '%s')`, business, ana.ID, card, owner),
		at("UPDATE cards SET stamps = stamps + 4 WHERE id = (%s)", card),
		at(`INSERT INTO import_rows (business_id, import_id, run, number, customer_id, effect)
			VALUES ('%s', 'imported', 2, 2, '%s', '{"created":true,"version":1,"adjustment":"opened","filled":{}}')`, business, ana.ID),
		at(`INSERT INTO import_rows (business_id, import_id, run, number, reason, cells) VALUES ('%s', 'imported', 2, 3, 'Falta el nombre.', '[]')`, business),
		at(`INSERT INTO import_claims (business_id, import_id, customer_id, number, header, value, file_name, claimed_at)
			VALUES ('%s', 'imported', '%s', 0, 'Acepta', 'Sí', 'x.csv', 2)`, business, ana.ID),
	}
	return slices.Clip(statements)
}

func TestCheck_CompleteImport_KeepsEachRule(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Database.Corrupt(t, completeImport(shop, ana)...)
	shop.MustHoldInvariants(t)
	shop.Database.Corrupt(t, fmt.Sprintf(`INSERT INTO erasures (business_id, customer_id, requested_at, due_at, erased_at)
		VALUES ('%s', 'gone', 1, 2, 3)`, shop.Business.ID), "UPDATE import_rows SET effect = '{\"version\":2}' WHERE effect IS NOT NULL")
	got, err := shop.Store.Check(t.Context())
	if err != nil || got.Rows != 0 {
		t.Errorf("an import whose customer was erased counts as a breach: %v, %q", err, got.First)
	}
}

func pictures(shop *servicetest.Shop, ana loyalty.Customer, count int) []string {
	statements := []string{}
	for i := range count {
		statements = append(statements, fmt.Sprintf(`INSERT INTO usual_pictures
			(business_id, customer_id, id, taken_at, taken_by, width, height, picture) VALUES ('%s', '%s', 'p%d', 1, '%s', 64, 64, '/9j/')`,
			shop.Business.ID, ana.ID, i, shop.Owner.UserID))
	}
	return statements
}

func consentTo(shop *servicetest.Shop, ana loyalty.Customer) string {
	return fmt.Sprintf(`INSERT INTO consents (business_id, id, customer_id, kind, granted, given_at, form, text_version)
		VALUES ('%s', 'usual', '%s', 'USUAL', TRUE, 1, 'STAFF', '')`, shop.Business.ID, ana.ID)
}

func handoverRows(shop *servicetest.Shop, ana loyalty.Customer, outcome string) []string {
	return []string{
		fmt.Sprintf(`INSERT INTO devices (business_id, id, name, created_at, created_by, outbox_count)
			VALUES ('%s', 'tablet', 'Tablet', 1, '%s', 0)`, shop.Business.ID, shop.Owner.UserID),
		fmt.Sprintf(`INSERT INTO handover_visits (business_id, id, device_id, key, customer_id, authorized, visited_at, received_at,
			outcome, visit_id, settled_at, settled_by) VALUES ('%s', 'handed', 'tablet', 'k', '%s', FALSE, 1, 2, %s)`,
			shop.Business.ID, ana.ID, outcome),
	}
}

func TestCheck_EachBreach_NamesRuleAndRow(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	foundRules := map[string]bool{}
	for i, all := 0, 1; i < all; i++ {
		town.Database.Wipe(t)
		shop := town.Shop(t)
		ana, berta := shop.Register("Ana"), shop.Customer("Berta")
		family := shop.Family(loyalty.PolicyPool, berta)
		shop.Visit(berta)
		fifth := shop.Visits(ana, 5)
		town.MustHoldInvariants(t)
		every := breaches(shop, ana, fifth.Visit, fifth.NewReward.ID, family)
		b := every[i]
		all = len(every)
		town.Database.Corrupt(t, b.statements...)
		got, err := town.Store.Check(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		names := func(line string) bool {
			return strings.HasPrefix(line, b.rule) && strings.Contains(line, b.names) && strings.Contains(line, shop.Business.ID)
		}
		if !slices.ContainsFunc(got.First, names) {
			t.Errorf("%s\nwas not found; check found %q", b.statements, got.First)
		}
		foundRules[b.rule] = true
	}
	if len(foundRules) < 14 {
		t.Errorf("%d rules were tried, want at least 14", len(foundRules))
	}
}

// The test writes without the store.
func TestSchema_RowsOfAnotherBusiness_AreRefused(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	ours, theirs := town.Shop(t), town.Shop(t)
	ana, berta := ours.Customer("Ana"), theirs.Customer("Berta")
	anasCard, bertasCard := ours.Progress(ana).Card.ID, theirs.Progress(berta).Card.ID
	family := theirs.Family(loyalty.PolicyPool)
	shop, user := ours.Business.ID, ours.Barber.UserID
	visit := func(id, customer, card string) string {
		return fmt.Sprintf("INSERT INTO visits (business_id, id, customer_id, card_id, visited_at, local_day, day_slot, stamp_number, card_target, card_half, registered_by) "+
			"VALUES ('%s', '%s', '%s', '%s', 1, '2026-01-01', 0, 1, 10, 5, '%s')", shop, id, customer, card, user)
	}
	reward := func(id, customer, card string) string {
		return fmt.Sprintf("INSERT INTO rewards (business_id, id, card_id, customer_id, kind, status, milestone, created_at) "+
			"VALUES ('%s', '%s', '%s', '%s', 'FREE', 'PENDING', 99, 1)", shop, id, card, customer)
	}
	for name, statement := range map[string]string{
		"a visit of a foreign customer":         visit("v1", berta.ID, anasCard),
		"a visit on a foreign card":             visit("v1", ana.ID, bertasCard),
		"a visit without a customer":            visit("v1", "unknown", anasCard),
		"a reward of a foreign customer":        reward("r1", berta.ID, anasCard),
		"a reward on a foreign card":            reward("r1", ana.ID, bertasCard),
		"a place in a foreign family":           fmt.Sprintf("UPDATE customers SET family_id = '%s', family_role = 'ADULT' WHERE id = '%s'", family.ID, ana.ID),
		"a second card of a customer":           fmt.Sprintf("INSERT INTO cards (business_id, id, customer_id, stamps) VALUES ('%s', 'c1', '%s', 0)", shop, ana.ID),
		"a card without an owner":               fmt.Sprintf("INSERT INTO cards (business_id, id, stamps) VALUES ('%s', 'c1', 0)", shop),
		"stamps below zero":                     fmt.Sprintf("UPDATE cards SET stamps = -1 WHERE id = '%s'", anasCard),
		"a barber without a business":           "INSERT INTO users (id, email, name, role, password_hash, token_version, created_at) VALUES ('u', 'u', 'u', 'BARBER', '', 1, 1)",
		"an operator of a business":             fmt.Sprintf("UPDATE users SET role = 'SUPERADMIN' WHERE id = '%s'", user),
		"a customer of no business":             "INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at) VALUES ('none', 'x', 'x', 'x', '', 0, 1)",
		"the id of another business's customer": fmt.Sprintf("INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at) VALUES ('%s', '%s', 'x', 'x', '', 0, 1)", shop, berta.ID),
	} {
		if err := town.Database.Try(t, statement); err == nil || !strings.Contains(err.Error(), "constraint") {
			t.Errorf("%s: got %v, want a broken constraint", name, err)
		}
	}
	for name, statement := range map[string]string{"a visit": visit("v1", ana.ID, anasCard), "a reward": reward("r1", ana.ID, anasCard)} {
		if err := town.Database.Try(t, statement); err != nil {
			t.Errorf("%s of the own business was refused: %v", name, err)
		}
	}
	if err := town.Database.Try(t, visit("v2", ana.ID, anasCard)); err == nil {
		t.Error("a second visit on the same day was written")
	}
}
