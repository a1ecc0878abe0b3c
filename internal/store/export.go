package store

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"axioma/internal/database"
)

type exportedTable struct {
	name    string
	columns []string
	read    []string
	key     string
}

func newExportedTable(table string, columns ...string) exportedTable {
	return exportedTable{name: table, columns: columns, read: columns, key: "business_id"}
}

var exportedTables = sync.OnceValue(buildExportedTables)

func buildExportedTables() []exportedTable {
	return []exportedTable{
		businessRow.exportTable("businesses", "id"),
		newExportedTable("logos", "picture"),
		userRow.exportTable("users", "business_id"),
		newExportedTable("families", "id", "name", "policy", "created_at", "archived_at"),
		customerRow.exportTable("customers", "business_id"),
		newExportedTable("revoked_qrs", "qr_id", "customer_id", "ended_at"),
		newExportedTable("usual_pictures", "customer_id", "id", "taken_at", "taken_by", "width", "height", "picture"),
		newExportedTable("cards", "id", "customer_id", "family_id", "stamps"),
		visitRow.exportTable("visits", "business_id"),
		adjustmentRow.exportTable("adjustments", "business_id"),
		rewardRow.exportTable("rewards", "business_id"),
		newExportedTable("consents", "id", "customer_id", "kind", "granted", "given_at", "replaced_at", "given_by", "form", "text_version"),
		newExportedTable("greetings", "id", "customer_id", "user_id", "absence", "greeted_at", "local_day", "until_day"),
		newExportedTable("import_claims", "customer_id", "number", "import_id", "header", "value", "file_name", "claimed_at"),
		newExportedTable("erasures", "customer_id", "requested_at", "due_at", "erased_at"),
		newExportedTable("merges", "id", "kept_id", "merged_id", "merged_at", "merged_by", "undone_at", "undone_by", "undo_data"),
		messageRow.exportTable("messages", "business_id"),
		newExportedTable("customer_texts", "id", "customer_id", "text", "received_at"),
		newExportedTable("devices",
			"id", "name", "created_at", "created_by", "enrolled_at", "seen_at", "app_version", "outbox_count", "outbox_oldest_at", "revoked_at", "revoked_by"),
		newExportedTable("handover_visits",
			"id", "device_id", "customer_id", "qr_ended", "phone", "name", "notes", "authorized", "scanned_by", "served_by", "visited_at", "received_at", "clock_skew_ms",
			"outcome", "visit_id", "settled_at", "settled_by"),
		newExportedTable("message_usage", "day", "message_count"),
		newExportedTable("audit_events", "id", "at", "actor_id", "action", "subject_id", "detail", "fields", "role", "address", "device", "device_id"),
	}
}

// withheldReasons says why tables and columns are not exported. business_id is the same in every row.
func withheldReasons() map[string]string {
	reasons := map[string]string{
		"idempotency_keys":          "stored responses for repeated requests: copies of data in the other tables, removed after 30 days",
		"business_keys":             "the idempotency key with which the operator created the business, removed after 30 days",
		"events":                    "events for portals, passes and counters: they follow from the other tables, and are removed after 30 days",
		"staff_days":                "counted from the visits, for reports",
		"reward_days":               "counted from the rewards, for reports",
		"day_count_progress":        "progress of counting the visits",
		"customer_steps":            "computed from the visits and rewards, for reports",
		"customer_step_progress":    "progress of computing the steps",
		"chain_blocks":              "hash chain that reveals changes made by hand; a restored business starts a new one",
		"google_classes":            "the state of the business sent to Google: it follows from the other tables",
		"google_passes":             "the state of cards sent to Google: it follows from the other tables",
		"data_jobs":                 "the lease of a running download or restore",
		"business_moves":            "the state of a move to another installation",
		"pending_grants":            "progress of a running change of settings",
		"imports":                   "the list of imported customer files, removed after 30 days",
		"import_chunks":             "queued customer files, of which the business has the originals",
		"import_rows":               "undo data of imports, removed after 30 days",
		"login_codes":               "hashes of codes that are valid for 10 minutes",
		"mails":                     "queued codes and QRs, for a day at most",
		"passes":                    "the state of cards sent to phones: it follows from the other tables",
		"pass_reviews":              "progress of a running review of all passes",
		"pass_holders":              "push tokens of customers' phones",
		"phone_proofs":              "hashes of codes and tickets that are valid for an hour at most",
		"devices.code_hash":         "a secret",
		"devices.code_expires_at":   "expiry of a code that is valid for 10 minutes",
		"devices.used_code_hash":    "a secret",
		"devices.used_code_until":   "expiry of a code that is valid for 10 minutes",
		"devices.token_hash":        "a secret",
		"handover_visits.key":       "the idempotency key of the device's request",
		"families.search":           "derived from the name, for searches",
		"families.version":          "version for optimistic concurrency",
		"families.sort_key":         "derived from the name, for sorting",
		"refused_sign_ins":          "refused sign-ins of a year, which concern accounts of this installation",
		"audit_events.customer_id":  "computed from action, subject and detail, for searches",
		"audit_events.action_group": "computed from the action, for searches",
	}
	businessRow.addWithheld("businesses", reasons)
	userRow.addWithheld("users", reasons)
	customerRow.addWithheld("customers", reasons)
	messageRow.addWithheld("messages", reasons)
	adjustmentRow.addWithheld("adjustments", reasons)
	return reasons
}

// Export calls begin for each table, then each for its rows, sorted by the first column. Values are string, int64,
// bool, instant or nil.
func (tx *Tx) Export(begin func(table string, columns []string) error, each func(values []any) error) error {
	for _, table := range exportedTables() {
		if err := begin(table.name, table.columns); err != nil {
			return err
		}
		if err := table.export(tx, each); err != nil {
			return fmt.Errorf("exporting %s: %w", table.name, err)
		}
	}
	return nil
}

func (table exportedTable) export(tx *Tx, each func(values []any) error) error {
	query := `SELECT ` + strings.Join(table.read, `, `) + ` FROM ` + table.name + ` WHERE ` + table.key + ` = $1 ORDER BY ` + table.columns[0]
	pause := database.NewThrottle(&tx.store.demand)
	return tx.queryEach(query, []any{tx.businessID}, func(row scanner) error {
		pause.Pause()
		values := make([]any, len(table.columns))
		into := make([]any, len(values))
		for i := range values {
			into[i] = &values[i]
		}
		if err := row.Scan(into...); err != nil {
			return err
		}
		for i, column := range table.columns {
			values[i] = exportedValue(column, values[i])
		}
		return each(values)
	})
}

func exportedValue(column string, storedValue any) any {
	switch value := storedValue.(type) {
	case int64:
		if column == "at" || strings.HasSuffix(column, "_at") {
			return time.UnixMilli(value).UTC()
		}
		if slices.Contains(flags, column) {
			return value != 0
		}
	case []byte:
		return string(value)
	}
	return storedValue
}

var flags = slices.Concat(businessRow.flagNames(), customerRow.flagNames(), visitRow.flagNames(), []string{"granted", "authorized", "qr_ended"})
