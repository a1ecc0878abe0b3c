package restoring

import (
	"encoding/json"
	"slices"

	"axioma/internal/archive"
	"axioma/internal/store"
)

// change adds or renames a table (without Column) or column of copies.
type change struct {
	since         int
	table, column string
	former        string // empty: added
	value         any    // for rows of copies without the column
}

// changes has all changes of exported columns, so that owners can restore older copies. Each raises archive.Version.
// New columns of businesses need no value: missing settings stay.
//
// Copies of version 1 may have or lack these changes, which did not raise the version.
var changes = []change{
	{since: 2, table: "revoked_qrs", former: "ended_qrs"},
	{since: 2, table: "handover_visits", former: "handed_visits"},
	{since: 2, table: "usual_pictures"},
	{since: 2, table: "greetings"},
	{since: 2, table: "import_claims"},
	{since: 2, table: "businesses", column: "mean_ticket"},
	{since: 2, table: "businesses", column: "service_cost"},
	{since: 2, table: "businesses", column: "hold_back"},
	{since: 2, table: "businesses", column: "usual_enabled"},
	{since: 2, table: "businesses", column: "week_mail"},
	{since: 2, table: "businesses", column: "second_factor_required"},
	{since: 2, table: "businesses", column: "first_steps"},
	{since: 2, table: "users", column: "attacked_at", former: "tried_at"},
	{since: 2, table: "customers", column: "phone_unverified", former: "phone_unproved"},
	{since: 2, table: "customers", column: "email_unverified", former: "email_unproved"},
	{since: 2, table: "customers", column: "usual_note"},
	{since: 2, table: "customers", column: "claimed_stamps", value: json.Number("0")},
	{since: 2, table: "customers", column: "rejected_stamps", value: json.Number("0")},
	{since: 2, table: "customers", column: "imported_visit_day"},
	{since: 2, table: "customers", column: "imported", value: false}, // see loader.markImported
	{since: 2, table: "visits", column: "removal_requested_at", former: "removal_asked_at"},
	{since: 2, table: "merges", column: "undo_data", former: "moved"},
	{since: 2, table: "messages", column: "last_try_at", former: "tried_at"},
	{since: 2, table: "devices", column: "outbox_count", former: "waiting"},
	{since: 2, table: "devices", column: "outbox_oldest_at", former: "waiting_from_at"},
	{since: 2, table: "message_usage", column: "message_count", former: "used"},
	{since: 2, table: "audit_events", column: "fields"},
	{since: 2, table: "audit_events", column: "role"},
	{since: 2, table: "audit_events", column: "address"},
	{since: 2, table: "audit_events", column: "device"},
	{since: 2, table: "audit_events", column: "device_id"},
	{since: 3, table: "businesses", column: "served_by_enabled"},
	{since: 3, table: "visits", column: "served_by"},
	{since: 3, table: "handover_visits", column: "served_by"},
}

func changeOf(version int, table, column string) (change, bool) {
	at := slices.IndexFunc(changes, func(c change) bool { return c.since > version && c.table == table && c.column == column })
	if at < 0 {
		return change{}, false
	}
	return changes[at], true
}

// Tables reads a copy with the names and columns of this version.
type Tables struct {
	reader *archive.Reader
	tables map[string]copiedTable
}

type copiedTable struct {
	name     string
	columns  map[string]string // names in the copy by present name
	defaults map[string]any    // values for missing columns
}

// TablesOf opens a copy's tables. It refuses unknown or missing tables and columns of its version.
func TablesOf(reader *archive.Reader) (Tables, error) {
	t := Tables{reader: reader, tables: map[string]copiedTable{}}
	for _, name := range append([]string{"businesses", "logos"}, store.RestoredTables()...) {
		tableChange, isNewer := changeOf(reader.Manifest.Version, name, "")
		archiveTable, isFound := reader.Table(name)
		if !isFound && tableChange.former != "" {
			archiveTable, isFound = reader.Table(tableChange.former)
		}
		if !isFound && isNewer && tableChange.former == "" {
			continue
		}
		if !isFound {
			return Tables{}, archive.Refuse("A la copia le falta %s.jsonl.", name)
		}
		table, fits := compareColumns(reader.Manifest.Version, name, archiveTable)
		if !fits {
			return Tables{}, archive.Refuse("%s.jsonl no tiene las columnas que le corresponden: la copia está dañada o se ha cambiado.", archiveTable.Name)
		}
		t.tables[name] = table
	}
	if len(reader.Manifest.Tables) != len(t.tables) {
		return Tables{}, archive.Refuse("La copia tiene tablas que Axioma no conoce: está dañada o se ha cambiado.")
	}
	return t, nil
}

func compareColumns(version int, name string, archiveTable archive.Table) (copiedTable, bool) {
	table := copiedTable{name: archiveTable.Name, columns: map[string]string{}, defaults: map[string]any{}}
	columns, _ := store.ExportColumns(name)
	for _, column := range columns {
		columnChange, isNewer := changeOf(version, name, column)
		switch {
		case slices.Contains(archiveTable.Columns, column):
			table.columns[column] = column
		case columnChange.former != "" && slices.Contains(archiveTable.Columns, columnChange.former):
			table.columns[column] = columnChange.former
		case isNewer && columnChange.former == "":
			table.defaults[column] = columnChange.value
		default:
			return copiedTable{}, false
		}
	}
	return table, len(archiveTable.Columns) == len(table.columns)
}

func (t Tables) lacks(table, column string) bool {
	_, isAdded := t.tables[table].defaults[column]
	return isAdded
}

// Rows calls each with every row.
func (t Tables) Rows(name string, each func(store.RestoredRow) error) error {
	table, found := t.tables[name]
	if !found {
		return nil
	}
	return t.reader.Rows(table.name, func(number int64, values map[string]any) error {
		row, wrong := store.ParseRestoredRow(name, table.translate(values))
		if wrong != "" {
			return archive.Refuse("La línea %d de %s.jsonl tiene un valor que no vale en «%s».", number, table.name, wrong)
		}
		return each(row)
	})
}

func (c copiedTable) translate(values map[string]any) map[string]any {
	row := make(map[string]any, len(c.columns)+len(c.defaults))
	for column, copyColumn := range c.columns {
		row[column] = values[copyColumn]
	}
	for column, value := range c.defaults {
		row[column] = value
	}
	return row
}
