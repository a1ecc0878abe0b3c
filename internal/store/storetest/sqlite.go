package storetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"axioma/internal/store"
)

const sqliteFile = "axioma.db"

// sqliteTemplate is copied, which is faster than migrating.
var sqliteTemplate = sync.OnceValues(makeSQLiteTemplate)

func createSQLite(t testing.TB) (folder string) {
	t.Helper()
	content, err := sqliteTemplate()
	if err != nil {
		t.Fatalf("making the template database: %v", err)
	}
	folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, sqliteFile), content, 0o600); err != nil {
		t.Fatalf("creating the test database: %v", err)
	}
	return folder
}

// OpenScratch opens an empty folder like store.OpenScratch.
func OpenScratch(ctx context.Context, folder string) (*store.Store, error) {
	content, err := sqliteTemplate()
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, sqliteFile), content, 0o600); err != nil {
		return nil, err
	}
	return store.OpenScratch(ctx, folder)
}

func makeSQLiteTemplate() (content []byte, err error) {
	folder, err := os.MkdirTemp("", "axioma-template")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	st, err := store.OpenSQLite(background(), folder)
	if err != nil {
		return nil, err
	}
	if err := st.Close(); err != nil {
		return nil, err
	}
	if journal, err := os.Stat(filepath.Join(folder, sqliteFile+"-wal")); err == nil && journal.Size() > 0 {
		return nil, fmt.Errorf("%d bytes of the template are in its journal", journal.Size())
	}
	return os.ReadFile(filepath.Join(folder, sqliteFile))
}
