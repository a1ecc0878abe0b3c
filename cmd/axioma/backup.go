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
	To string `arg:"" help:"A folder: the backup is named after its time, and older ones are pruned to one for each of 7 days, 4 weeks and 12 months. Or a new file that ends in .db, or in .age if encrypted." placeholder:"DIR|FILE"`
}

func (b backupCommand) Run(ctx context.Context, c console) error {
	result, err := b.makeBackup(ctx, time.Now())
	return printResult(c, fmt.Sprintf("%s\n%d bytes, SHA-256 %s\nThe backup is complete and valid.", result.Path, result.Bytes, result.SHA256), err)
}

func (b backupCommand) makeBackup(ctx context.Context, now time.Time) (backup.Result, error) {
	keys, err := recipients(b.BackupFor)
	if err != nil {
		return backup.Result{}, err
	}
	result, err := backup.Create(ctx, backup.Request{From: storeAt(b.Database), To: b.To, Recipients: keys, Now: now})
	if err != nil {
		return backup.Result{}, err
	}
	err = withStore(store.OpenExisting(ctx, storeAt(b.Database)))(func(cases *service.Service) error { return cases.Maintenance.RecordBackup(ctx, now) })
	if err != nil {
		err = fmt.Errorf("%s was made, but recording it in the data failed: %w", result.Path, err)
	}
	return result, err
}

func recipients(keys []string) ([]age.Recipient, error) {
	var readers []age.Recipient
	for _, key := range keys {
		reader, err := age.ParseRecipients(strings.NewReader(key))
		if err != nil {
			return nil, fmt.Errorf("--backup-for %q is not an age public key: %w", key, err)
		}
		readers = append(readers, reader...)
	}
	return readers, nil
}

type restoreCommand struct {
	config.Database
	Copy     string `arg:"" help:"The backup, or a folder to restore its newest backup." placeholder:"FILE|DIR"`
	Replace  bool   `help:"Move existing data into a folder beside the restored ones."`
	Identity string `help:"File with the age secret key of an encrypted backup." placeholder:"FILE"`
}

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
	result, err := backup.Restore(ctx, back)
	if errors.Is(err, copying.ErrNotEmpty) {
		return errors.New("the database is not empty: name an empty one")
	}
	return printResult(c, describeRestore(back.Backup, result), err)
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

// lockDatabase refuses a database in use, and on SQLite keeps servers from starting until release.
func lockDatabase(ctx context.Context, at store.Location) (release func() error, err error) {
	if at.URL != "" {
		return func() error { return nil }, store.RefuseOtherSessions(ctx, at)
	}
	lock, err := store.LockFolderTemporarily(at.Folder)
	if err != nil {
		return nil, err
	}
	return lock.Close, nil
}

func describeRestore(from string, result backup.RestoreResult) string {
	lines := []string{"Restored " + from + ", complete and valid: " + describeRows(result.Rows) + ".", "All staff sessions have ended: sign in again."}
	if result.ReplacedFolder != "" {
		lines = append(lines, "The former data are in "+result.ReplacedFolder+"; remove them when you no longer need them.")
	}
	if result.MarkFailed {
		lines = append(lines, "They are damaged and could not be marked as replaced: do not start a server on them.")
	}
	if result.ChecksumMissing {
		lines = append(lines, "The backup has no checksum file: changes to it since it was made are not detected.")
	}
	if result.HeldMessages > 0 {
		lines = append(lines, fmt.Sprintf("%d messages were queued in the backup and may have been sent since. They are held until you decide: in the control panel (/cpanel/mensajes), or with \"axioma messages release\" (send them) or \"axioma messages drop\".", result.HeldMessages))
	}
	return strings.Join(lines, "\n")
}

func describeRows(rows copying.RowCounts) string {
	return fmt.Sprintf("%d businesses, %d customers, %d visits, %d rewards, %d messages",
		rows["businesses"], rows["customers"], rows["visits"], rows["rewards"], rows["messages"])
}

type messagesCommand struct {
	Hold    messagesHoldCommand    `cmd:"" help:"Hold all queued messages until you release or drop them. Use it before you start a cloned machine or a snapshot."`
	Release messagesReleaseCommand `cmd:"" help:"Send the held messages of a restored backup."`
	Drop    messagesDropCommand    `cmd:"" help:"Discard the held messages of a restored backup."`
}

type messagesHoldCommand struct{ config.Database }

func (m messagesHoldCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, m.Database, func(cases *service.Service) error {
		heldCount, err := cases.RestoredMessages.Hold(ctx)
		return printResult(c, fmt.Sprintf("Messages held: %d", heldCount), err)
	})
}

type messagesReleaseCommand struct{ config.Database }

func (m messagesReleaseCommand) Run(ctx context.Context, c console) error {
	return decide(ctx, c, m.Database, loyalty.ReleaseRestored, "Messages released: %d")
}

type messagesDropCommand struct{ config.Database }

func (m messagesDropCommand) Run(ctx context.Context, c console) error {
	return decide(ctx, c, m.Database, loyalty.DropRestored, "Messages dropped: %d")
}

// decide records and applies the operator's decision, without a running server.
func decide(ctx context.Context, c console, database config.Database, decision loyalty.RestoreDecision, sentence string) error {
	return withCases(ctx, database, func(cases *service.Service) error {
		heldCount, err := cases.RestoredMessages.Decide(ctx, usecase.Actor{}, decision)
		if err == nil {
			err = cases.RestoredMessages.CarryOut(ctx)
		}
		return printResult(c, fmt.Sprintf(sentence, heldCount), err)
	})
}
