package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"axioma/internal/store"
)

func TestOpen_Files_ArePrivate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 { // first created, then found
		st, err := store.Open(t.Context(), store.Location{Folder: folder})
		if err != nil {
			t.Fatal(err)
		}
		lock, err := store.LockFolder(folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := st.ExecRaw(t.Context(), "INSERT INTO settings (name, value) VALUES ('"+t.Name()+"', '') ON CONFLICT DO NOTHING"); err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) < 4 {
			t.Fatalf("the folder has too few files: %v, %v; want at least 4", entries, err)
		}
		for _, entry := range entries {
			info, err := entry.Info()
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s has the mode %v, %v; want 0600", entry.Name(), info.Mode(), err)
			}
		}
		if err := lock.Close(); err != nil {
			t.Error(err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
		if err := os.Chmod(filepath.Join(folder, "axioma.db"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
