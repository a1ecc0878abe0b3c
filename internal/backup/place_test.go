package backup

import (
	"crypto/sha256"
	"encoding/hex"
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
	_, err := Make(t.Context(), Order{From: database.Location(), To: copied, Now: evening})
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
	copied := made(t, Order{From: database.Location(), To: folder, Now: evening})
	kept := names(t, folder)
	_, err := Make(t.Context(), Order{From: database.Location(), To: folder, Now: evening.Add(time.Hour), room: none})
	if err == nil || !strings.Contains(err.Error(), "the disk of "+folder+" is too small for a copy: it needs ") || !strings.Contains(err.Error(), "1 MiB are free") {
		t.Errorf("a copy: %v", err)
	}
	if left := names(t, folder); !slices.Equal(left, kept) {
		t.Errorf("left is %q", left)
	}
	back := t.TempDir()
	_, err = Restore(t.Context(), Return{Copy: copied.Path, To: store.Location{Folder: back}, Now: evening, room: none})
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
	made(t, Order{From: database.Location(), To: folder, Now: evening})
	if left, want := names(t, folder), nameOf(evening, false); !slices.Equal(left, []string{want, want + checksum, "theirs" + checksum}) {
		t.Errorf("left is %q", left)
	}
}

// soundBackup writes what a rotation takes for a sound backup of a moment, and returns its
// name.
func soundBackup(t *testing.T, folder string, at time.Time, isEncrypted bool) string {
	t.Helper()
	name, content := nameOf(at, isEncrypted), sqliteSign
	if isEncrypted {
		content = ageSign
	}
	sum := sha256.Sum256([]byte(content))
	for file, text := range map[string]string{name: content, name + checksum: hex.EncodeToString(sum[:]) + "  " + name + "\n"} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

func TestMake_EncryptedBackupByHand_LeavesTheOthers(t *testing.T) {
	t.Parallel()
	database, folder := storetest.New(t), t.TempDir()
	yesterday := soundBackup(t, folder, evening.AddDate(0, 0, -1), false)
	damaged := soundBackup(t, folder, evening.AddDate(0, 0, -1).Add(time.Hour), false)
	if err := os.WriteFile(filepath.Join(folder, damaged), []byte(sqliteSign+"cut off"), 0o600); err != nil {
		t.Fatal(err)
	}
	nightly := made(t, Order{From: database.Location(), To: folder, Now: evening.Add(-16 * time.Hour)})
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	byHand := made(t, Order{From: database.Location(), To: folder, For: []age.Recipient{key.Recipient()}, Now: evening})
	again := made(t, Order{From: database.Location(), To: folder, For: []age.Recipient{key.Recipient()}, Now: evening})
	left := names(t, folder)
	for _, name := range []string{yesterday, filepath.Base(nightly.Path), filepath.Base(byHand.Path), filepath.Base(again.Path)} {
		if !slices.Contains(left, name) {
			t.Errorf("%s is gone; left is %q", name, left)
		}
	}
	if again.Path == byHand.Path {
		t.Error("the second one of a moment replaces the first")
	}
}

func TestOldCopiesGoWithTheirChecksums(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	for back := range 40 {
		soundBackup(t, folder, evening.AddDate(0, 0, -1-back), back%2 == 0)
	}
	other := filepath.Join(folder, "somebody's.db")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	made(t, Order{From: database.Location(), To: folder, Now: evening})
	left := names(t, folder)
	if len(left)%2 == 0 || len(left) > 1+4*(keptDays+keptWeeks+keptMonths) || len(left) < 1+2*keptDays {
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
		_, err := Make(t.Context(), Order{From: database.Location(), To: refused.to, For: refused.by, Now: evening})
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
