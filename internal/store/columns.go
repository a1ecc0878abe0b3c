package store

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// column says once what there is to know of a column of a table whose rows belong to
// a business, or of businesses.
type column[Row any] struct {
	name string
	flag bool // yes or no, which SQLite keeps as a number

	bind    func(Row) any  // what is written of a new row; nil: nothing
	edited  bool           // written again when somebody changes the row
	updateSQL string         // what such a change makes of a column that is not edited, as SQL: $name is what it writes to that one
	dest    func(*Row) any // where it is read to; nil: it is not read with the row

	withheldReason string // why an export does not carry it; empty: it does
	exportSQL string // what an export reads in its place, as SQL; empty: the column itself
	subject    DataSubject  // zero: theirs whom the rows are about
	hiddenReason   string // why she does not find it in 'Mis datos'; empty: she does
	eraseSQL   string // what is written when she is erased, as SQL
	keepReason    string // or why nothing is
}

// columns are all columns of a table but business_id, in the order of an export. What
// they say as SQL is made once, when the program starts.
type columns[Row any] []column[Row]

// insertSQL adds a row with what inserted returns: first the columns that are named,
// then those of the row.
func (cs columns[Row]) insertSQL(table string, first ...string) string {
	names := slices.Clone(first)
	for _, c := range cs {
		if c.bind != nil {
			names = append(names, c.name)
		}
	}
	places := make([]string, len(names))
	for i := range places {
		places[i] = placeholder(i + 1)
	}
	return `INSERT INTO ` + table + ` (` + strings.Join(names, `, `) + `) VALUES (` + strings.Join(places, `, `) + `)`
}

// placeholdersByName are where the values of the columns stand in insertInto, by name.
func (cs columns[Row]) placeholdersByName(first ...string) map[string]string {
	places := map[string]string{}
	for i, name := range first {
		places[name] = placeholder(i + 1)
	}
	for _, c := range cs {
		if c.bind != nil {
			places[c.name] = placeholder(len(places) + 1)
		}
	}
	return places
}

// insertWhereSQL is insertInto for a row that is added only where a condition holds.
func (cs columns[Row]) insertWhereSQL(condition, table string, first ...string) string {
	into, values, _ := strings.Cut(cs.insertSQL(table, first...), ` VALUES (`)
	return into + ` SELECT ` + strings.TrimSuffix(values, `)`) + ` WHERE ` + condition
}

func (cs columns[Row]) insertArgs(row Row, first ...any) []any {
	args := append(make([]any, 0, len(first)+len(cs)), first...)
	for i := range cs {
		if bind := cs[i].bind; bind != nil {
			args = append(args, bind(row))
		}
	}
	return args
}

// updateSQL changes the row with a key by what updated returns.
func (cs columns[Row]) updateSQL(table string, key ...string) string {
	sets, written := []string{}, []string{}
	for _, c := range cs {
		if c.edited {
			at := placeholder(len(key) + len(sets) + 1)
			sets, written = append(sets, c.name+` = `+at), append(written, `$`+c.name, at)
		}
	}
	for _, c := range cs {
		if c.updateSQL != "" {
			sets = append(sets, c.name+` = `+strings.NewReplacer(written...).Replace(c.updateSQL))
		}
	}
	conditions := make([]string, len(key))
	for i, name := range key {
		conditions[i] = name + ` = ` + placeholder(i+1)
	}
	return `UPDATE ` + table + ` SET ` + strings.Join(sets, `, `) + ` WHERE ` + strings.Join(conditions, ` AND `)
}

func (cs columns[Row]) updateArgs(row Row, key ...any) []any {
	args := append(make([]any, 0, len(key)+len(cs)), key...)
	for i := range cs {
		if cs[i].edited {
			args = append(args, cs[i].bind(row))
		}
	}
	return args
}

// selectList are the columns that are read with a row, of the table that a query calls by a
// name.
func (cs columns[Row]) selectList(table string) string {
	names := []string{}
	for _, c := range cs {
		if c.dest != nil {
			names = append(names, table+`.`+c.name)
		}
	}
	return ` ` + strings.Join(names, `, `)
}

// scanTargets is where of is read to, and then what a query has besides.
func (cs columns[Row]) scanTargets(row *Row, besides ...any) []any {
	into := make([]any, 0, len(cs)+len(besides))
	for i := range cs {
		if field := cs[i].dest; field != nil {
			into = append(into, field(row))
		}
	}
	return append(into, besides...)
}

// eraseSQL is what is written to the rows of a customer who is erased.
func (cs columns[Row]) eraseSQL() string {
	sets := []string{}
	for _, c := range cs {
		if c.eraseSQL != "" {
			sets = append(sets, c.name+` = `+c.eraseSQL)
		}
	}
	return strings.Join(sets, `, `)
}

// hasPersonalDataSQL holds for a row, of the table that a query calls by a name, in which
// something stands of what is written of a new row and an erasure empties.
func (cs columns[Row]) hasPersonalDataSQL(table string) string {
	left := []string{}
	for _, c := range cs {
		switch {
		case c.bind == nil:
		case c.eraseSQL == `NULL`:
			left = append(left, table+`.`+c.name+` IS NOT NULL`)
		case c.eraseSQL == `''`:
			left = append(left, table+`.`+c.name+` <> ''`)
		}
	}
	return `(` + strings.Join(left, ` OR `) + `)`
}

// exportTable is the table as an export carries it; key is the column that says whose a
// row is.
func (cs columns[Row]) exportTable(table, key string) exportedTable {
	carried := exportedTable{name: table, key: key}
	for _, c := range cs {
		if c.withheldReason == "" {
			carried.columns = append(carried.columns, c.name)
			carried.read = append(carried.read, cmp.Or(c.exportSQL, c.name))
		}
	}
	return carried
}

func (cs columns[Row]) addWithheld(table string, reasons map[string]string) {
	for _, c := range cs {
		if c.withheldReason != "" {
			reasons[table+"."+c.name] = c.withheldReason
		}
	}
}

func (cs columns[Row]) flagNames() (names []string) {
	for _, c := range cs {
		if c.flag {
			names = append(names, c.name)
		}
	}
	return names
}

// addPolicies adds what was decided of a table whose rows are about whose.
func (cs columns[Row]) addPolicies(table string, whose DataSubject, decisions map[string]ColumnPolicy) {
	for _, c := range cs {
		decisions[table+"."+c.name] = ColumnPolicy{Subject: cmp.Or(c.subject, whose), HiddenReason: c.hiddenReason, KeepReason: c.keepReason}
	}
}

func placeholder(n int) string { return `$` + strconv.Itoa(n) }

// optionalText is a text as it is read: NULL is the empty one.
type optionalText string

// Scan reads a stored text.
func (t *optionalText) Scan(stored any) error {
	switch stored := stored.(type) {
	case nil:
		*t = ""
	case string:
		*t = optionalText(stored)
	case []byte:
		*t = optionalText(stored)
	default:
		return fmt.Errorf("reading a text: it is a %T", stored)
	}
	return nil
}

// SetText is Scan for a text, as TextSetter has it.
func (t *optionalText) SetText(text string) { *t = optionalText(text) }

// optionalInstant is an instant as it is read: NULL is the zero one.
type optionalInstant time.Time

// Scan reads stored milliseconds.
func (i *optionalInstant) Scan(stored any) error {
	millis, ok := stored.(int64)
	if !ok && stored != nil {
		return fmt.Errorf("reading an instant: it is a %T", stored)
	}
	*i = optionalInstant(instant(sql.NullInt64{Int64: millis, Valid: ok}))
	return nil
}

// optionalMillis is a time as it is read: NULL is none.
type optionalMillis time.Duration

// Scan reads stored milliseconds.
func (d *optionalMillis) Scan(stored any) error {
	millis, ok := stored.(int64)
	if !ok && stored != nil {
		return fmt.Errorf("reading a time: it is a %T", stored)
	}
	*d = optionalMillis(time.Duration(millis) * time.Millisecond)
	return nil
}
