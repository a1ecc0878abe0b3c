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

// shop is a database with a customer, to whom two messages wait, one of them a code that
// has run out, and a user with a session.
func shop(t *testing.T) storetest.Database {
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

// made makes a copy that has to succeed.
func made(t *testing.T, order Order) Copy {
	t.Helper()
	copied, err := Make(t.Context(), order)
	if err != nil {
		t.Fatal(err)
	}
	return copied
}

// names are what a folder has.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	found := []string{}
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	return found
}

// restored puts a copy back into a new folder.
func restored(t *testing.T, path string, with ...age.Identity) (Restored, storetest.Database, error) {
	t.Helper()
	folder := t.TempDir()
	done, err := Restore(t.Context(), Return{Copy: path, To: store.Location{Folder: folder}, With: with, Now: evening})
	return done, storetest.Database{Folder: folder}, err
}

func TestACopyComesBackWithEqualCounts(t *testing.T) {
	t.Parallel()
	database, folder := shop(t), t.TempDir()
	before, err := copying.CountRows(t.Context(), database.Location())
	if err != nil {
		t.Fatal(err)
	}
	copied := made(t, Order{From: database.Location(), To: folder, Now: evening})
	if want := []string{"axioma-20261124T200000Z.db", "axioma-20261124T200000Z.db.sha256"}; !slices.Equal(names(t, folder), want) {
		t.Errorf("the folder has %q", names(t, folder))
	}
	done, back, err := restored(t, copied.Path)
	if err != nil {
		t.Fatal(err)
	}
	before["settings"] += 2 // what was put back and when, and that no installation is known
	before["events"]++      // what happened in the business since is unknown
	if !maps.Equal(before, done.Rows) || before["customers"] != 1 {
		t.Errorf("there were %v rows, and are %v", before, done.Rows)
	}
	if done.Doubted || done.Replaced != "" {
		t.Errorf("it was restored as %+v", done)
	}
	if err := copying.Verify(t.Context(), back.Folder); err != nil {
		t.Error(err)
	}
}

// A decision that is under way in a copy is about other messages than those that the
// copy holds when it comes back.
func TestARestoreForgetsWhatWasDecidedBefore(t *testing.T) {
	t.Parallel()
	database := shop(t)
	decided := loyalty.Restore{Decision: loyalty.ReleaseRestored, DecidedAt: evening}
	err := database.Open(t).InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Restores().Note(decided) })
	if err != nil {
		t.Fatal(err)
	}
	folder, made := t.TempDir(), evening.Add(-time.Hour)
	for to, want := range map[string]time.Time{folder: made, filepath.Join(folder, "mine.db"): {}} {
		copied, err := Make(t.Context(), Order{From: database.Location(), To: to, Now: made})
		if err != nil {
			t.Fatal(err)
		}
		_, back, err := restored(t, copied.Path)
		if err != nil {
			t.Fatal(err)
		}
		err = back.Open(t).ViewPlatform(t.Context(), func(tx *store.PlatformTx) error {
			last, err := tx.Restores().Last()
			if want := (loyalty.Restore{CopiedAt: want, At: evening}); last != want {
				t.Errorf("of %s is known %+v, want %+v", copied.Path, last, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// What waited may have been sent after the copy was made, and a token that was revoked
// since then is not known to be.
func TestWhatMayHaveHappenedSinceTheCopyIsNotDoneAgain(t *testing.T) {
	t.Parallel()
	copied := made(t, Order{From: shop(t).Location(), To: t.TempDir(), Now: evening})
	done, back, err := restored(t, copied.Path)
	if err != nil || done.Held != 1 {
		t.Fatalf("%d messages are held, %v", done.Held, err)
	}
	if held := back.Rows(t, `SELECT id FROM messages WHERE held_by = 'RESTORED' AND next_try_at > 4000000000000`); !slices.Equal(held, []string{"qr"}) {
		t.Errorf("held are %q", held)
	}
	// A version that follows from the copy or from the time of the restore could be guessed.
	versions := back.Rows(t, `SELECT token_version FROM users WHERE former_version IS NULL`)
	if len(versions) != 1 || slices.Contains([]string{"3", "4", fmt.Sprint(evening.UnixMilli())}, versions[0]) {
		t.Errorf("tokens are of version %q", versions)
	}
}

func TestAnEncryptedCopyIsReadWithItsKeyOnly(t *testing.T) {
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
	copied := made(t, Order{From: shop(t).Location(), To: folder, For: []age.Recipient{key.Recipient()}, Now: evening})
	content, err := os.ReadFile(copied.Path)
	if err != nil || strings.Contains(string(content), "Barbería") || strings.HasPrefix(string(content), "SQLite") {
		t.Errorf("the copy can be read: %v", err)
	}
	if len(names(t, folder)) != 2 {
		t.Errorf("the folder has %q", names(t, folder))
	}
	cutOff := filepath.Join(t.TempDir(), "cut.db.age")
	if err := os.WriteFile(cutOff, content[:len(content)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, back, err := restored(t, cutOff, key); err == nil || !strings.Contains(err.Error(), "it is damaged or was cut off") || len(names(t, back.Folder)) > 0 {
		t.Errorf("cut off: %v", err)
	}
	for what, keys := range map[string][]age.Identity{"without a key": nil, "with another key": {other}} {
		if _, back, err := restored(t, copied.Path, keys...); err == nil || len(names(t, back.Folder)) > 0 {
			t.Errorf("%s: %v", what, err)
		}
	}
	if done, _, err := restored(t, copied.Path, key); err != nil || done.Rows["customers"] != 1 {
		t.Errorf("with its key: %v, %v", done, err)
	}
}

func TestADamagedCopyIsNotRestored(t *testing.T) {
	t.Parallel()
	whole := made(t, Order{From: shop(t).Location(), To: filepath.Join(t.TempDir(), "whole.db"), Now: evening})
	content, err := os.ReadFile(whole.Path)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(whole.Path + checksum)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		content, sum []byte
		want         string
	}{
		"cut off":                     {content[:len(content)/2], sum, "damaged or cut off since it was made"},
		"cut off, without a checksum": {content[:len(content)/2], nil, "the file is damaged"},
		"cut off within its head":     {content[:50], nil, "is not a database"},
		"empty":                       {nil, nil, "it has no data of this program"},
		"one byte":                    {append(slices.Clone(content[:len(content)-1]), content[len(content)-1]^1), sum, "damaged or cut off"},
		"no database":                 {[]byte(strings.Repeat("something else ", 500)), nil, "not a database"},
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
		_, back, err := restored(t, path)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasSuffix(err.Error(), "Nothing was changed: take another copy") {
			t.Errorf("%s: %v; want %q", what, err, c.want)
		}
		if left := names(t, back.Folder); len(left) > 0 {
			t.Errorf("%s leaves %q", what, left)
		}
	}
}

func TestACopyOfANewerProgramIsNotRestored(t *testing.T) {
	t.Parallel()
	database := storetest.NewFile(t)
	copied := made(t, Order{From: database.Location(), To: filepath.Join(t.TempDir(), "copy.db"), Now: evening})
	folder := t.TempDir()
	if err := os.Rename(copied.Path, store.FileIn(folder)); err != nil {
		t.Fatal(err)
	}
	newer := storetest.Database{Folder: folder}
	newer.Corrupt(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)")
	if _, _, err := restored(t, store.FileIn(folder)); err == nil || !strings.Contains(err.Error(), "use the newer program") {
		t.Errorf("a newer copy: %v", err)
	}
}

func TestDataThatAreThereMakeRoomOnlyWhenTold(t *testing.T) {
	t.Parallel()
	copied := made(t, Order{From: shop(t).Location(), To: t.TempDir(), Now: evening})
	there := storetest.NewFile(t)
	if err := there.Try(t, `INSERT INTO settings (name, value) VALUES ('theirs', '1')`); err != nil {
		t.Fatal(err)
	}
	back := Return{Copy: copied.Path, To: there.Location(), Now: evening}
	if _, err := Restore(t.Context(), back); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("over data: %v", err)
	}
	if rows := there.Rows(t, `SELECT name FROM settings ORDER BY name`); !slices.Equal(rows, []string{"theirs"}) {
		t.Errorf("of the data is left %q", rows)
	}
	back.Replace = true
	done, err := Restore(t.Context(), back)
	if err != nil {
		t.Fatal(err)
	}
	moved := storetest.Database{Folder: done.Replaced}
	if rows := moved.Rows(t, `SELECT name FROM settings ORDER BY name`); !slices.Equal(rows, []string{"installation.moved", "theirs"}) {
		t.Errorf("in %s is %q", done.Replaced, rows)
	}
	if rows := there.Rows(t, `SELECT name FROM businesses`); !slices.Equal(rows, []string{"Barbería"}) {
		t.Errorf("restored is %q", rows)
	}
}

func TestACopyComesBackIntoAnEmptyDatabaseOfTheEngine(t *testing.T) {
	t.Parallel()
	database := shop(t)
	copied := made(t, Order{From: database.Location(), To: t.TempDir(), Now: evening})
	empty := storetest.New(t)
	if empty.URL == "" {
		empty.Folder = t.TempDir()
	}
	back := Return{Copy: copied.Path, To: empty.Location(), Now: evening}
	done, err := Restore(t.Context(), back)
	if err != nil || done.Rows["customers"] != 1 {
		t.Fatalf("%v, %v", done, err)
	}
	if rows := empty.Rows(t, `SELECT name FROM businesses`); !slices.Equal(rows, []string{"Barbería"}) {
		t.Errorf("restored is %q", rows)
	}
	if _, err := Restore(t.Context(), back); err == nil {
		t.Error("it was restored twice")
	}
}

func TestWhatIsBrokenOffLeavesNoCopy(t *testing.T) {
	t.Parallel()
	database, folder := shop(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Make(ctx, Order{From: database.Location(), To: folder, Now: evening}); !errors.Is(err, context.Canceled) {
		t.Errorf("a copy that was stopped: %v", err)
	}
	database.Corrupt(t, `UPDATE cards SET stamps = 4`)
	if _, err := Make(t.Context(), Order{From: database.Location(), To: folder, Now: evening}); err == nil || !strings.Contains(err.Error(), "not sound") {
		t.Errorf("a copy of what breaks a rule: %v", err)
	}
	if left := names(t, folder); len(left) > 0 {
		t.Errorf("left is %q", left)
	}
}

// A copy that was killed is in the way of no other one, also where the disk has no room for
// both; one that is being made beside it is left alone.
func TestWhatWasKilledIsTidiedUpBeforeTheNextCopy(t *testing.T) {
	t.Parallel()
	database, folder := shop(t), t.TempDir()
	killed := filepath.Join(folder, staged+"killed")
	if err := os.Mkdir(killed, 0o700); err != nil {
		t.Fatal(err)
	}
	beside, err := newWorkplace(folder)
	if err != nil {
		t.Fatal(err)
	}
	made(t, Order{From: database.Location(), To: folder, Now: evening, room: func(string) (int64, error) {
		if slices.Contains(names(t, folder), filepath.Base(killed)) {
			return 0, nil
		}
		return 1 << 40, nil
	}})
	if left := names(t, folder); len(left) != 3 || left[0] != filepath.Base(beside.folder) {
		t.Errorf("left is %q", left)
	}
	if err := beside.leave(); err != nil {
		t.Error(err)
	}
	if left := names(t, folder); len(left) != 2 {
		t.Errorf("left is %q", left)
	}
}
