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

// Writing to /dev/full fails as on a full disk.
func TestCreate_DiskFills_LeavesNoFile(t *testing.T) {
	t.Parallel()
	database, folder := newShop(t), t.TempDir()
	copied := filepath.Join(folder, "copy.db")
	if err := os.Symlink("/dev/full", copied+checksum); err != nil {
		t.Fatal(err)
	}
	_, err := Create(t.Context(), Request{From: database.At(), To: copied, Now: evening})
	if err == nil || !strings.HasPrefix(err.Error(), "the disk became full while "+copied+" was written, of which nothing was left there: make room") {
		t.Errorf("it says %v", err)
	}
	if left := listNames(t, folder); len(left) > 0 {
		t.Errorf("left is %q", left)
	}
}

func TestCreateAndRestore_DiskTooSmall_AreRefused(t *testing.T) {
	t.Parallel()
	database, folder := newShop(t), t.TempDir()
	none := func(string) (int64, error) { return 1 << 20, nil }
	copied := mustCreate(t, Request{From: database.At(), To: folder, Now: evening})
	kept := listNames(t, folder)
	_, err := Create(t.Context(), Request{From: database.At(), To: folder, Now: evening.Add(time.Hour), freeSpace: none})
	if err == nil || !strings.Contains(err.Error(), "the disk of "+folder+" is too small for a copy: it needs ") || !strings.Contains(err.Error(), "1 MiB are free") {
		t.Errorf("a copy: %v", err)
	}
	if left := listNames(t, folder); !slices.Equal(left, kept) {
		t.Errorf("left is %q", left)
	}
	back := t.TempDir()
	_, err = Restore(t.Context(), RestoreRequest{Backup: copied.Path, To: store.At{Folder: back}, Now: evening, freeSpace: none})
	if err == nil || !strings.Contains(err.Error(), "the disk of "+back+" is too small") || len(listNames(t, back)) > 0 {
		t.Errorf("a restore: %v", err)
	}
}

// A run that is killed before the rename leaves its checksum.
func TestRotate_ChecksumWithoutBackup_IsRemoved(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	for _, name := range []string{fileName(evening.Add(-time.Hour), false) + checksum, "theirs" + checksum} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mustCreate(t, Request{From: database.At(), To: folder, Now: evening})
	if left, want := listNames(t, folder), fileName(evening, false); !slices.Equal(left, []string{want, want + checksum, "theirs" + checksum}) {
		t.Errorf("left is %q", left)
	}
}

// writeSoundBackup writes a file that isSound accepts, and returns its name.
func writeSoundBackup(t *testing.T, folder string, at time.Time, isEncrypted bool) string {
	t.Helper()
	name, content := fileName(at, isEncrypted), sqliteHeader
	if isEncrypted {
		content = ageHeader
	}
	sum := sha256.Sum256([]byte(content))
	for file, text := range map[string]string{name: content, name + checksum: hex.EncodeToString(sum[:]) + "  " + name + "\n"} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

func TestCreate_ManualEncryptedBackup_LeavesTheOthers(t *testing.T) {
	t.Parallel()
	database, folder := storetest.New(t), t.TempDir()
	yesterday := writeSoundBackup(t, folder, evening.AddDate(0, 0, -1), false)
	damaged := writeSoundBackup(t, folder, evening.AddDate(0, 0, -1).Add(time.Hour), false)
	if err := os.WriteFile(filepath.Join(folder, damaged), []byte(sqliteHeader+"cut off"), 0o600); err != nil {
		t.Fatal(err)
	}
	nightly := mustCreate(t, Request{From: database.At(), To: folder, Now: evening.Add(-16 * time.Hour)})
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	byHand := mustCreate(t, Request{From: database.At(), To: folder, Recipients: []age.Recipient{key.Recipient()}, Now: evening})
	again := mustCreate(t, Request{From: database.At(), To: folder, Recipients: []age.Recipient{key.Recipient()}, Now: evening})
	left := listNames(t, folder)
	for _, name := range []string{yesterday, filepath.Base(nightly.Path), filepath.Base(byHand.Path), filepath.Base(again.Path)} {
		if !slices.Contains(left, name) {
			t.Errorf("%s is gone; left is %q", name, left)
		}
	}
	if again.Path == byHand.Path {
		t.Error("the second one of a moment replaces the first")
	}
}

func TestRotate_OldBackups_GoWithTheirChecksums(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	for back := range 40 {
		writeSoundBackup(t, folder, evening.AddDate(0, 0, -1-back), back%2 == 0)
	}
	other := filepath.Join(folder, "somebody's.db")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mustCreate(t, Request{From: database.At(), To: folder, Now: evening})
	left := listNames(t, folder)
	if len(left)%2 == 0 || len(left) > 1+4*(keepDays+keepWeeks+keepMonths) || len(left) < 1+2*keepDays {
		t.Errorf("left is %q", left)
	}
	if !slices.Contains(left, filepath.Base(other)) || !slices.Contains(left, fileName(evening, false)) {
		t.Errorf("left is %q", left)
	}
}

func TestCreate_InvalidTarget_IsRefused(t *testing.T) {
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
		{filepath.Join(folder, "none"), readable, "there is no folder"}, // not a file of that name
		{"", readable, "there is no folder"},
		{filepath.Join(folder, "copy.age"), readable, "ends in .db"},
		{filepath.Join(folder, "copy.db"), secret, "ends in .age"}, // the suffix of encrypted backups
	} {
		_, err := Create(t.Context(), Request{From: database.At(), To: refused.to, Recipients: refused.by, Now: evening})
		if err == nil || !strings.Contains(err.Error(), refused.want) {
			t.Errorf("to %s: %v", refused.to, err)
		}
	}
	if left := listNames(t, folder); len(left) != 1 {
		t.Errorf("left is %q", left)
	}
	if err := freeSpace(nil).require(folder, 1<<60); err == nil || !strings.Contains(err.Error(), "too small") {
		t.Errorf("a disk without room: %v", err)
	}
}
