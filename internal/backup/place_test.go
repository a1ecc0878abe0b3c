package backup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// The system says of /dev/full what it says of a full disk.
func TestADiskThatBecomesFullLeavesNothing(t *testing.T) {
	t.Parallel()
	database, folder := shop(t), t.TempDir()
	copied := filepath.Join(folder, "copy.db")
	if err := os.Symlink("/dev/full", copied+checksum); err != nil {
		t.Fatal(err)
	}
	_, err := Make(t.Context(), Order{From: database.At(), To: copied, Now: evening})
	if err == nil || !strings.HasPrefix(err.Error(), "the disk became full while "+copied+" was written, of which nothing was left there: make room") {
		t.Errorf("it says %v", err)
	}
	if left := names(t, folder); len(left) > 0 {
		t.Errorf("left is %q", left)
	}
}

func TestADiskWithoutRoomIsRefusedBeforehand(t *testing.T) {
	t.Parallel()
	database, folder := shop(t), t.TempDir()
	none := func(string) (int64, error) { return 1 << 20, nil }
	copied := made(t, Order{From: database.At(), To: folder, Now: evening})
	kept := names(t, folder)
	_, err := Make(t.Context(), Order{From: database.At(), To: folder, Now: evening.Add(time.Hour), room: none})
	if err == nil || !strings.Contains(err.Error(), "the disk of "+folder+" is too small for a copy: it needs ") || !strings.Contains(err.Error(), "1 MiB are free") {
		t.Errorf("a copy: %v", err)
	}
	if left := names(t, folder); !slices.Equal(left, kept) {
		t.Errorf("left is %q", left)
	}
	back := t.TempDir()
	_, err = Restore(t.Context(), Return{Copy: copied.Path, To: store.At{Folder: back}, Now: evening, room: none})
	if err == nil || !strings.Contains(err.Error(), "the disk of "+back+" is too small") || len(names(t, back)) > 0 {
		t.Errorf("a restore: %v", err)
	}
}

// A copy that is killed just before it is named leaves its checksum.
func TestAChecksumWithoutACopyGoes(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	for _, name := range []string{nameOf(evening.Add(-time.Hour), false) + checksum, "theirs" + checksum} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made(t, Order{From: database.At(), To: folder, Now: evening})
	if left, want := names(t, folder), nameOf(evening, false); !slices.Equal(left, []string{want, want + checksum, "theirs" + checksum}) {
		t.Errorf("left is %q", left)
	}
}

func TestOldCopiesGoWithTheirChecksums(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	for back := range 40 {
		name := nameOf(evening.AddDate(0, 0, -1-back), back%2 == 0)
		for _, file := range []string{name, name + checksum} {
			if err := os.WriteFile(filepath.Join(folder, file), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	other := filepath.Join(folder, "somebody's.db")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	made(t, Order{From: database.At(), To: folder, Now: evening})
	left := names(t, folder)
	if len(left)%2 == 0 || len(left) > 1+2*(keptDays+keptWeeks+keptMonths) || len(left) < 1+2*keptDays {
		t.Errorf("left is %q", left)
	}
	if !slices.Contains(left, filepath.Base(other)) || !slices.Contains(left, nameOf(evening, false)) {
		t.Errorf("left is %q", left)
	}
}

func TestACopyNeedsItsPlace(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	taken := filepath.Join(folder, "taken.db")
	if err := os.WriteFile(taken, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	readable, secret := []age.Recipient(nil), []age.Recipient{key.Recipient()}
	for _, refused := range []struct {
		to   string
		by   []age.Recipient
		want string
	}{
		{taken, readable, "is there already"},
		{filepath.Join(folder, "none", "copy.db"), readable, "there is no folder"},
		{filepath.Join(folder, "none") + "/", readable, "there is no folder"},
		{filepath.Join(folder, "none"), readable, "there is no folder"}, // and not a file of that name
		{"", readable, "there is no folder"},
		{filepath.Join(folder, "copy.age"), readable, "ends in .db"},
		{filepath.Join(folder, "copy.db"), secret, "ends in .age"}, // by which it is known to be one
	} {
		_, err := Make(t.Context(), Order{From: database.At(), To: refused.to, For: refused.by, Now: evening})
		if err == nil || !strings.Contains(err.Error(), refused.want) {
			t.Errorf("to %s: %v", refused.to, err)
		}
	}
	if left := names(t, folder); len(left) != 1 {
		t.Errorf("left is %q", left)
	}
	if err := room(nil).need(folder, 1<<60); err == nil || !strings.Contains(err.Error(), "too small") {
		t.Errorf("a disk without room: %v", err)
	}
}
