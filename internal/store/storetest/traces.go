package storetest

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store"
)

// Trace is a text that only WriteTraces writes.
const Trace = "RASTRO "

// WriteTraces writes a trace with the column's name into texts that an erasure must remove, not into fixed words or
// ids. It returns the columns.
func (d Database) WriteTraces(t testing.TB) []string {
	t.Helper()
	var tracedColumns, keys []string
	for column := range erasableTexts(d.Columns(t)) {
		table, name, _ := strings.Cut(column, ".")
		if name == keyOf(table) {
			keys = append(keys, column) // last: other traces contain them
		} else if d.trace(t, column) {
			tracedColumns = append(tracedColumns, column)
		}
	}
	for _, column := range keys {
		if d.trace(t, column) {
			tracedColumns = append(tracedColumns, column)
		}
	}
	slices.Sort(tracedColumns)
	return tracedColumns
}

func erasableTexts(types map[string]string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for column, decision := range store.ColumnPolicies() {
			erased := decision.Subject == store.SubjectCustomer && decision.KeepReason == ""
			if erased && types[column] == "text" && !yield(column) {
				return
			}
		}
	}
}

func (d Database) trace(t testing.TB, column string) bool {
	t.Helper()
	table, name, _ := strings.Cut(column, ".")
	return d.Try(t, "UPDATE "+table+" SET "+name+" = '"+Trace+column+" ' || "+keyOf(table)) == nil
}

func keyOf(table string) string {
	keys := map[string]string{"login_codes": "phone_key", "phone_proofs": "code_hash", "idempotency_keys": "key", "revoked_qrs": "qr_id", "passes": "serial", "pass_holders": "holder", "google_passes": "customer_id", "import_rows": "customer_id", "import_claims": "header"}
	if key, named := keys[table]; named {
		return key
	}
	return "id"
}

// MissingTraces returns columns that lack a trace.
func (d Database) MissingTraces(t testing.TB) []string {
	t.Helper()
	// Fixed words, and ids of other rows.
	exempt := []string{
		"customers.guardian_id", "consents.kind", "consents.customer_id", "messages.status", "messages.customer_id", "customer_texts.customer_id", "mails.customer_id", "merges.kept_id", "merges.merged_id",
		"login_codes.customer_id", "phone_proofs.customer_id", "revoked_qrs.customer_id", "passes.customer_id", "passes.serial", "pass_holders.customer_id", "pass_holders.serial", "google_passes.customer_id", "google_passes.serial", "handover_visits.device_id", "handover_visits.customer_id", "handover_visits.visit_id", "handover_visits.outcome",
		"import_rows.import_id", "import_rows.customer_id", "import_claims.import_id", "import_claims.customer_id", "usual_pictures.customer_id", "greetings.absence", "greetings.customer_id",
	}
	dump := strings.Join(d.Dump(t), "\n")
	var untracedColumns []string
	for column := range erasableTexts(d.Columns(t)) {
		if !slices.Contains(exempt, column) && !strings.Contains(dump, Trace+column) {
			untracedColumns = append(untracedColumns, column)
		}
	}
	return untracedColumns
}

// WriteInbound writes a notice of WhatsApp and a pending proof.
func (d Database) WriteInbound(t testing.TB, businessID, customerID string) {
	t.Helper()
	err := d.Try(t,
		"INSERT INTO notices (id, body, received_at, next_try_at) VALUES ('n', 'body', 1, 1)",
		"INSERT INTO answered_message_ids (id, received_at) VALUES ('i', 1)",
		fmt.Sprintf(`INSERT INTO phone_proofs (code_hash, ticket_hash, scope, expires_at, business_id, customer_id)
			VALUES ('c', 't', 's', 1, '%s', '%s')`, businessID, customerID))
	if err != nil {
		t.Fatalf("writing a notice and a proof: %v", err)
	}
}
