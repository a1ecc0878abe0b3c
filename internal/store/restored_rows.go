package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"axioma/internal/loyalty"
)

// RestoredRow has strings, int64s, bools and nil by column.
type RestoredRow map[string]any

// Text returns a text column, "" for NULL.
func (r RestoredRow) Text(column string) string {
	value, _ := r[column].(string)
	return value
}

type restoredTable struct {
	exportedTable
	madeColumns []string
	make        func(RestoredRow) // sets unexported columns and clears what must not be restored; may be nil
}

// restoredTables follows foreign keys. It lacks businesses and logos, which the caller changes as settings.
var restoredTables = sync.OnceValue(buildRestoredTables)

func buildRestoredTables() []restoredTable {
	tableByName := map[string]restoredTable{
		"users":           {madeColumns: []string{"password_hash", "token_version"}, make: makeUser},
		"devices":         {madeColumns: []string{"token_hash"}, make: func(RestoredRow) {}},
		"families":        {madeColumns: []string{"sort_key", "search"}, make: makeFamily},
		"customers":       {madeColumns: []string{"sort_key", "search"}, make: makeCustomer},
		"messages":        {make: makeMessage},
		"audit_events":    {madeColumns: []string{"customer_id", "action_group"}, make: makeAct},
		"handover_visits": {madeColumns: []string{"key"}, make: func(r RestoredRow) { r["key"] = r["id"] }},
	}
	tables := []restoredTable{}
	for _, name := range []string{
		"users", "devices", "message_usage", "families", "customers", "revoked_qrs", "usual_pictures", "cards", "visits", "adjustments",
		"rewards", "consents", "greetings", "import_claims", "erasures", "merges", "messages", "customer_texts", "handover_visits", "audit_events",
	} {
		table := tableByName[name]
		table.exportedTable = findExportedTable(name)
		tables = append(tables, table)
	}
	return tables
}

func findExportedTable(name string) exportedTable {
	tables := exportedTables()
	return tables[slices.IndexFunc(tables, func(t exportedTable) bool { return t.name == name })]
}

func findRestoredTable(name string) restoredTable {
	tables := restoredTables()
	return tables[slices.IndexFunc(tables, func(t restoredTable) bool { return t.name == name })]
}

// RestoredTables follows foreign keys.
func RestoredTables() []string {
	names := []string{}
	for _, table := range restoredTables() {
		names = append(names, table.name)
	}
	return names
}

// ExportColumns returns a table's exported columns, or false if it has none.
func ExportColumns(table string) ([]string, bool) {
	for _, definition := range exportedTables() {
		if definition.name == table {
			return definition.columns, true
		}
	}
	return nil, false
}

// makeUser removes the password and sets a token version that no token has.
func makeUser(r RestoredRow) {
	r["password_hash"], r["token_version"], r["attacked_at"] = "", int64(0), nil
}

func makeFamily(r RestoredRow) {
	r["sort_key"], r["search"] = loyalty.SortKey(r.Text("name")), loyalty.Fold(r.Text("name"))
}

// makeCustomer removes the WhatsApp id. If it is another person's by now, their messages would count as this
// customer's.
func makeCustomer(r RestoredRow) {
	customer := loyalty.Customer{Name: r.Text("name"), Email: r.Text("email"), Phone: r.Text("phone"), Tag: loyalty.Tag(r.Text("tag"))}
	r["sort_key"], r["search"], r["whatsapp_id"] = loyalty.SortKey(customer.Name), searchText(customer), nil
	isErased := customer.Name == loyalty.ErasedCustomerName && customer.Phone == "" && customer.Email == "" && r["archived_at"] != nil
	if isErased {
		r["search"] = ""
	}
}

// makeMessage drops unsent messages and the provider's id, which is unique on the platform.
func makeMessage(r RestoredRow) {
	r["provider_id"], r["held_by"] = nil, nil
	if r["text"] == nil {
		r["text"] = "" // texts with codes are not exported
	}
	if slices.Contains([]string{"QUEUED", "SENDING"}, r.Text("status")) {
		r["status"], r["error"] = string(loyalty.MessageDropped), loyalty.DroppedRestored
	}
}

func makeAct(r RestoredRow) {
	entry := loyalty.AuditEntry{Action: loyalty.Action(r.Text("action")), SubjectID: r.Text("subject_id"), Detail: r.Text("detail")}
	r["customer_id"], r["action_group"] = nil, string(entry.Action.Group())
	if customerID := entry.CustomerID(); customerID != "" {
		r["customer_id"] = customerID
	}
}

// Make sets unexported columns.
func (r RestoredRow) Make(table string) {
	if fill := findRestoredTable(table).make; fill != nil {
		fill(r)
	}
}

// RestoredRows writes exported rows back, or removes them.
type RestoredRows struct{ tx *Tx }

// RestoredRowsIn gives access to the business's rows for a restore.
func RestoredRowsIn(tx *Tx) RestoredRows { return RestoredRows{tx} }

const maxListedIDs = 500

// selfReferences are columns that may refer to later rows.
var selfReferences = []string{"guardian_id", "merged_into"}

// Insert adds rows without selfReferences (see SetReferences). Existing trail entries and days of usage stay.
func (q RestoredRows) Insert(table string, rows []RestoredRow) error {
	for batch := range slices.Chunk(rows, rowsPerInsert) {
		if err := q.insert(table, batch); err != nil {
			return fmt.Errorf("restoring rows of %s: %w", table, err)
		}
	}
	return nil
}

// rowsPerInsert is small: preparing a statement takes SQLite quadratic time in its parameters.
const rowsPerInsert = 50

func (q RestoredRows) insert(table string, rows []RestoredRow) error {
	definition := findRestoredTable(table)
	columns := slices.Concat(definition.columns, definition.madeColumns)
	var values strings.Builder
	args := make([]any, 0, 1+len(rows)*len(columns))
	args = append(args, q.tx.businessID)
	for i, row := range rows {
		values.WriteString([]string{`, ($1`, `($1`}[max(0, 1-i)])
		for _, column := range columns {
			value := row[column]
			if table == "customers" && slices.Contains(selfReferences, column) {
				value = nil
			}
			args = append(args, value)
			values.WriteString(`, ` + placeholder(len(args)))
		}
		values.WriteByte(')')
	}
	query := `INSERT INTO ` + table + ` (business_id, ` + strings.Join(columns, `, `) + `) VALUES ` + values.String()
	if table == "audit_events" || table == "message_usage" {
		query += ` ON CONFLICT DO NOTHING`
	}
	_, err := q.tx.exec(query, args...)
	return err
}

// SetReferences sets guardians and merge targets.
func (q RestoredRows) SetReferences(rows []RestoredRow) error {
	for _, row := range rows {
		err := q.tx.execOne(`UPDATE customers SET guardian_id = $3, merged_into = $4 WHERE business_id = $1 AND id = $2`,
			q.tx.businessID, row["id"], row["guardian_id"], row["merged_into"])
		if err != nil {
			return fmt.Errorf("restoring the references of a customer: %w", err)
		}
	}
	return nil
}

// SetNamesIfEmpty names accounts without a name, by id.
func (q RestoredRows) SetNamesIfEmpty(names map[string]string) error {
	for _, id := range slices.Sorted(maps.Keys(names)) {
		_, err := q.tx.exec(`UPDATE users SET name = $3 WHERE business_id = $1 AND id = $2 AND name = ''`, q.tx.businessID, id, names[id])
		if err != nil {
			return fmt.Errorf("restoring the name of user %s: %w", id, err)
		}
	}
	return nil
}

// MarkImported marks customers as imported.
func (q RestoredRows) MarkImported(ids []string) error {
	for batch := range slices.Chunk(ids, maxListedIDs) {
		args, in := placeholders(2, batch)
		_, err := q.tx.exec(`UPDATE customers SET imported = TRUE WHERE business_id = $1 AND id IN (`+in+`)`, append([]any{q.tx.businessID}, args...)...)
		if err != nil {
			return fmt.Errorf("marking imported customers: %w", err)
		}
	}
	return nil
}

// EachRow calls each with a table's rows, sorted by the first column.
func (q RestoredRows) EachRow(table string, each func(RestoredRow) error) error {
	definition := findRestoredTable(table)
	columns := slices.Concat(definition.columns, definition.madeColumns)
	query := `SELECT ` + strings.Join(columns, `, `) + ` FROM ` + table + ` WHERE business_id = $1 ORDER BY ` + definition.columns[0]
	return q.tx.queryEach(query, []any{q.tx.businessID}, func(row scanner) error {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := row.Scan(into...); err != nil {
			return fmt.Errorf("reading rows of %s: %w", table, err)
		}
		return each(storedRow(columns, values))
	})
}

func storedRow(columns []string, values []any) RestoredRow {
	row := make(RestoredRow, len(columns))
	for i, column := range columns {
		switch value := values[i].(type) {
		case int64:
			row[column] = value
			if slices.Contains(flags, column) {
				row[column] = value != 0
			}
		case []byte:
			row[column] = string(value)
		default:
			row[column] = value
		}
	}
	return row
}

// HasCustomers reports whether there is a customer or a family, archived or not.
func (q RestoredRows) HasCustomers() (bool, error) {
	ids, err := q.tx.queryStrings(`
		SELECT id FROM (SELECT id FROM customers WHERE business_id = $1 LIMIT 1) c
		UNION ALL SELECT id FROM (SELECT id FROM families WHERE business_id = $1 LIMIT 1) f`, q.tx.businessID)
	if err != nil {
		return false, fmt.Errorf("finding customers before a restore: %w", err)
	}
	return len(ids) > 0, nil
}

// TakenIDs returns ids of another business's customers and QRs, also ended ones.
func (q RestoredRows) TakenIDs(ids []string) ([]string, error) {
	existing := []string{}
	for batch := range slices.Chunk(ids, maxListedIDs) {
		args, in := placeholders(2, batch)
		var foundIDs []string
		err := acrossBusinesses(q.tx, func() (err error) {
			foundIDs, err = q.tx.queryStrings(`
				SELECT id FROM customers WHERE business_id <> $1 AND id IN (`+in+`)
				UNION ALL SELECT qr_id FROM customers WHERE business_id <> $1 AND qr_id IN (`+in+`)
				UNION ALL SELECT qr_id FROM revoked_qrs WHERE business_id <> $1 AND qr_id IN (`+in+`)`,
				append([]any{q.tx.businessID}, args...)...)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("finding ids of other businesses: %w", err)
		}
		existing = append(existing, foundIDs...)
	}
	return existing, nil
}

// TrailBefore returns trail ids up to an instant.
func (q RestoredRows) TrailBefore(at int64, limit int) ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT id FROM audit_events WHERE business_id = $1 AND at <= $2 ORDER BY id LIMIT $3`, q.tx.businessID, at, limit)
	if err != nil {
		return nil, fmt.Errorf("reading the trail before a restore: %w", err)
	}
	return ids, nil
}

// UsageDays returns days with message usage.
func (q RestoredRows) UsageDays() ([]string, error) {
	days, err := q.tx.queryStrings(`SELECT day FROM message_usage WHERE business_id = $1 ORDER BY day`, q.tx.businessID)
	if err != nil {
		return nil, fmt.Errorf("reading the message usage before a restore: %w", err)
	}
	return days, nil
}

// RestoreUndo lists rows added to tables that were not empty, and former values.
type RestoreUndo struct {
	Status     loyalty.BusinessStatus `json:"status"` // before the restore
	ExportedAt int64                  `json:"exportedAt"`
	Trail      []string               `json:"trail"` // ids of former entries up to ExportedAt
	Users      []string               `json:"users"`
	Devices    []string               `json:"devices"`
	Days       []string               `json:"days"`
	NamedUsers []string               `json:"named,omitempty"` // accounts without a name that got one
}

// deletion takes a limit as its last argument.
type deletion struct {
	statement string
	args      []any
}

// Remove removes at most limit rows in a step, from 0. isOver is true after the last step. A step that removes fewer is
// finished.
func (q RestoredRows) Remove(undo RestoreUndo, step, limit int) (rowCount int, isOver bool, err error) {
	steps := q.deletions(undo)
	if step >= len(steps) {
		return 0, true, nil
	}
	count, err := q.tx.exec(steps[step].statement, append(steps[step].args, limit)...)
	return int(count), false, wrapJobError("taking back", err)
}

// deletions follow foreign keys. There were no customers before.
func (q RestoredRows) deletions(undo RestoreUndo) []deletion {
	steps := []deletion{}
	for _, pair := range [][2]string{
		{"handover_visits", "id"}, {"customer_texts", "id"}, {"messages", "id"}, {"merges", "id"}, {"erasures", "customer_id"},
		{"greetings", "id"}, {"consents", "id"}, {"rewards", "id"}, {"adjustments", "id"}, {"visits", "id"}, {"cards", "id"}, {"revoked_qrs", "qr_id"},
	} {
		steps = append(steps, deletion{`DELETE FROM ` + pair[0] + ` WHERE business_id = $1 AND ` + pair[1] + ` IN (SELECT ` + pair[1] + ` FROM ` + pair[0] +
			` WHERE business_id = $1 LIMIT $2)`, []any{q.tx.businessID}})
	}
	steps = append(steps,
		// Steps may have been computed since.
		deletion{`DELETE FROM customer_steps WHERE business_id = $1 AND customer_id IN (
			SELECT customer_id FROM customer_steps WHERE business_id = $1 LIMIT $2)`, []any{q.tx.businessID}},
		deletion{`DELETE FROM import_claims WHERE business_id = $1 AND (import_id, customer_id, number) IN (
			SELECT import_id, customer_id, number FROM import_claims WHERE business_id = $1 LIMIT $2)`, []any{q.tx.businessID}},
		deletion{`DELETE FROM usual_pictures WHERE business_id = $1 AND (customer_id, id) IN (
			SELECT customer_id, id FROM usual_pictures WHERE business_id = $1 LIMIT $2)`, []any{q.tx.businessID}},
		deletion{`UPDATE customers SET guardian_id = NULL, merged_into = NULL WHERE business_id = $1 AND id IN (
			SELECT id FROM customers WHERE business_id = $1 AND (guardian_id IS NOT NULL OR merged_into IS NOT NULL) LIMIT $2)`, []any{q.tx.businessID}},
		deletion{`DELETE FROM customers WHERE business_id = $1 AND id IN (SELECT id FROM customers WHERE business_id = $1 LIMIT $2)`, []any{q.tx.businessID}},
		deletion{`DELETE FROM families WHERE business_id = $1 AND id IN (SELECT id FROM families WHERE business_id = $1 LIMIT $2)`, []any{q.tx.businessID}})
	steps = append(steps, q.listedDeletion("devices", "id", undo.Devices), q.listedDeletion("message_usage", "day", undo.Days))
	trailArgs, in := placeholders(3, append(undo.Trail, ""))
	trail := `DELETE FROM audit_events WHERE business_id = $1 AND id IN (SELECT id FROM audit_events WHERE business_id = $1 AND at <= $2 AND id NOT IN (` +
		in + `) LIMIT ` + placeholder(3+len(trailArgs)) + `)`
	return append(steps,
		deletion{trail, append([]any{q.tx.businessID, undo.ExportedAt}, trailArgs...)},
		// Visits may have been counted since.
		deletion{`DELETE FROM staff_days WHERE business_id = $1 AND (local_day, user_id) IN (
			SELECT local_day, user_id FROM staff_days WHERE business_id = $1 LIMIT $2)`, []any{q.tx.businessID}},
		deletion{`DELETE FROM reward_days WHERE business_id = $1 AND (local_day, kind) IN (
			SELECT local_day, kind FROM reward_days WHERE business_id = $1 LIMIT $2)`, []any{q.tx.businessID}},
		q.listedDeletion("users", "id", undo.Users), q.removalOfNames(undo.NamedUsers))
}

func (q RestoredRows) removalOfNames(userIDs []string) deletion {
	args, in := placeholders(2, append(userIDs, ""))
	return deletion{`UPDATE users SET name = '' WHERE business_id = $1 AND id IN (SELECT id FROM users WHERE business_id = $1 AND name <> '' AND id IN (` +
		in + `) LIMIT ` + placeholder(2+len(args)) + `)`, append([]any{q.tx.businessID}, args...)}
}

func (q RestoredRows) listedDeletion(table, key string, keys []string) deletion {
	args, in := placeholders(2, append(keys, ""))
	return deletion{`DELETE FROM ` + table + ` WHERE business_id = $1 AND ` + key + ` IN (SELECT ` + key + ` FROM ` + table +
		` WHERE business_id = $1 AND ` + key + ` IN (` + in + `) LIMIT ` + placeholder(2+len(args)) + `)`, append([]any{q.tx.businessID}, args...)}
}
