package copying

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"axioma/internal/database"
	"axioma/internal/store"
)

// changeLog records in a SQLite database which rows of a business change, as rows there store no transaction ids. It is
// a table, filled by triggers for as long as a move runs. The token tells this log from one that another run starts in
// its place, and from none: a migration that rebuilds a table drops the table's triggers.
type changeLog struct {
	businessID string
	token      string // empty: not started
}

var changeEvents = []string{"INSERT", "UPDATE", "DELETE"}

// loggedTables are those whose changes can be found. The other tables are small and compared whole.
func loggedTables() []businessTable {
	return slices.DeleteFunc(businessTables(), func(table businessTable) bool { return !table.hasBusinessID() })
}

func (l *changeLog) name() string { return quoteName("changes of " + l.businessID) }

func (l *changeLog) trigger(table businessTable, event string) string {
	return quoteName(l.triggerPrefix() + event + " " + table.name)
}

func (l *changeLog) triggerPrefix() string { return "changes of " + l.businessID + ": " }

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quoteText(text string) string { return `'` + strings.ReplaceAll(text, `'`, `''`) + `'` }

// start begins a log, in place of one that an interrupted run left. On PostgreSQL it does nothing.
func (l *changeLog) start(ctx context.Context, st *store.Store) error {
	token := rand.Text()
	err := st.WriteRows(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) error {
		if d.OldestTransaction != "" {
			token = ""
			return nil
		}
		if err := l.remove(ctx, q); err != nil {
			return err
		}
		create := `CREATE TABLE ` + l.name() + ` (position INTEGER PRIMARY KEY, table_name TEXT NOT NULL, key_1, key_2, key_3)`
		if _, err := q.Exec(ctx, create, nil); err != nil {
			return err
		}
		for _, table := range loggedTables() {
			for _, event := range changeEvents {
				if _, err := q.Exec(ctx, l.createTrigger(table, event, token), nil); err != nil {
					return fmt.Errorf("on table %s: %w", table.name, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("starting to record changes: %w", err)
	}
	l.token = token
	return nil
}

// createTrigger returns a statement whose text contains the token, by which countTriggers finds it.
func (l *changeLog) createTrigger(table businessTable, event, token string) string {
	var selects []string
	for _, row := range map[string][]string{"INSERT": {"NEW"}, "UPDATE": {"OLD", "NEW"}, "DELETE": {"OLD"}}[event] {
		values := []string{"NULL", "NULL", "NULL"}
		for i, column := range table.key {
			values[i] = row + "." + column
		}
		selects = append(selects, `SELECT `+quoteText(table.name)+`, `+strings.Join(values, `, `)+` WHERE `+row+`.business_id = `+quoteText(l.businessID))
	}
	return `CREATE TRIGGER ` + l.trigger(table, event) + ` AFTER ` + event + ` ON ` + table.name + ` /* ` + token + ` */ BEGIN
		INSERT INTO ` + l.name() + ` (table_name, key_1, key_2, key_3) ` + strings.Join(selects, ` UNION `) + `; END`
}

// end removes the log, also one of an interrupted run unless onlyOwn. It may be repeated.
func (l *changeLog) end(ctx context.Context, st *store.Store, onlyOwn bool) error {
	err := st.WriteRows(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) error {
		if d.OldestTransaction != "" {
			return nil
		}
		if triggers, err := l.countTriggers(ctx, q); err != nil || onlyOwn && triggers == 0 {
			return err
		}
		return l.remove(ctx, q)
	})
	if err != nil {
		return fmt.Errorf("removing the record of changes: %w", err)
	}
	l.token = ""
	return nil
}

// remove finds the triggers by their names, since a migration may have renamed their tables.
func (l *changeLog) remove(ctx context.Context, q database.Querier) error {
	var triggers []string
	find := `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND substr(name, 1, length($1)) = $1`
	err := database.Each(ctx, q, find, []any{l.triggerPrefix()}, func(row database.Scanner) error {
		var name string
		err := row.Scan(&name)
		triggers = append(triggers, strings.Clone(name))
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range triggers {
		if _, err := q.Exec(ctx, `DROP TRIGGER `+quoteName(name), nil); err != nil {
			return err
		}
	}
	_, err = q.Exec(ctx, `DROP TABLE IF EXISTS `+l.name(), nil)
	return err
}

// position returns the log's last position, or "" if the log does not record all changes.
func (l *changeLog) position(ctx context.Context, q database.Querier) (position string, err error) {
	triggers, err := l.countTriggers(ctx, q)
	if err != nil || triggers != len(loggedTables())*len(changeEvents) {
		return "", err
	}
	var last int
	err = database.QueryRow(ctx, q, `SELECT coalesce(max(position), 0) FROM `+l.name()).Scan(&last)
	return strconv.Itoa(last), err
}

// countTriggers counts the triggers of this log.
func (l *changeLog) countTriggers(ctx context.Context, q database.Querier) (count int, err error) {
	if l.token == "" {
		return 0, nil
	}
	err = database.QueryRow(ctx, q, `SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND instr(sql, $1) > 0`, l.token).Scan(&count)
	return count, err
}

// keysQuery has the parameters of PostgreSQL's query: the business, which needs no condition here, a position, a limit.
func (l *changeLog) keysQuery(table businessTable) string {
	return `SELECT DISTINCT ` + strings.Join([]string{"key_1", "key_2", "key_3"}[:len(table.key)], `, `) + ` FROM ` + l.name() +
		` WHERE table_name = ` + quoteText(table.name) + ` AND position > CAST($2 AS INTEGER) AND $1 <> '' LIMIT $3`
}
