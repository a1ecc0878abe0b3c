package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
	"axioma/internal/store/copying"
	"axioma/internal/store/storetest"
)

func seal(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	if err := shop.Cases.Chains.Seal(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func findChainFaults(t *testing.T, shop *servicetest.Shop, against ...store.ChainHead) []string {
	t.Helper()
	differences := []string{}
	count, err := shop.Store.CheckChain(t.Context(), store.ChainCheck{Now: shop.Clock.Now(), Against: against, Report: func(_, difference string) error {
		differences = append(differences, difference)
		return nil
	}})
	if err != nil || int(count) != len(differences) {
		t.Fatalf("the count is %d, but %d differences were listed, %v", len(differences), count, err)
	}
	return differences
}

func readChainHeads(t *testing.T, shop *servicetest.Shop) (heads []store.ChainHead) {
	t.Helper()
	err := shop.Store.SurveyPlatform(t.Context(), func(tx *store.PlatformTx) (err error) {
		heads, err = tx.Businesses().ChainHeads()
		return err
	})
	if err != nil || len(heads) == 0 {
		t.Fatalf("got the heads %v, %v; want at least one", heads, err)
	}
	return heads
}

// newSealedShop returns a shop of two customers with visits, a deleted visit, an owed and a redeemed reward, sealed in
// at least three blocks.
func newSealedShop(t *testing.T) (shop *servicetest.Shop, ana, eva loyalty.Customer) {
	t.Helper()
	shop = servicetest.NewTown(t).Shop(t, func(b *loyalty.Business) { b.VisitTarget, b.HalfRewardEnabled = 4, true })
	ana, eva = shop.Customer("Ana"), shop.Customer("Eva")
	shop.Visits(eva, 2)
	shop.Clock.Advance(24 * time.Hour)
	shop.Delete(shop.Visit(ana))
	seal(t, shop)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visits(ana, 4)
	if _, err := shop.Redeem(ana, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	seal(t, shop)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(eva)
	seal(t, shop)
	if differences := findChainFaults(t, shop, readChainHeads(t, shop)...); len(differences) > 0 {
		t.Fatalf("before any change: %q, want none", differences)
	}
	return shop, ana, eva
}

type tampering struct {
	name       string
	statements []string
	finds      []string
}

// columnTamperings returns a change of each column.
func columnTamperings(table, where, name string, numbers, texts []string) (all []tampering) {
	change := func(column, value string) {
		all = append(all, tampering{
			name: fmt.Sprintf("%s.%s is %s", table, column, value), statements: []string{fmt.Sprintf("UPDATE %s SET %s = %s WHERE %s", table, column, value, where)},
			finds: []string{name + " is not as it was sealed"},
		})
	}
	for _, column := range numbers {
		change(column, "coalesce("+column+", 0) + 1")
	}
	for _, column := range texts {
		change(column, "coalesce("+column+", '') || 'x'")
	}
	return all
}

func TestChain_ChangeByHand_IsNamed(t *testing.T) {
	t.Parallel()
	shop, ana, eva := newSealedShop(t)
	one := func(query string, args ...any) string { return shop.Database.Rows(t, fmt.Sprintf(query, args...))[0] }
	visit := one("SELECT id FROM visits WHERE customer_id = '%s' AND deleted_at IS NULL ORDER BY id", ana.ID)
	other := one("SELECT id FROM visits WHERE customer_id = '%s' AND deleted_at IS NULL ORDER BY id", eva.ID)
	deletedVisit := one("SELECT id FROM visits WHERE deleted_at IS NOT NULL")
	redeemedReward := one("SELECT id FROM rewards WHERE redeemed_at IS NOT NULL")
	owed := one("SELECT id FROM rewards WHERE status = 'PENDING' AND customer_id = '%s'", ana.ID)
	position := one("SELECT max(position) FROM events WHERE visit_id = '%s'", visit)
	event := "event " + position + "/" + one("SELECT max(number) FROM events WHERE position = %s AND visit_id = '%s'", position, visit)
	isTheEvent := fmt.Sprintf("position = %s AND visit_id = '%s'", position, visit)

	all := slices.Concat(
		columnTamperings("visits", "id = '"+visit+"'", "visit "+visit,
			[]string{"visited_at", "stamp_number", "card_target", "card_half", "received_at", "clock_skew_ms"},
			[]string{"local_day", "registered_by", "device_id", "customer_id", "card_id", "authorized_by", "deleted_by"}),
		columnTamperings("rewards", "id = '"+redeemedReward+"'", "reward "+redeemedReward,
			[]string{"milestone", "created_at", "redeemed_at"},
			[]string{"customer_id", "promise", "card_id", "redeemed_day", "redeemed_customer_id", "redeemed_by"}),
		columnTamperings("events", isTheEvent, event, []string{"at"},
			[]string{"kind", "customer_id", "family_id", "card_id", "visit_id", "reward_id", "local_day"}),
	)
	set := func(name, statement string, finds ...string) {
		all = append(all, tampering{name, strings.Split(statement, ";"), finds})
	}
	set("past day", "UPDATE visits SET past_day = NOT past_day WHERE id = '"+visit+"'", "visit "+visit+" is not")
	set("no authorization", "UPDATE visits SET authorized_by = '' WHERE id = '"+visit+"'", "visit "+visit+" is not")
	set("kind of a reward", "UPDATE rewards SET kind = 'FREE', milestone = 99 WHERE id = '"+redeemedReward+"'", "reward "+redeemedReward+" is not")
	set("owed again", "UPDATE rewards SET status = 'PENDING', redeemed_at = NULL, redeemed_day = NULL, redeemed_customer_id = NULL, redeemed_by = NULL WHERE id = '"+redeemedReward+"'", "reward "+redeemedReward+" is not")
	set("redeemed", fmt.Sprintf("UPDATE rewards SET status = 'REDEEMED', redeemed_at = 1, redeemed_day = '2026-03-26', redeemed_customer_id = '%s', redeemed_by = '%s' WHERE id = '%s'", ana.ID, shop.Barber.UserID, owed), "reward "+owed+" is not")
	set("time of a deletion", "UPDATE visits SET deleted_at = deleted_at + 1 WHERE id = '"+deletedVisit+"'", "visit "+deletedVisit+" is not")
	set("a visit is deleted", "UPDATE visits SET deleted_at = 1, day_slot = NULL WHERE id = '"+visit+"'", "visit "+visit+" is not")
	set("a deleted visit counts", "UPDATE visits SET deleted_at = NULL, deleted_by = NULL, day_slot = 99 WHERE id = '"+deletedVisit+"'", "visit "+deletedVisit+" is not")
	set("missing visit", "DELETE FROM visits WHERE id = '"+visit+"'", "visit "+visit+" is missing")
	set("missing reward", "DELETE FROM rewards WHERE id = '"+owed+"'", "reward "+owed+" is missing")
	set("missing event", "DELETE FROM events WHERE "+isTheEvent, event+" is missing")
	set("another id", "UPDATE visits SET id = 'another' WHERE id = '"+visit+"'", "visit "+visit+" is missing", "visit another exists, but was never sealed")
	set("added visit", `INSERT INTO visits (business_id, id, customer_id, card_id, visited_at, local_day, day_slot, stamp_number, card_target, card_half, registered_by)
		SELECT business_id, 'added', customer_id, card_id, visited_at, '2026-01-01', 0, 9, card_target, card_half, registered_by FROM visits WHERE id = '`+visit+`'`, "visit added exists")
	set("added reward", `INSERT INTO rewards (business_id, id, card_id, customer_id, kind, status, milestone, created_at)
		SELECT business_id, 'added', card_id, customer_id, kind, 'PENDING', 77, created_at FROM rewards WHERE id = '`+redeemedReward+`'`, "reward added exists")
	set("added event", "INSERT INTO events (business_id, position, number, kind, at) SELECT business_id, position - 1, 77, kind, at FROM events WHERE "+isTheEvent, "/77 exists, but was never sealed")
	set("visits of two customers, exchanged", fmt.Sprintf("UPDATE visits SET customer_id = CASE WHEN id = '%s' THEN '%s' ELSE '%s' END, day_slot = 90 WHERE id IN ('%s', '%s')", visit, eva.ID, ana.ID, visit, other),
		"visit "+visit+" is not", "visit "+other+" is not")
	set("seals of a block", "UPDATE chain_blocks SET row_seals = '' WHERE number = 2", "block 2 of the hash chain was changed")
	set("seals that cannot be read", "UPDATE chain_blocks SET row_seals = '?' WHERE number = 2", "block 2 of the hash chain was changed")
	set("seals of new events removed", "UPDATE chain_blocks SET event_seals = '' WHERE number = 1", "block 1 of the hash chain has lost")
	set("seals of events", "UPDATE chain_blocks SET event_seals = substr(event_seals, 1, 100) WHERE number = 1", "block 1 of the hash chain was changed")
	for _, column := range []string{"sealed_at", "newest_event"} {
		set("block: "+column, "UPDATE chain_blocks SET "+column+" = "+column+" + 1 WHERE number = 2", "block 2 of the hash chain was changed")
	}
	for _, column := range []string{"events_hash", "rows_hash", "hash"} {
		set("block: "+column, "UPDATE chain_blocks SET "+column+" = "+column+" || '0' WHERE number = 2", "block 2 of the hash chain was changed")
	}
	set("block: previous", "UPDATE chain_blocks SET previous = '' WHERE number = 2", "block 2 of the hash chain does not follow")
	set("block removed", "DELETE FROM chain_blocks WHERE number = 2", "block 3 of the hash chain does not follow")
	set("first block removed", "DELETE FROM chain_blocks WHERE number = 1", "block 2 of the hash chain does not follow")
	for _, change := range all {
		undo := restoreTables(t, shop, "visits", "rewards", "events", "chain_blocks")
		shop.Database.Corrupt(t, change.statements...)
		differences := findChainFaults(t, shop)
		for _, want := range change.finds {
			if !slices.ContainsFunc(differences, func(line string) bool { return strings.Contains(line, want) }) {
				t.Errorf("%s: want %q, found %q", change.name, want, differences)
			}
		}
		undo()
		if remaining := findChainFaults(t, shop); len(remaining) > 0 {
			t.Fatalf("%s: differences after the repair: %q; want none", change.name, remaining)
		}
	}
}

// A row that was removed before it was sealed has left its event.
func TestChain_RowRemovedBeforeItIsSealed_IsNamed(t *testing.T) {
	t.Parallel()
	shop, ana, _ := newSealedShop(t)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visits(ana, 4)
	one := func(query string) string { return shop.Database.Rows(t, query)[0] }
	visit := one("SELECT visit_id FROM events WHERE visit_id IS NOT NULL ORDER BY position DESC, number LIMIT 1")
	reward := one("SELECT reward_id FROM events WHERE reward_id IS NOT NULL ORDER BY position DESC, number LIMIT 1")
	shop.Database.Corrupt(t, "DELETE FROM visits WHERE id = '"+visit+"'", "DELETE FROM rewards WHERE id = '"+reward+"'")
	seal(t, shop)
	differences := strings.Join(findChainFaults(t, shop), "; ")
	for _, want := range []string{"visit " + visit + " is missing, though events", "reward " + reward + " is missing, though events"} {
		if !strings.Contains(differences, want) {
			t.Errorf("want %q, found %q", want, differences)
		}
	}
}

func restoreTables(t *testing.T, shop *servicetest.Shop, tables ...string) (undo func()) {
	t.Helper()
	var remember, back, forget []string
	for _, table := range tables {
		remember = append(remember, fmt.Sprintf("CREATE TABLE kept_%s AS SELECT * FROM %s", table, table))
		back = append(back, "DELETE FROM "+table, fmt.Sprintf("INSERT INTO %s SELECT * FROM kept_%s", table, table))
		forget = append(forget, "DROP TABLE kept_"+table)
	}
	shop.Database.Corrupt(t, remember...)
	return func() {
		t.Helper()
		shop.Database.Corrupt(t, append(back, forget...)...)
	}
}

// An account that can write everything can also seal everything again. The manifest of a backup, kept elsewhere,
// reveals that.
func TestChain_RewrittenChain_DiffersFromManifest(t *testing.T) {
	t.Parallel()
	for name, condition := range map[string]string{"all of it": "number >= 1", "the end": "number >= 3"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop, ana, eva := newSealedShop(t)
			backup := readChainHeads(t, shop)
			shop.Database.Corrupt(t, "DELETE FROM chain_blocks WHERE "+condition)
			if differences := findChainFaults(t, shop, backup...); len(differences) != 1 || !strings.Contains(differences[0], "has no block") {
				t.Errorf("a chain that is shorter than in the backup: found %q, want one missing block", differences)
			}
			shop.Database.Corrupt(t, "UPDATE visits SET stamp_number = 33 WHERE stamp_number = 3 AND customer_id = '"+eva.ID+"'")
			for seal(t, shop); readChainHeads(t, shop)[0].Number < backup[0].Number; seal(t, shop) {
				shop.Clock.Advance(24 * time.Hour)
				shop.Visit(ana)
			}
			if differences := findChainFaults(t, shop); len(differences) > 0 {
				t.Errorf("without the manifest: %q; want none", differences)
			}
			if differences := findChainFaults(t, shop, backup...); len(differences) != 1 || !strings.Contains(differences[0], "differs from that of the backup") {
				t.Errorf("with the manifest: %q; want a difference from the backup", differences)
			}
		})
	}
}

func TestChain_ManyTamperedRows_EachIsNamed(t *testing.T) {
	t.Parallel()
	rows := 10_000
	if storetest.IsPostgres() && servicetest.Effort() == 1 {
		rows = 1_000 // at night 10,000
	}
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	servicetest.CopyVisit(t, shop, rows)
	seal(t, shop)
	if differences := findChainFaults(t, shop); len(differences) > 0 {
		t.Fatalf("before any change: %q; want none", differences[:1])
	}
	shop.Database.Corrupt(t,
		"UPDATE visits SET visited_at = visited_at - 1 WHERE id LIKE 'old-%'",
		"DELETE FROM visits WHERE id LIKE 'old-%7'")
	namedRows := map[string]bool{}
	for _, line := range findChainFaults(t, shop) {
		namedRows[strings.Fields(line)[1]] = true
	}
	for i := 1; i <= rows; i++ {
		if id := fmt.Sprintf("old-%d", i); !namedRows[id] {
			t.Fatalf("the differences do not name %s", id)
		}
	}
	if len(namedRows) != rows {
		t.Errorf("the differences name %d rows, want %d", len(namedRows), rows)
	}
}

// Backups, moves and restores copy rows to another engine, and `axioma partition` divides tables.
func TestChain_CopiedDatabase_MatchesStill(t *testing.T) {
	t.Parallel()
	shop, _, _ := newSealedShop(t)
	file, server := storetest.NewFile(t), storetest.New(t)
	for _, pair := range []struct{ from, to storetest.Database }{{shop.Database, file}, {file, server}} {
		if _, err := copying.CopyRows(t.Context(), pair.from.Location(), pair.to.Location()); err != nil {
			t.Fatal(err)
		}
	}
	if server.URL != "" {
		if _, err := store.PartitionByBusiness(t.Context(), server.Location(), 2); err != nil {
			t.Fatal(err)
		}
	}
	backup, err := store.ChainHeads(t.Context(), file.Folder)
	if err != nil || !slices.Equal(backup, readChainHeads(t, shop)) {
		t.Errorf("the heads of the copy are %v, %v; want %v", backup, err, readChainHeads(t, shop))
	}
	for _, database := range []storetest.Database{file, server} {
		count, err := database.Open(t).CheckChain(t.Context(), store.ChainCheck{Now: shop.Clock.Now(), Against: backup, Report: func(_, difference string) error {
			t.Error(difference)
			return nil
		}})
		if err != nil || count > 0 {
			t.Errorf("%d differences, %v; want none", count, err)
		}
	}
}
