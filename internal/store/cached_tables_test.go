package store_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestCache_Queries_ReadWatchedTablesOnly(t *testing.T) {
	t.Parallel()
	database := storetest.NewFile(t)
	var queries []store.ExecutedQuery
	err := database.Open(t).RecordQueries(t.Context(), "shop", func(a store.ExecutedQuery) { queries = append(queries, a) }, func(tx *store.Tx, p *store.PlatformTx) {
		if _, err := p.Sessions().Status("unknown", "none"); err == nil {
			t.Error("an unknown session has a valid status")
		}
		if _, err := tx.Business().Get(); err == nil {
			t.Error("a business was found in an empty database")
		}
	})
	if err != nil || len(queries) != 2 {
		t.Fatalf("the queries are %v, %v; want two", queries, err)
	}
	conn := connect(t, "sqlite", "file:"+filepath.Join(database.Folder, "axioma.db"))
	read := []string{}
	for _, a := range queries {
		for _, table := range tablesRead(t, conn, a) {
			if !slices.Contains(read, table) {
				read = append(read, table)
			}
		}
	}
	if slices.Sort(read); !slices.Equal(read, store.CachedTables()) {
		t.Errorf("the queries read the tables %v, want CachedTables()", read)
	}
}

func tablesRead(t *testing.T, conn *sql.Conn, a store.ExecutedQuery) (tables []string) {
	t.Helper()
	rows, err := conn.QueryContext(t.Context(), "EXPLAIN "+a.Text, a.Args...)
	if err != nil {
		t.Fatal(err)
	}
	pages := []int64{}
	for rows.Next() {
		var address, p1, page, p3, p5 int64
		var operation string
		var p4, comment any
		if err := rows.Scan(&address, &operation, &p1, &page, &p3, &p4, &p5, &comment); err != nil {
			t.Fatal(err)
		}
		if operation == "OpenRead" {
			pages = append(pages, page)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		var table string
		if err := conn.QueryRowContext(t.Context(), "SELECT tbl_name FROM sqlite_schema WHERE rootpage = $1", page).Scan(&table); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	return tables
}
