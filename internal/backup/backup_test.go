package backup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/copying"
	"axioma/internal/store/storetest"
)

var evening = time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)

// newShop has two queued messages, one of them with an expired code.
func newShop(t *testing.T) storetest.Database {
	t.Helper()
	database := storetest.New(t)
	message := func(id, kind string, expires string) string {
		return fmt.Sprintf(`INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, created_at, expires_at)
			VALUES ('shop', '%s', 'ana', '+34600000001', '%s', 'Hola', 'QUEUED', 0, %s)`, id, kind, expires)
	}
	err := database.Try(t,
		`INSERT INTO businesses (id, name, status, time_zone, country, visit_target, vip_visit_target, half_reward_enabled,
			wa_enabled, wa_rate_per_minute, wa_daily_cap, wa_monthly_cap, wa_free_credits, created_at)
			VALUES ('shop', 'Barbería', 'ACTIVE', 'Europe/Madrid', 'ES', 10, 10, TRUE, TRUE, 1, 1, 1, 0, 0)`,
		`INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at) VALUES ('shop', 'ana', 'Ana', 'ana', '', 0, 0)`,
		`INSERT INTO cards (business_id, id, customer_id, stamps) VALUES ('shop', 'card', 'ana', 0)`,
		`INSERT INTO users (id, business_id, email, name, role, password_hash, token_version, created_at) VALUES ('u', 'shop', 'o@axioma.test', 'Olga', 'OWNER', '', 3, 0)`,
		message("qr", "QR", "NULL"), message("code", "OTP", "1000"))
	if err != nil {
		t.Fatal(err)
	}
	return database
}

func mustCreate(t *testing.T, order Request) Result {
	t.Helper()
	backup, err := Create(t.Context(), order)
	if err != nil {
		t.Fatal(err)
	}
	return backup
}

func listNames(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func restoreIntoNewFolder(t *testing.T, path string, identities ...age.Identity) (RestoreResult, storetest.Database, error) {
	t.Helper()
	folder := t.TempDir()
	result, err := Restore(t.Context(), RestoreRequest{Backup: path, To: store.Location{Folder: folder}, Identities: identities, Now: evening})
	return result, storetest.Database{Folder: folder}, err
}

func TestRestore_Backup_RestoresEveryRow(t *testing.T) {
	t.Parallel()
	database, folder := newShop(t), t.TempDir()
	before, err := copying.CountRows(t.Context(), database.Location())
	if err != nil {
		t.Fatal(err)
	}
	backup := mustCreate(t, Request{From: database.Location(), To: folder, Now: evening})
	if want := []string{"axioma-20261124T200000Z.db", "axioma-20261124T200000Z.db.json", "axioma-20261124T200000Z.db.sha256"}; !slices.Equal(listNames(t, folder), want) {
		t.Errorf("the folder has %q, want %q", listNames(t, folder), want)
	}
	result, back, err := restoreIntoNewFolder(t, backup.Path)
	if err != nil {
		t.Fatal(err)
	}
	before["settings"] += 2 // a restore adds its time, and marks the installation as unknown
	before["events"]++      // a restore adds an event, because counters may have seen later changes
	if !maps.Equal(before, result.Rows) || before["customers"] != 1 {
		t.Errorf("rows before are %v, rows after %v", before, result.Rows)
	}
	if result.ChecksumMissing || result.ReplacedFolder != "" {
		t.Errorf("the restore is reported as %+v; want ChecksumMissing false and no ReplacedFolder", result)
	}
	if err := copying.Verify(t.Context(), back.Folder); err != nil {
		t.Error(err)
	}
}

func TestRestore_EarlierDecision_IsForgotten(t *testing.T) {
	t.Parallel()
	database := newShop(t)
	earlierRestore := loyalty.Restore{Decision: loyalty.ReleaseRestored, DecidedAt: evening}
	err := database.Open(t).InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Restores().Note(earlierRestore) })
	if err != nil {
		t.Fatal(err)
	}
	folder, createdAt := t.TempDir(), evening.Add(-time.Hour)
	for to, want := range map[string]time.Time{folder: createdAt, filepath.Join(folder, "mine.db"): {}} {
		backup, err := Create(t.Context(), Request{From: database.Location(), To: to, Now: createdAt})
		if err != nil {
			t.Fatal(err)
		}
		_, back, err := restoreIntoNewFolder(t, backup.Path)
		if err != nil {
			t.Fatal(err)
		}
		err = back.Open(t).ViewPlatform(t.Context(), func(tx *store.PlatformTx) error {
			last, err := tx.Restores().Last()
			if want := (loyalty.Restore{CopiedAt: want, At: evening}); last != want {
				t.Errorf("the record of %s is %+v, want %+v", backup.Path, last, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRestore_QueuedMessagesAndSessions_AreHeldAndEnded(t *testing.T) {
	t.Parallel()
	backup := mustCreate(t, Request{From: newShop(t).Location(), To: t.TempDir(), Now: evening})
	result, back, err := restoreIntoNewFolder(t, backup.Path)
	if err != nil || result.HeldMessages != 1 {
		t.Fatalf("%d messages are held, %v; want 1", result.HeldMessages, err)
	}
	if heldMessages := back.Rows(t, `SELECT id FROM messages WHERE held_by = 'RESTORED' AND next_try_at > 4000000000000`); !slices.Equal(heldMessages, []string{"qr"}) {
		t.Errorf("held messages: %q, want only qr", heldMessages)
	}
	// A version derived from the backup or the time could be guessed.
	versions := back.Rows(t, `SELECT token_version FROM users WHERE previous_token_version IS NULL`)
	if len(versions) != 1 || slices.Contains([]string{"3", "4", fmt.Sprint(evening.UnixMilli())}, versions[0]) {
		t.Errorf("the token versions are %q, want a new one", versions)
	}
}

func TestRestore_EncryptedBackup_NeedsItsKey(t *testing.T) {
	t.Parallel()
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	other, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	backup := mustCreate(t, Request{From: newShop(t).Location(), To: folder, Recipients: []age.Recipient{key.Recipient()}, Now: evening})
	content, err := os.ReadFile(backup.Path)
	if err != nil || strings.Contains(string(content), "Barbería") || strings.HasPrefix(string(content), "SQLite") {
		t.Errorf("the backup is not encrypted: %v", err)
	}
	if len(listNames(t, folder)) != 3 {
		t.Errorf("the folder has %q, want three files", listNames(t, folder))
	}
	cutOff := filepath.Join(t.TempDir(), "cut.db.age")
	if err := os.WriteFile(cutOff, content[:len(content)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, back, err := restoreIntoNewFolder(t, cutOff, key); err == nil || !strings.Contains(err.Error(), "it is damaged or truncated") || len(listNames(t, back.Folder)) > 0 {
		t.Errorf("a truncated backup: got %v; want an error about damage, and no files", err)
	}
	for name, keys := range map[string][]age.Identity{"without a key": nil, "with another key": {other}} {
		if _, back, err := restoreIntoNewFolder(t, backup.Path, keys...); err == nil || len(listNames(t, back.Folder)) > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if result, _, err := restoreIntoNewFolder(t, backup.Path, key); err != nil || result.Rows["customers"] != 1 {
		t.Errorf("a restore with its key: %v, %v; want one customer", result, err)
	}
}

func TestRestore_DamagedBackup_IsRefused(t *testing.T) {
	t.Parallel()
	whole := mustCreate(t, Request{From: newShop(t).Location(), To: filepath.Join(t.TempDir(), "whole.db"), Now: evening})
	content, err := os.ReadFile(whole.Path)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(whole.Path + checksum)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content, sum []byte
		want         string
	}{
		"truncated":                     {content[:len(content)/2], sum, "is damaged or truncated"},
		"truncated, without a checksum": {content[:len(content)/2], nil, "the file is damaged"},
		"truncated header":              {content[:50], nil, "is not a database"},
		"empty":                         {nil, nil, "it has no Axioma data"},
		"one changed byte":              {append(slices.Clone(content[:len(content)-1]), content[len(content)-1]^1), sum, "damaged or truncated"},
		"no database":                   {[]byte(strings.Repeat("something else ", 500)), nil, "not a database"},
	} {
		path := filepath.Join(t.TempDir(), "copy.db")
		if err := os.WriteFile(path, c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if c.sum != nil {
			if err := os.WriteFile(path+checksum, c.sum, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, back, err := restoreIntoNewFolder(t, path)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasSuffix(err.Error(), "Nothing was changed: use another backup") {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
		if remaining := listNames(t, back.Folder); len(remaining) > 0 {
			t.Errorf("%s left %q in the folder, want none", name, remaining)
		}
	}
}

func TestRestore_BackupOfANewerVersion_IsRefused(t *testing.T) {
	t.Parallel()
	database := storetest.NewFile(t)
	backup := mustCreate(t, Request{From: database.Location(), To: filepath.Join(t.TempDir(), "copy.db"), Now: evening})
	folder := t.TempDir()
	if err := os.Rename(backup.Path, store.FileIn(folder)); err != nil {
		t.Fatal(err)
	}
	newer := storetest.Database{Folder: folder}
	newer.Corrupt(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)")
	if _, _, err := restoreIntoNewFolder(t, store.FileIn(folder)); err == nil || !strings.Contains(err.Error(), "use the newer program") {
		t.Errorf("a backup of a newer program: got %v; want an error and %q in it", err, "use the newer program")
	}
}

func TestRestore_ExistingData_NeedsReplace(t *testing.T) {
	t.Parallel()
	backup := mustCreate(t, Request{From: newShop(t).Location(), To: t.TempDir(), Now: evening})
	target := storetest.NewFile(t)
	if err := target.Try(t, `INSERT INTO settings (name, value) VALUES ('theirs', '1')`); err != nil {
		t.Fatal(err)
	}
	back := RestoreRequest{Backup: backup.Path, To: target.Location(), Now: evening}
	if _, err := Restore(t.Context(), back); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("a restore over data: got %v; want an error and %q in it", err, "--replace")
	}
	if rows := target.Rows(t, `SELECT name FROM settings ORDER BY name`); !slices.Equal(rows, []string{"theirs"}) {
		t.Errorf("the settings that are left: %q, want only theirs", rows)
	}
	back.Replace = true
	result, err := Restore(t.Context(), back)
	if err != nil {
		t.Fatal(err)
	}
	replacedDatabase := storetest.Database{Folder: result.ReplacedFolder}
	if rows := replacedDatabase.Rows(t, `SELECT name FROM settings ORDER BY name`); !slices.Equal(rows, []string{"installation.moved", "theirs"}) {
		t.Errorf("%s has the settings %q, want installation.moved and theirs", result.ReplacedFolder, rows)
	}
	if rows := target.Rows(t, `SELECT name FROM businesses`); !slices.Equal(rows, []string{"Barbería"}) {
		t.Errorf("the restored businesses are %q, want only Barbería", rows)
	}
}

func TestRestore_EmptyDatabase_IsFilled(t *testing.T) {
	t.Parallel()
	database := newShop(t)
	backup := mustCreate(t, Request{From: database.Location(), To: t.TempDir(), Now: evening})
	empty := storetest.New(t)
	if empty.URL == "" {
		empty.Folder = t.TempDir()
	}
	back := RestoreRequest{Backup: backup.Path, To: empty.Location(), Now: evening}
	result, err := Restore(t.Context(), back)
	if err != nil || result.Rows["customers"] != 1 {
		t.Fatalf("the restore returned %+v, %v; want 1 customer", result, err)
	}
	if rows := empty.Rows(t, `SELECT name FROM businesses`); !slices.Equal(rows, []string{"Barbería"}) {
		t.Errorf("the restored businesses are %q, want only Barbería", rows)
	}
	if _, err := Restore(t.Context(), back); err == nil {
		t.Error("the second restore into the same database succeeded")
	}
}

func TestCreate_CancelledOrInvalid_LeavesNoFile(t *testing.T) {
	t.Parallel()
	database, folder := newShop(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Create(ctx, Request{From: database.Location(), To: folder, Now: evening}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled backup: got %v, want %v", err, context.Canceled)
	}
	database.Corrupt(t, `UPDATE cards SET stamps = 4`)
	if _, err := Create(t.Context(), Request{From: database.Location(), To: folder, Now: evening}); err == nil || !strings.Contains(err.Error(), "failed its verification") {
		t.Errorf("a backup of invalid data: got %v; want an error and %q in it", err, "failed its verification")
	}
	if remaining := listNames(t, folder); len(remaining) > 0 {
		t.Errorf("the files left are %q, want none", remaining)
	}
}

// The folder of a killed run is removed before the disk space is checked. That of a running one stays.
func TestCreate_KilledRun_IsRemovedFirst(t *testing.T) {
	t.Parallel()
	database, folder := newShop(t), t.TempDir()
	killedFolder := filepath.Join(folder, stagingPrefix+"killed")
	if err := os.Mkdir(killedFolder, 0o700); err != nil {
		t.Fatal(err)
	}
	staging, err := store.NewStagingFolder(folder, stagingPrefix)
	if err != nil {
		t.Fatal(err)
	}
	mustCreate(t, Request{From: database.Location(), To: folder, Now: evening, freeSpace: func(string) (int64, error) {
		if slices.Contains(listNames(t, folder), filepath.Base(killedFolder)) {
			return 0, nil
		}
		return 1 << 40, nil
	}})
	if remaining := listNames(t, folder); len(remaining) != 4 || remaining[0] != filepath.Base(staging.Path) {
		t.Errorf("these files are left: %q, want four", remaining)
	}
	if err := staging.Remove(); err != nil {
		t.Error(err)
	}
	if remaining := listNames(t, folder); len(remaining) != 3 {
		t.Errorf("these files are left: %q, want three", remaining)
	}
}
