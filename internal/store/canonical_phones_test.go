package store_test

import (
	"slices"
	"strings"
	"testing"

	"axioma/internal/store/storetest"
)

// Two records with one phone stay two records.
func TestMigration_PhonesInTheirSecondForm_BecomeCanonicalWhereFree(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.DropTables(t)
	steps := stepsOf(t, database)
	const before = 45
	if err := steps.To(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	shop := steps.writeShop(before).name
	customers := steps.rows("SELECT id FROM customers WHERE business_id = '" + shop + "' AND archived_at IS NULL AND guardian_id IS NULL")
	former := []string{"+541123456789", "+541123456780", "+5491123456780", "+553181234567"}
	if len(customers) < len(former) {
		t.Fatalf("the business has %d customers, too few", len(customers))
	}
	for i, phone := range former {
		steps.run("UPDATE customers SET phone = '" + phone + "', search = 'ana\n\n" + phone + "' WHERE id = '" + customers[i] + "'")
	}
	archivedIDs := steps.rows("SELECT id FROM customers WHERE business_id = '" + shop + "' AND archived_at IS NOT NULL")
	steps.run("UPDATE customers SET phone = '+541123456780' WHERE id = '" + archivedIDs[0] + "'")
	if err := steps.To(t.Context(), steps.last); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"+5491123456789", "+541123456780", "+5491123456780", "+5531981234567"} {
		got := steps.rows("SELECT phone || ' ' || replace(search, 'ana', '') FROM customers WHERE id = '" + customers[i] + "'")
		if !slices.Equal(got, []string{want + " \n\n" + want}) {
			t.Errorf("%s has become %q, want %s", former[i], strings.Join(got, ", "), want)
		}
	}
	if got := steps.rows("SELECT phone FROM customers WHERE id = '" + archivedIDs[0] + "'"); !slices.Equal(got, []string{"+5491123456780"}) {
		t.Errorf("the phone of an archived customer has become %v, want %v", got, []string{"+5491123456780"})
	}
}
