package store

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// exportedTable is a table that an export carries, with its columns.
type exportedTable struct {
	name    string
	columns []string
	key     string // the column that says whose a row is; business_id when empty
}

// exportedTables are the tables of an export in the order of its files. What
// has no column here is withheld, for a reason that stands in withheld.
func exportedTables() []exportedTable {
	return []exportedTable{
		{name: "businesses", key: "id", columns: []string{
			"id", "name", "status", "time_zone", "country", "visit_target", "vip_visit_target", "half_reward_enabled", "welcome_text",
			"legal_name", "tax_id", "legal_address", "contact_email",
			"wa_enabled", "wa_from", "wa_phone_number_id", "wa_codes_allowed", "wa_rate_per_minute", "wa_daily_cap", "wa_monthly_cap",
			"wa_free_credits", "birthday_messages", "one_more_messages", "quiet_from", "quiet_to", "created_at"}},
		{name: "users", columns: []string{"id", "email", "name", "role", "disabled_at", "tried_at", "created_at"}},
		{name: "families", columns: []string{"id", "name", "policy", "created_at", "archived_at"}},
		{name: "customers", columns: customerRow.exported()},
		{name: "cards", columns: []string{"id", "customer_id", "family_id", "stamps"}},
		{name: "visits", columns: visitRow.exported()},
		{name: "rewards", columns: []string{
			"id", "card_id", "customer_id", "kind", "status", "milestone", "created_at", "redeemed_at", "redeemed_day",
			"redeemed_customer_id", "redeemed_by"}},
		{name: "consents", columns: []string{"id", "customer_id", "kind", "granted", "given_at", "replaced_at", "given_by", "form", "text_version"}},
		{name: "erasures", columns: []string{"customer_id", "requested_at", "due_at", "erased_at"}},
		{name: "merges", columns: []string{"id", "kept_id", "merged_id", "merged_at", "merged_by", "undone_at", "undone_by", "moved"}},
		{name: "messages", columns: []string{
			"id", "customer_id", "phone", "kind", "sender", "occasion", "text", "status", "created_at", "expires_at", "tries", "tried_at", "held_by",
			"error", "provider_id", "sent_at", "delivered_at", "read_at"}},
		{name: "devices", columns: []string{
			"id", "name", "created_at", "created_by", "enrolled_at", "seen_at", "app_version", "waiting", "waiting_from_at", "revoked_at", "revoked_by"}},
		{name: "handed_visits", columns: []string{
			"id", "device_id", "customer_id", "phone", "name", "notes", "authorized", "scanned_by", "visited_at", "received_at", "clock_skew_ms",
			"outcome", "visit_id", "settled_at", "settled_by"}},
		{name: "message_usage", columns: []string{"day", "used"}},
		{name: "audit_events", columns: []string{"id", "at", "actor_id", "action", "subject_id", "detail"}},
	}
}

// withheld says what of a business an export does not carry, and why: tables,
// and columns as table.column. business_id is the same in every row.
func withheld() map[string]string {
	reasons := map[string]string{
		"idempotency_keys":        "answers kept for requests that are sent again; they repeat what the other tables say, and are forgotten after 30 days",
		"business_keys":           "with which key the operator opened the business; forgotten after 30 days",
		"grants_under_way":        "how far a change of the settings has come, for the seconds that it takes",
		"login_codes":             "hashes of codes that hold for 10 minutes",
		"phone_proofs":            "hashes of codes and tickets that hold for an hour at most",
		"users.password_hash":     "a secret",
		"users.token_version":     "decides which sessions hold",
		"users.password_until":    "decides whether she has to choose a password of her own",
		"businesses.qr_key":       "a secret",
		"businesses.search":       "made from the name, for searches",
		"devices.code_hash":       "a secret",
		"devices.code_expires_at": "of a code that holds for 10 minutes",
		"devices.token_hash":      "a secret",
		"handed_visits.key":       "how the device names the request",
		"families.search":         "made from the name, for searches",
		"families.sort_key":       "made from the name, for lists",
		"messages.urgency":        "made from the kind, for the queue",
		"messages.next_try_at":    "an errand of the queue",
		"messages.claim":          "an errand of the queue",
		"messages.claimed_until":  "an errand of the queue",
	}
	customerRow.addWithheld("customers", reasons)
	return reasons
}

// Exported is a row of an export: its columns in order, each with its value,
// which is a string, an int64, a bool, an instant or nil.
type Exported struct {
	Columns []string
	Values  []any
}

// Export calls begin for each table that belongs to the business and then each
// for every row of it, in the order of the rows' keys.
func (tx *Tx) Export(begin func(table string) error, each func(Exported) error) error {
	for _, table := range exportedTables() {
		if err := begin(table.name); err != nil {
			return err
		}
		if err := tx.exportTable(table, each); err != nil {
			return fmt.Errorf("exporting %s: %w", table.name, err)
		}
	}
	return nil
}

func (tx *Tx) exportTable(table exportedTable, each func(Exported) error) error {
	key := table.key
	if key == "" {
		key = "business_id"
	}
	query := `SELECT ` + strings.Join(table.read(), `, `) + ` FROM ` + table.name + ` WHERE ` + key + ` = $1 ORDER BY ` + table.columns[0]
	pause := &breather{store: tx.store, since: time.Now()}
	return tx.each(query, []any{tx.businessID}, func(row scanner) error {
		pause.breathe()
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
		return each(Exported{Columns: table.columns, Values: values})
	})
}

// read are the columns as they are read. A code that may still open a portal
// is for the customer alone.
func (t exportedTable) read() []string {
	columns := make([]string, len(t.columns))
	for i, column := range t.columns {
		columns[i] = column
		if t.name == "messages" && column == "text" {
			columns[i] = `CASE WHEN ` + bringsCode() + ` THEN NULL ELSE text END`
		}
	}
	return columns
}

// exportedValue gives a stored value the form it has on the outside. Instants
// are what a column "at", or one that ends so, has.
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

// flags are the columns that say yes or no, which SQLite keeps as numbers.
var flags = append(customerRow.flags(),
	"half_reward_enabled", "wa_enabled", "wa_codes_allowed", "birthday_messages", "one_more_messages", "granted", "authorized")
