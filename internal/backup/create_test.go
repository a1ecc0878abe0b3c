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

// Writing to /dev/full fails as if the disk were full.
func TestCreate_DiskFills_LeavesNoFile(t *testing.T) {
	t.Parallel()
	database, folder := newShop(t), t.TempDir()
	copyPath := filepath.Join(folder, "copy.db")
	if err := os.Symlink("/dev/full", copyPath+checksum); err != nil {
		t.Fatal(err)
	}
	_, err := Create(t.Context(), Request{From: database.Location(), To: copyPath, Now: evening})
	if err == nil || !strings.HasPrefix(err.Error(), "the disk filled up while writing "+copyPath+", which was removed: free space") {
		t.Errorf("the error is %v; want the disk that filled up, and the removed copy", err)
	}
	if remaining := listNames(t, folder); len(remaining) > 0 {
		t.Errorf("the files left are %q, want none", remaining)
	}
}

func TestCreateAndRestore_DiskTooSmall_AreRefused(t *testing.T) {
	t.Parallel()
	database, folder := newShop(t), t.TempDir()
	none := func(string) (int64, error) { return 1 << 20, nil }
	backup := mustCreate(t, Request{From: database.Location(), To: folder, Now: evening})
	before := listNames(t, folder)
	_, err := Create(t.Context(), Request{From: database.Location(), To: folder, Now: evening.Add(time.Hour), freeSpace: none})
	if err == nil || !strings.Contains(err.Error(), "not enough space on the disk of "+folder+": ") || !strings.Contains(err.Error(), "1 MiB are free") {
		t.Errorf("a backup without space: got %v, want an error with the free space", err)
	}
	if remaining := listNames(t, folder); !slices.Equal(remaining, before) {
		t.Errorf("the files left are %q, want %q", remaining, before)
	}
	back := t.TempDir()
	_, err = Restore(t.Context(), RestoreRequest{Backup: backup.Path, To: store.Location{Folder: back}, Now: evening, freeSpace: none})
	if err == nil || !strings.Contains(err.Error(), "not enough space on the disk of "+back) || len(listNames(t, back)) > 0 {
		t.Errorf("a restore without space: got %v; want an error about space, and no files", err)
	}
}

// A run that is killed before the rename leaves checksum and manifest.
func TestRotate_ChecksumWithoutBackup_IsRemoved(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	for _, name := range []string{fileName(evening.Add(-time.Hour), false) + checksum, fileName(evening.Add(-time.Hour), false) + manifest, "theirs" + checksum} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mustCreate(t, Request{From: database.Location(), To: folder, Now: evening})
	if remaining, want := listNames(t, folder), fileName(evening, false); !slices.Equal(remaining, []string{want, want + manifest, want + checksum, "theirs" + checksum}) {
		t.Errorf("the files left are %q; want the newest backup, its files, and theirs", remaining)
	}
}

func writeSoundBackup(t *testing.T, folder string, at time.Time, isEncrypted bool) string {
	t.Helper()
	name, content := fileName(at, isEncrypted), sqliteHeader
	if isEncrypted {
		content = ageHeader
	}
	sum := sha256.Sum256([]byte(content))
	for file, text := range map[string]string{name: content, name + manifest: "{}", name + checksum: hex.EncodeToString(sum[:]) + "  " + name + "\n"} {
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
	damagedName := writeSoundBackup(t, folder, evening.AddDate(0, 0, -1).Add(time.Hour), false)
	if err := os.WriteFile(filepath.Join(folder, damagedName), []byte(sqliteHeader+"cut off"), 0o600); err != nil {
		t.Fatal(err)
	}
	nightly := mustCreate(t, Request{From: database.Location(), To: folder, Now: evening.Add(-16 * time.Hour)})
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	byHand := mustCreate(t, Request{From: database.Location(), To: folder, Recipients: []age.Recipient{key.Recipient()}, Now: evening})
	again := mustCreate(t, Request{From: database.Location(), To: folder, Recipients: []age.Recipient{key.Recipient()}, Now: evening})
	remaining := listNames(t, folder)
	for _, name := range []string{yesterday, filepath.Base(nightly.Path), filepath.Base(byHand.Path), filepath.Base(again.Path)} {
		if !slices.Contains(remaining, name) {
			t.Errorf("%s was removed; files left: %q", name, remaining)
		}
	}
	if again.Path == byHand.Path {
		t.Error("the second backup within a second replaced the first")
	}
}

func TestRotate_OldBackups_GoWithTheirChecksums(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	for back := range 40 {
		writeSoundBackup(t, folder, evening.AddDate(0, 0, -1-back), back%2 == 0)
	}
	other := filepath.Join(folder, "other.db")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mustCreate(t, Request{From: database.Location(), To: folder, Now: evening})
	remaining := listNames(t, folder)
	if len(remaining)%3 != 1 || len(remaining) > 1+6*(keepDays+keepWeeks+keepMonths) || len(remaining) < 1+3*keepDays {
		t.Errorf("the files left are %q; want the backups of the last days, weeks and months", remaining)
	}
	if !slices.Contains(remaining, filepath.Base(other)) || !slices.Contains(remaining, fileName(evening, false)) {
		t.Errorf("the files left are %q, want the last backups of both kinds", remaining)
	}
}

func TestCreate_InvalidTarget_IsRefused(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	existing := filepath.Join(folder, "taken.db")
	if err := os.WriteFile(existing, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	readable, secret := []age.Recipient(nil), []age.Recipient{key.Recipient()}
	for _, c := range []struct {
		to   string
		by   []age.Recipient
		want string
	}{
		{existing, readable, "already exists"},
		{filepath.Join(folder, "none", "copy.db"), readable, "no folder for"},
		{filepath.Join(folder, "none") + "/", readable, "no folder for"},
		{filepath.Join(folder, "none"), readable, "no folder for"}, // neither a folder nor a file name
		{"", readable, "no folder for"},
		{filepath.Join(folder, "copy.age"), readable, "ends in .db"},
		{filepath.Join(folder, "copy.db"), secret, "ends in .age"}, // only encrypted backups have this suffix
	} {
		_, err := Create(t.Context(), Request{From: database.Location(), To: c.to, Recipients: c.by, Now: evening})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("a backup to %s: got %v; want an error and %q in it", c.to, err, c.want)
		}
	}
	if remaining := listNames(t, folder); len(remaining) != 1 {
		t.Errorf("the files left are %q, want one", remaining)
	}
	if err := freeSpace(nil).require(folder, 1<<60); err == nil || !strings.Contains(err.Error(), "not enough space") {
		t.Errorf("a full disk: got %v; want an error and %q in it", err, "not enough space")
	}
}
