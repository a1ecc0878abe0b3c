package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/service"
	"axioma/internal/store/storetest"
)

func newTarget(t *testing.T) storetest.Database {
	t.Helper()
	database := storetest.New(t)
	if database.URL == "" {
		database.Folder = t.TempDir()
	}
	return database
}

func backupIn(t *testing.T, folder string) string {
	t.Helper()
	copies, err := filepath.Glob(filepath.Join(folder, "axioma-*.db"))
	if err != nil || len(copies) != 1 {
		t.Fatalf("the copies are %q, %v; want one", copies, err)
	}
	return copies[0]
}

func TestBackup_RunningServer_RestoresElsewhere(t *testing.T) {
	t.Parallel()
	database, folder, other := storetest.New(t), t.TempDir(), newTarget(t)
	createBusiness(t, database, 3)
	server := serve(t, database.Flags()...)
	mustSay(t, database, "", "complete and valid", "backup", folder)
	if err := server.end(); err != nil {
		t.Error(err)
	}
	if storedTimes := database.Rows(t, "SELECT value FROM settings WHERE name = 'backup.last'"); len(storedTimes) != 1 {
		t.Errorf("the stored time of the last backup is %q, want one", storedTimes)
	}
	mustSay(t, other, "", "1 businesses, 3 customers, 0 visits", "restore", backupIn(t, folder))
	mustSay(t, other, "", "All rules hold", "check", "--against", folder)
	again := serve(t, other.Flags()...)
	if err := again.end(); err != nil {
		t.Error(err)
	}
}

func TestRestore_RunningServer_IsRefused(t *testing.T) {
	t.Parallel()
	database, folder := storetest.New(t), t.TempDir()
	createBusiness(t, database, 1)
	mustSay(t, database, "", "complete", "backup", folder)
	server := serve(t, database.Flags()...)
	reason := "a server is running"
	if database.URL != "" {
		reason = "connected to the database"
	}
	mustFail(t, database, "", reason, "restore", "--replace", backupIn(t, folder))
	if err := server.end(); err != nil {
		t.Error(err)
	}
}

func TestRestore_Refused_LeavesNoFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	brokenFile, data := filepath.Join(folder, "broken.db"), filepath.Join(folder, "data")
	if err := os.WriteFile(brokenFile, []byte("no copy"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"restore", brokenFile}, {"restore", data}, {"move", filepath.Join(folder, "other")}} {
		if _, _, err := axioma(t, "", append(command, "--data", data)...); err == nil {
			t.Errorf("%v must fail", command)
		}
		if remaining := inFolder(t, folder); !slices.Equal(remaining, []string{"broken.db"}) {
			t.Errorf("%v leaves %q in the folder, want only broken.db", command, remaining)
		}
	}
}

func TestRestore_QueuedMessages_AreHeldForTheOperator(t *testing.T) {
	t.Parallel()
	database, folder, other := storetest.New(t), t.TempDir(), newTarget(t)
	ids := createBusiness(t, database, 1)
	err := database.Try(t, `INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, created_at)
		VALUES ('`+businessID+`', 'm', '`+ids[0]+`', '+34600000000', 'QR', 'Hola', 'QUEUED', 0)`)
	if err != nil {
		t.Fatal(err)
	}
	mustSay(t, database, "", "complete", "backup", folder)
	mustSay(t, other, "", "1 messages were queued in the backup", "restore", backupIn(t, folder))
	if messageCount := other.Rows(t, "SELECT count(*) FROM messages WHERE next_try_at < 4000000000000"); messageCount[0] != "0" {
		t.Errorf("before the decision %s messages may be sent, want 0", messageCount[0])
	}
	mustSay(t, other, "", "Messages released: 1", "messages", "release")
	if messageCount := other.Rows(t, "SELECT count(*) FROM messages WHERE next_try_at < 4000000000000 AND held_by IS NULL AND status = 'QUEUED'"); messageCount[0] != "1" {
		t.Errorf("after the release %s messages may be sent, want 1", messageCount[0])
	}
	mustSay(t, other, "", "Messages released: 0", "messages", "release")
	mustFail(t, other, "", "the held messages were released already", "messages", "drop")
	mustFail(t, database, "", "no messages are held", "messages", "drop")
	if events := other.Rows(t, "SELECT action || ' ' || detail FROM audit_events WHERE business_id = '' AND action LIKE 'message.%'"); !slices.Equal(events, []string{"message.restored-released mensajes: 1"}) {
		t.Errorf("the trail has %q, want only message.restored-released mensajes: 1", events)
	}
}

func TestMove_BothDirections_KeepsAllData(t *testing.T) {
	t.Parallel()
	file, other, back := storetest.NewFile(t), newTarget(t), t.TempDir()
	createBusiness(t, file, 4)
	mustSay(t, file, "", "1 businesses, 4 customers", "move", name(other))
	mustSay(t, other, "", "All rules hold", "check")
	mustFail(t, file, "", "is not empty", "move", name(other))
	mustSay(t, other, "", "1 businesses, 4 customers", "move", back)
	finalDatabase := storetest.Database{Folder: back}
	mustSay(t, finalDatabase, "", "All rules hold", "check")
	if marks := file.Rows(t, "SELECT value FROM settings WHERE name = 'installation.known'"); len(marks) != 1 || !strings.Contains(marks[0], "moved away") {
		t.Errorf("the old database is marked %q, want one mark with %q", marks, "moved away")
	}
	file.Corrupt(t, "UPDATE settings SET value = '' WHERE name = 'installation.known'", "DELETE FROM settings WHERE name = 'installation.moved'") // the new database belongs to the next server
	if before, after := file.Dump(t), finalDatabase.Dump(t); !slices.Equal(before, after) {
		t.Errorf("the database was %q and is %q after moving it back", before, after)
	}
}

func name(database storetest.Database) string { return database.URL + database.Folder }

func TestNightlyBackup_DueServer_MakesOnePerNight(t *testing.T) {
	t.Parallel()
	cases, err := service.New(storetest.New(t).Open(t), service.Options{})
	if err != nil {
		t.Fatal(err)
	}
	evening := time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)
	for _, step := range []struct {
		after time.Duration
		due   bool
	}{{0, true}, {7 * time.Hour, false}, {8*time.Hour + time.Minute, true}, {31 * time.Hour, false}, {32 * time.Hour, true}} {
		now := evening.Add(step.after)
		due, err := isBackupDue(t.Context(), cases, now)
		if err != nil || due != step.due {
			t.Errorf("after %s a backup is due = %t, %v; want %t", step.after, due, err, step.due)
		}
		if !due {
			continue
		}
		if err := cases.Maintenance.RecordBackup(t.Context(), now); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNightlyBackup_ClockSetBack_IsDue(t *testing.T) {
	t.Parallel()
	cases, err := service.New(storetest.New(t).Open(t), service.Options{})
	if err != nil {
		t.Fatal(err)
	}
	evening := time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)
	for ahead, want := range map[time.Duration]bool{48 * time.Hour: true, time.Minute: false} {
		if err := cases.Maintenance.RecordBackup(t.Context(), evening.Add(ahead)); err != nil {
			t.Fatal(err)
		}
		if due, err := isBackupDue(t.Context(), cases, evening); err != nil || due != want {
			t.Errorf("%s before the time of the last backup the next one is due = %t, %v; want %t", ahead, due, err, want)
		}
	}
}

func TestServe_BackupFolder_IsCheckedAtStart(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	missing, file := filepath.Join(t.TempDir(), "disk", "backups"), filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := serveOnce(t, database, "--backup-to", file); err == nil || !strings.Contains(err.Error(), file+" is a file") {
		t.Errorf("with a file as the folder the server ends with %v; want an error and %q in it", err, file+" is a file")
	}
	for range 2 {
		if err := serveOnce(t, database, "--backup-to", missing); err != nil {
			t.Errorf("with a missing folder the server ends with %v", err)
		}
		if err := os.RemoveAll(missing); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(missing, 0o700); err != nil {
		t.Fatal(err)
	}
	mustSay(t, database, "", "complete", "backup", missing)
	if err := os.Rename(missing, missing+" away"); err != nil {
		t.Fatal(err)
	}
	if err := serveOnce(t, database, "--backup-to", missing); err == nil || !strings.Contains(err.Error(), "check whether its disk is mounted") {
		t.Errorf("without its disk the server ends with %v, want advice about the disk", err)
	}
	if err := os.Rename(missing+" away", missing); err != nil {
		t.Fatal(err)
	}
	if err := serveOnce(t, database, "--backup-to", missing, "--backup-for", "age1invalid"); err == nil || !strings.Contains(err.Error(), "--backup-for") {
		t.Errorf("with an invalid key the server ends with %v; want an error and %q in it", err, "--backup-for")
	}
	if err := serveOnce(t, database, "--backup-to", missing); err != nil {
		t.Errorf("with an existing folder the server ends with %v", err)
	}
}

func TestCheck_ChangedRow_IsNamedAndDiffersFromManifest(t *testing.T) {
	t.Parallel()
	database, folder := storetest.New(t), t.TempDir()
	createBusiness(t, database, 2)
	sealChains(t, database)
	mustSay(t, database, "", "complete", "backup", folder)
	manifest := backupIn(t, folder) + ".json"
	mustSay(t, database, "", "All rules hold", "check", "--against", manifest)
	database.Corrupt(t, "UPDATE events SET kind = 'family.left' WHERE kind = 'customer.created'")
	output, _, err := axioma(t, "", withDatabase(database, "check")...)
	if lines := strings.Count(output, "changed by hand: business "); lines != 2 || err == nil {
		t.Errorf("%d lines name a business in %q, %v; want 2", lines, output, err)
	}
	database.Corrupt(t, "DELETE FROM chain_blocks")
	mustSay(t, database, "", "All rules hold", "check")
	if output, _, err := axioma(t, "", withDatabase(database, "check", "--against", folder)...); err == nil || !strings.Contains(output, "which the backup has") {
		t.Errorf("without the chain check prints %q, %v; want an error that names the backup", output, err)
	}
	mustFail(t, database, "", "no manifest", "check", "--against", filepath.Join(folder, "none.db"))
}
