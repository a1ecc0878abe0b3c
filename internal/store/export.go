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
	key     string // identifies the row's owner
}

func newExportedTable(table string, columns ...string) exportedTable {
	return exportedTable{name: table, columns: columns, read: columns, key: "business_id"}
}

// exportedTables has the exported columns of each table, in the order of the file.
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
			"id", "device_id", "customer_id", "qr_ended", "phone", "name", "notes", "authorized", "scanned_by", "visited_at", "received_at", "clock_skew_ms",
			"outcome", "visit_id", "settled_at", "settled_by"),
		newExportedTable("message_usage", "day", "message_count"),
		newExportedTable("audit_events", "id", "at", "actor_id", "action", "subject_id", "detail", "fields", "role", "address", "device", "device_id"),
	}
}

// withheld has the reason why a table or column is not exported. business_id is the same in every row.
func withheld() map[string]string {
	reasons := map[string]string{
		"idempotency_keys":          "answers kept for requests that are sent again; they repeat what the other tables say, and are forgotten after 30 days",
		"business_keys":             "with which key the operator opened the business; forgotten after 30 days",
		"events":                    "what has happened, for portals, passes and counters; it repeats what the other tables say, and is removed after 30 days",
		"staff_days":                "counted from the visits, for reports",
		"reward_days":               "counted from the rewards, for reports",
		"day_count_progress":        "how far the visits are counted",
		"customer_steps":            "computed from the visits and rewards, for reports",
		"customer_step_progress":    "how far steps are computed",
		"chain_blocks":              "digests of rows, by which the operator finds changes made by hand; those of a restored business begin anew",
		"google_classes":            "what Google was told of the business; it repeats what the other tables say",
		"google_passes":             "what Google was told of cards; it repeats what the other tables say",
		"data_jobs":                 "a download or a restore that is running",
		"business_moves":            "that the business is on its way to another installation",
		"pending_grants":            "how far a change of the settings has come, for the seconds that it takes",
		"imports":                   "which files of customers were imported; forgotten after 30 days",
		"import_chunks":             "files that wait to be imported, which the business has",
		"import_rows":               "what it takes to undo an import; forgotten after 30 days",
		"login_codes":               "hashes of codes that hold for 10 minutes",
		"mails":                     "codes and QRs that wait to be sent, for a day at most",
		"passes":                    "what telephones are told of cards; it repeats what the other tables say",
		"pass_reviews":              "how far the look at all passes has come, for the seconds that it takes",
		"pass_holders":              "by which Apple reaches the telephones of customers",
		"phone_proofs":              "hashes of codes and tickets that hold for an hour at most",
		"devices.code_hash":         "a secret",
		"devices.code_expires_at":   "of a code that holds for 10 minutes",
		"devices.used_code_hash":    "a secret",
		"devices.used_code_until":   "of a code that holds for 10 minutes",
		"devices.token_hash":        "a secret",
		"handover_visits.key":       "how the device names the request",
		"families.search":           "made from the name, for searches",
		"families.version":          "counts the changes, for editors",
		"families.sort_key":         "made from the name, for lists",
		"refused_sign_ins":          "counts of refused sign-ins, for a year; they concern accounts of this installation",
		"audit_events.customer_id":  "computed from action, subject and detail, for searches",
		"audit_events.action_group": "computed from the action, for searches",
	}
	businessRow.addWithheld("businesses", reasons)
	userRow.addWithheld("users", reasons)
	customerRow.addWithheld("customers", reasons)
	messageRow.addWithheld("messages", reasons)
	return reasons
}

// Export calls begin for each table, then each for its rows in key order. Values are string, int64, bool, instant or
// nil.
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

// exportedValue makes instants of columns named "at" or "…_at".
func exportedValue(column string, stored any) any {
	switch value := stored.(type) {
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
	return stored
}

var flags = slices.Concat(businessRow.flagNames(), customerRow.flagNames(), visitRow.flagNames(), []string{"granted", "authorized", "qr_ended"})
