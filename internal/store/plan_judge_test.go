package store_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// walk is a scan of a whole table, or of all rows of a business.
type walk struct {
	method, table string
}

// coarse columns do not make a query selective within a business.
var coarse = []string{"business_id", "status", "sort_key"}

type schema struct {
	indexes map[string]string
	tables  map[string]bool
}

func readSchema(t *testing.T, conn *sql.Conn, postgres bool) schema {
	t.Helper()
	query := `SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' UNION ALL SELECT '', name FROM sqlite_master WHERE type = 'table'`
	if postgres {
		query = `SELECT indexname, tablename FROM pg_indexes WHERE schemaname = 'public' UNION ALL
			SELECT '', tablename FROM pg_tables WHERE schemaname = 'public'`
	}
	result := schema{map[string]string{}, map[string]bool{}}
	rows, err := conn.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var index, table string
		if err := rows.Scan(&index, &table); err != nil {
			t.Fatal(err)
		}
		result.tables[table] = true
		if index != "" {
			result.indexes[index] = table
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return result
}

var (
	step       = regexp.MustCompile(`^(SCAN|SEARCH) (\S+)(?: USING (AUTOMATIC )?(?:PARTIAL )?(?:COVERING )?INDEX (\S+)?)?[^(]*(?:\((.*)\))?`)
	namedTable = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?`)
	leading    = regexp.MustCompile(`^\W*(\w+)`)
)

func (s schema) sqliteWalks(query, line string) (table string, walks bool) {
	match := step.FindStringSubmatch(line)
	if match == nil {
		return "", false
	}
	kind, name, automatic, index, conditions := match[1], match[2], match[3], match[4], match[5]
	table = s.indexes[index]
	if table == "" {
		table = s.tableCalled(query, name)
	}
	if table == "" {
		return "", false // the table is made by the query itself
	}
	isSkipScan := strings.HasPrefix(conditions, "ANY(") // reads each value of the index's first column
	return table, kind == "SCAN" || automatic != "" || isSkipScan || onlyCoarse(conditions)
}

func (s schema) tableCalled(query, name string) string {
	for _, pair := range namedTable.FindAllStringSubmatch(query, -1) {
		if (pair[1] == name || pair[2] == name) && s.tables[pair[1]] {
			return pair[1]
		}
	}
	return ""
}

func onlyCoarse(conditions string) bool {
	for _, condition := range strings.Split(conditions, " AND ") {
		column := leading.FindStringSubmatch(condition)
		if column != nil && !slices.Contains(coarse, column[1]) {
			return false
		}
	}
	return true
}

func explainSQLite(ctx context.Context, conn *sql.Conn, a recordedQuery) ([]string, error) {
	rows, err := conn.QueryContext(ctx, "EXPLAIN QUERY PLAN "+a.text, a.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var id, parent, extra int
		var line string
		if err := rows.Scan(&id, &parent, &extra, &line); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, rows.Err()
}

type node struct {
	Kind      string `json:"Node Type"`
	Relation  string `json:"Relation Name"`
	Index     string `json:"Index Name"`
	Condition string `json:"Index Cond"`
	Plans     []node
}

func (s schema) postgresWalks(n node, report func(table, step string)) {
	switch n.Kind {
	case "Seq Scan":
		report(n.Relation, n.Kind)
	case "Index Scan", "Index Only Scan", "Bitmap Index Scan":
		if onlyCoarse(n.Condition) {
			report(s.indexes[n.Index], n.Kind+" on "+n.Index+" "+n.Condition)
		}
	}
	for _, below := range n.Plans {
		s.postgresWalks(below, report)
	}
}

func explainPostgres(ctx context.Context, conn *sql.Conn, a recordedQuery) ([]node, error) {
	plans := []node{}
	explain := func(query string, args ...any) error {
		var planJSON string
		if err := conn.QueryRowContext(ctx, "EXPLAIN (FORMAT JSON) "+query, args...).Scan(&planJSON); err != nil {
			return err
		}
		var plan []struct{ Plan node }
		if err := json.Unmarshal([]byte(planJSON), &plan); err != nil {
			return err
		}
		plans = append(plans, plan[0].Plan)
		return nil
	}
	if err := explain(a.text, a.args...); err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "PREPARE asked AS "+a.text); err != nil {
		return nil, err
	}
	execute := "EXECUTE asked"
	if len(a.args) > 0 {
		execute += "(" + strings.TrimSuffix(strings.Repeat("NULL, ", len(a.args)), ", ") + ")"
	}
	err := explain(execute)
	_, fault := conn.ExecContext(ctx, "DEALLOCATE asked")
	if err = errors.Join(err, fault); err != nil {
		return nil, fmt.Errorf("for any arguments: %w", err)
	}
	return plans, nil
}
