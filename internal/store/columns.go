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

// column describes a column for inserts, updates, reads, exports and erasures.
type column[Row any] struct {
	name string
	flag bool // boolean; a number in SQLite

	bind      func(Row) any // value to insert and, if edited, to update; nil: not inserted
	edited    bool
	updateSQL string         // update expression; $phone is the new value of the column phone
	dest      func(*Row) any // nil: not read with the row

	withheldReason string      // empty: exported
	exportSQL      string      // exported instead of the column
	subject        DataSubject // zero: that of the table
	hiddenReason   string      // empty: shown in 'Mis datos'
	eraseSQL       string
	keepReason     string
}

// columns are in export order, without business_id.
type columns[Row any] []column[Row]

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

func (cs columns[Row]) updateSQL(table string, key ...string) string {
	sets, replacements := []string{}, []string{}
	for _, c := range cs {
		if c.edited {
			at := placeholder(len(key) + len(sets) + 1)
			sets, replacements = append(sets, c.name+` = `+at), append(replacements, `$`+c.name, at)
		}
	}
	for _, c := range cs {
		if c.updateSQL != "" {
			sets = append(sets, c.name+` = `+strings.NewReplacer(replacements...).Replace(c.updateSQL))
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

func (cs columns[Row]) selectList(table string) string {
	names := []string{}
	for _, c := range cs {
		if c.dest != nil {
			names = append(names, table+`.`+c.name)
		}
	}
	return ` ` + strings.Join(names, `, `)
}

func (cs columns[Row]) scanTargets(row *Row, further ...any) []any {
	into := make([]any, 0, len(cs)+len(further))
	for i := range cs {
		if field := cs[i].dest; field != nil {
			into = append(into, field(row))
		}
	}
	return append(into, further...)
}

func (cs columns[Row]) eraseSQL() string {
	sets := []string{}
	for _, c := range cs {
		if c.eraseSQL != "" {
			sets = append(sets, c.name+` = `+c.eraseSQL)
		}
	}
	return strings.Join(sets, `, `)
}

// hasPersonalDataSQL returns a condition that is true while an inserted column that an erasure empties has a value.
func (cs columns[Row]) hasPersonalDataSQL(table string) string {
	remaining := []string{}
	for _, c := range cs {
		switch {
		case c.bind == nil:
		case c.eraseSQL == `NULL`:
			remaining = append(remaining, table+`.`+c.name+` IS NOT NULL`)
		case c.eraseSQL == `''`:
			remaining = append(remaining, table+`.`+c.name+` <> ''`)
		}
	}
	return `(` + strings.Join(remaining, ` OR `) + `)`
}

func (cs columns[Row]) exportTable(table, key string) exportedTable {
	definition := exportedTable{name: table, key: key}
	for _, c := range cs {
		if c.withheldReason == "" {
			definition.columns = append(definition.columns, c.name)
			definition.read = append(definition.read, cmp.Or(c.exportSQL, c.name))
		}
	}
	return definition
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

func (cs columns[Row]) addPolicies(table string, subject DataSubject, decisions map[string]ColumnPolicy) {
	for _, c := range cs {
		decisions[table+"."+c.name] = ColumnPolicy{Subject: cmp.Or(c.subject, subject), HiddenReason: c.hiddenReason, KeepReason: c.keepReason}
	}
}

func placeholder(n int) string { return `$` + strconv.Itoa(n) }

// optionalText reads NULL as "".
type optionalText string

func (t *optionalText) Scan(src any) error {
	switch value := src.(type) {
	case nil:
		*t = ""
	case string:
		*t = optionalText(value)
	case []byte:
		*t = optionalText(value)
	default:
		return fmt.Errorf("reading a text: it is a %T", value)
	}
	return nil
}

func (t *optionalText) SetText(text string) { *t = optionalText(text) }

// optionalInstant reads NULL as the zero instant.
type optionalInstant time.Time

func (i *optionalInstant) Scan(src any) error {
	millis, ok := src.(int64)
	if !ok && src != nil {
		return fmt.Errorf("reading an instant: it is a %T", src)
	}
	*i = optionalInstant(instant(sql.NullInt64{Int64: millis, Valid: ok}))
	return nil
}

// optionalInt reads NULL as zero.
type optionalInt int64

func (i *optionalInt) Scan(src any) error {
	number, ok := src.(int64)
	if !ok && src != nil {
		return fmt.Errorf("reading a number: it is a %T", src)
	}
	*i = optionalInt(number)
	return nil
}

// optionalMillis reads NULL as zero.
type optionalMillis time.Duration

func (d *optionalMillis) Scan(src any) error {
	millis, ok := src.(int64)
	if !ok && src != nil {
		return fmt.Errorf("reading a time: it is a %T", src)
	}
	*d = optionalMillis(time.Duration(millis) * time.Millisecond)
	return nil
}
