package backup_test

import (
	"os"
	"path/filepath"
	"testing"

	"axioma/internal/backup"
)

func TestProgress_Written_IsRead(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if number, err := backup.ReadProgress(folder); number != 0 || err != nil {
		t.Errorf("without a progress file the number is %d, %v; want 0 and no error", number, err)
	}
	for _, number := range []int64{1, 9_000_000_000} {
		if err := backup.WriteProgress(folder, number); err != nil {
			t.Fatal(err)
		}
		if read, err := backup.ReadProgress(folder); read != number || err != nil {
			t.Errorf("the number was read as %d, %v, want %d", read, err, number)
		}
	}
	if err := backup.WriteProgress(filepath.Join(folder, "away"), 2); err == nil {
		t.Error("a missing folder accepts a progress file")
	}
	for _, damagedContent := range []string{"", "12x\n"} {
		if err := os.WriteFile(filepath.Join(folder, "axioma-progress"), []byte(damagedContent), 0o600); err != nil {
			t.Fatal(err)
		}
		if number, err := backup.ReadProgress(folder); err == nil {
			t.Errorf("the damaged file %q was read as %d", damagedContent, number)
		}
	}
}
