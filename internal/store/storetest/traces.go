package storetest

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store"
)

// Trace is what LeaveTraces writes: nobody else does.
const Trace = "RASTRO "

// WriteTraces writes a trace, with the name of the column, into every text of
// customers that is to go when they are erased, and returns the columns. Those
// are left out that the database keeps to a few words or to the ids of other
// rows.
func (d Database) WriteTraces(t testing.TB) []string {
	t.Helper()
	var traced, keys []string
	for column := range erasableTexts(d.Columns(t)) {
		table, name, _ := strings.Cut(column, ".")
		if name == keyOf(table) {
			keys = append(keys, column) // last, since they stand in the traces of the others
		} else if d.trace(t, column) {
			traced = append(traced, column)
		}
	}
	for _, column := range keys {
		if d.trace(t, column) {
			traced = append(traced, column)
		}
	}
	slices.Sort(traced)
	return traced
}

// erasableTexts are the columns with texts of customers that are to go.
func erasableTexts(types map[string]string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for column, decision := range store.ColumnPolicies() {
			gone := decision.Subject == store.SubjectCustomer && decision.KeepReason == ""
			if gone && types[column] == "text" && !yield(column) {
				return
			}
		}
	}
}

// trace leaves a trace in a column, of each row another one, and reports whether
// the database takes it.
func (d Database) trace(t testing.TB, column string) bool {
	t.Helper()
	table, name, _ := strings.Cut(column, ".")
	return d.Try(t, "UPDATE "+table+" SET "+name+" = '"+Trace+column+" ' || "+keyOf(table)) == nil
}

// keyOf is what tells the rows of a table apart.
func keyOf(table string) string {
	keys := map[string]string{"login_codes": "phone_key", "phone_proofs": "code_hash", "idempotency_keys": "key", "ended_qrs": "qr_id", "passes": "serial", "pass_holders": "holder", "google_passes": "customer_id"}
	if key, named := keys[table]; named {
		return key
	}
	return "id"
}

// MissingTraces are the columns in which LeaveTraces should have left a trace and no
// row has one.
func (d Database) MissingTraces(t testing.TB) []string {
	t.Helper()
	// Words that the database keeps to, and ids of other rows.
	keptTo := []string{
		"customers.guardian_id", "consents.kind", "consents.customer_id", "messages.status", "messages.customer_id", "customer_texts.customer_id", "mails.customer_id", "merges.kept_id", "merges.merged_id",
		"login_codes.customer_id", "phone_proofs.customer_id", "ended_qrs.customer_id", "passes.customer_id", "passes.serial", "pass_holders.customer_id", "pass_holders.serial", "google_passes.customer_id", "google_passes.serial", "handed_visits.device_id", "handed_visits.customer_id", "handed_visits.visit_id", "handed_visits.outcome",
	}
	written := strings.Join(d.Dump(t), "\n")
	var untraced []string
	for column := range erasableTexts(d.Columns(t)) {
		if !slices.Contains(keptTo, column) && !strings.Contains(written, Trace+column) {
			untraced = append(untraced, column)
		}
	}
	return untraced
}

// WriteInbound writes what WhatsApp may have told of a customer, and a proof that is
// waited for.
func (d Database) WriteInbound(t testing.TB, businessID, customerID string) {
	t.Helper()
	err := d.Try(t,
		"INSERT INTO notices (id, body, received_at, next_try_at) VALUES ('n', 'body', 1, 1)",
		"INSERT INTO inbound_messages (id, received_at) VALUES ('i', 1)",
		fmt.Sprintf(`INSERT INTO phone_proofs (code_hash, ticket_hash, scope, expires_at, business_id, customer_id)
			VALUES ('c', 't', 's', 1, '%s', '%s')`, businessID, customerID))
	if err != nil {
		t.Fatalf("writing what was heard: %v", err)
	}
}
