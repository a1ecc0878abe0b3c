package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"filippo.io/age"

	"axioma/internal/backup"
	"axioma/internal/config"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
	"axioma/internal/store/copying"
)

type backupCommand struct {
	config.Database
	config.BackupEncryption
	To string `arg:"" help:"A folder, in which the copy is called by its time and older ones are removed: 7 days, 4 weeks and 12 months keep one. Or a file that is not there yet, whose name ends in .db, or in .age where it is encrypted." placeholder:"DIR|FILE"`
}

// Run makes a copy and says where.
func (b backupCommand) Run(ctx context.Context, c console) error {
	made, err := b.makeBackup(ctx, time.Now())
	return printResult(c, fmt.Sprintf("%s\n%d bytes, SHA-256 %s\nThe copy is whole and keeps the rules.", made.Path, made.Bytes, made.SHA256), err)
}

// makeBackup makes a copy, and notes in the data when it was made.
func (b backupCommand) makeBackup(ctx context.Context, now time.Time) (backup.Result, error) {
	keys, err := recipients(b.BackupFor)
	if err != nil {
		return backup.Result{}, err
	}
	made, err := backup.Create(ctx, backup.Request{From: storeAt(b.Database), To: b.To, Recipients: keys, Now: now})
	if err != nil {
		return backup.Result{}, err
	}
	err = withStore(store.OpenAsItIs(ctx, storeAt(b.Database)))(func(cases *service.Service) error { return cases.Maintenance.RecordBackup(ctx, now) })
	if err != nil {
		err = fmt.Errorf("%s was made, but it cannot be noted in the data that it was: %w", made.Path, err)
	}
	return made, err
}

// recipients are those who can read a copy.
func recipients(keys []string) ([]age.Recipient, error) {
	var readers []age.Recipient
	for _, key := range keys {
		reader, err := age.ParseRecipients(strings.NewReader(key))
		if err != nil {
			return nil, fmt.Errorf("--backup-for %q is no public key of age: %w", key, err)
		}
		readers = append(readers, reader...)
	}
	return readers, nil
}

type restoreCommand struct {
	config.Database
	Copy     string `arg:"" help:"The backup, or a folder of which the newest one is taken." placeholder:"FILE|DIR"`
	Replace  bool   `help:"Move the data that are in the folder into a folder beside what is restored."`
	Identity string `help:"File with the secret key of age for a copy that is encrypted." placeholder:"FILE"`
}

// Run puts a copy back where no server runs.
func (r restoreCommand) Run(ctx context.Context, c console) (err error) {
	back := backup.RestoreRequest{To: storeAt(r.Database), Replace: r.Replace, Now: time.Now()}
	if back.Backup, err = backup.Resolve(r.Copy); err != nil {
		return err
	}
	if back.Identities, err = identities(r.Identity); err != nil {
		return err
	}
	release, err := lockDatabase(ctx, back.To)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	restored, err := backup.Restore(ctx, back)
	if errors.Is(err, copying.ErrNotEmpty) {
		return errors.New("the database has data already: name an empty one")
	}
	return printResult(c, describeRestore(back.Backup, restored), err)
}

func identities(path string) (keys []age.Identity, err error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--identity: %w", err)
	}
	if keys, err = age.ParseIdentities(file); err != nil {
		err = fmt.Errorf("--identity %s: %w", path, err)
	}
	return keys, errors.Join(err, file.Close())
}

// lockDatabase makes sure that nobody serves a database until the returned function is called.
func lockDatabase(ctx context.Context, at store.At) (release func() error, err error) {
	if at.URL != "" {
		return func() error { return nil }, store.RefuseOthers(ctx, at)
	}
	held, err := store.HoldFolderForNow(at.Folder)
	if err != nil {
		return nil, err
	}
	return held.Close, nil
}

func describeRestore(from string, restored backup.RestoreResult) string {
	lines := []string{"Restored " + from + ", whole and keeping the rules: " + describeRows(restored.Rows) + ".", "Whoever of the staff was signed in signs in again."}
	if restored.ReplacedFolder != "" {
		lines = append(lines, "The data that were there are in "+restored.ReplacedFolder+"; remove them when nobody misses anything.")
	}
	if restored.MarkFailed {
		lines = append(lines, "They are damaged and could not be marked as replaced: start no server on them.")
	}
	if restored.ChecksumMissing {
		lines = append(lines, "No checksum stood beside the copy: what was changed in it since it was made is not noticed.")
	}
	if restored.HeldMessages > 0 {
		lines = append(lines, fmt.Sprintf("%d messages waited in the copy and may have been sent since. They are held until you decide: in the control panel (/cpanel/mensajes), or by \"axioma messages release\", which sends them, or \"axioma messages drop\".", restored.HeldMessages))
	}
	return strings.Join(lines, "\n")
}

// describeRows counts what people know of a database.
func describeRows(rows copying.RowCounts) string {
	return fmt.Sprintf("%d businesses, %d customers, %d visits, %d rewards, %d messages",
		rows["businesses"], rows["customers"], rows["visits"], rows["rewards"], rows["messages"])
}

type messagesCommand struct {
	Hold    messagesHoldCommand    `cmd:"" help:"Hold all that waits to be sent until you release or drop it: before a cloned machine or a snapshot is served."`
	Release messagesReleaseCommand `cmd:"" help:"Send the messages that a restored copy holds."`
	Drop    messagesDropCommand    `cmd:"" help:"Give up on the messages that a restored copy holds."`
}

type messagesHoldCommand struct{ config.Database }

// Run holds all that waits to be sent.
func (m messagesHoldCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, m.Database, func(cases *service.Service) error {
		held, err := cases.Restored.Hold(ctx)
		return printResult(c, fmt.Sprintf("Messages held: %d", held), err)
	})
}

type messagesReleaseCommand struct{ config.Database }

// Run lets the held messages be sent.
func (m messagesReleaseCommand) Run(ctx context.Context, c console) error {
	return decide(ctx, c, m.Database, loyalty.ReleaseRestored, "Messages released: %d")
}

type messagesDropCommand struct{ config.Database }

// Run gives up on the held messages.
func (m messagesDropCommand) Run(ctx context.Context, c console) error {
	return decide(ctx, c, m.Database, loyalty.DropRestored, "Messages dropped: %d")
}

// decide says what becomes of the messages that a restored copy holds, and does it: no
// server need run.
func decide(ctx context.Context, c console, database config.Database, decision loyalty.RestoreDecision, said string) error {
	return withCases(ctx, database, func(cases *service.Service) error {
		held, err := cases.Restored.Decide(ctx, usecase.Actor{}, decision)
		if err == nil {
			err = cases.Restored.CarryOut(ctx)
		}
		return printResult(c, fmt.Sprintf(said, held), err)
	})
}
