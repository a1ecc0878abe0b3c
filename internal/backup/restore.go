package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"axioma/internal/files"
	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/copying"
)

// RestoreRequest says what to restore.
type RestoreRequest struct {
	Backup string
	To     store.Location
	// Replace moves existing data to a subfolder. PostgreSQL must be empty.
	Replace    bool
	Identities []age.Identity
	Now        time.Time

	freeSpace freeSpace
}

// RestoreResult says what was restored.
type RestoreResult struct {
	Rows            copying.RowCounts
	HeldMessages    int64  // queued; an operator must release them
	ReplacedFolder  string // empty: nothing replaced
	ChecksumMissing bool   // no checksum beside the backup
	MarkFailed      bool   // the replaced data are damaged and could not be marked
}

// Restore refuses a modified, damaged or newer backup, and existing data, and then changes nothing. It holds queued
// messages, which may have been sent since the backup. It ends staff sessions, because later revocations are lost. The
// caller holds the folder's lock.
func Restore(ctx context.Context, back RestoreRequest) (result RestoreResult, err error) {
	if result.ChecksumMissing, err = verifyChecksum(back.Backup); err != nil {
		return RestoreResult{}, err
	}
	staging, err := back.stage()
	if err != nil {
		return RestoreResult{}, err
	}
	defer func() { err = errors.Join(err, staging.Remove()) }()
	if err := back.extract(store.FileIn(staging.Path)); err != nil {
		return RestoreResult{}, explainFullDisk(staging.Path, err)
	}
	if result.HeldMessages, err = back.prepareData(ctx, staging.Path); err != nil {
		return RestoreResult{}, fmt.Errorf("cannot restore %s: %w", back.Backup, err)
	}
	if back.To.URL != "" {
		result.Rows, err = copying.CopyRows(ctx, store.Location{Folder: staging.Path}, back.To)
		return result, err
	}
	if result.Rows, err = copying.CountRows(ctx, store.Location{Folder: staging.Path}); err != nil {
		return RestoreResult{}, err
	}
	if result.ReplacedFolder, err = back.install(staging.Path); err == nil && result.ReplacedFolder != "" {
		markError := store.MarkMoved(ctx, result.ReplacedFolder, loyalty.MoveTarget{Location: back.To.DisplayName(), At: back.Now.UTC()})
		result.MarkFailed = markError != nil
	}
	return result, err
}

// verifyChecksum reports whether the checksum file is missing.
func verifyChecksum(path string) (bool, error) {
	content, err := os.ReadFile(path + checksum)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("reading the checksum: %w", err)
	}
	wantedSum, _, _ := strings.Cut(strings.TrimSpace(string(content)), " ")
	actualSum, _, err := hashFile(path)
	if err == nil && actualSum != wantedSum {
		err = unusableBackup(fmt.Errorf("%s is damaged or truncated: its SHA-256 is %s, but its checksum file says %s", path, actualSum, wantedSum))
	}
	return false, err
}

func (r RestoreRequest) stage() (store.StagingFolder, error) {
	info, err := os.Stat(r.Backup)
	if err != nil {
		return store.StagingFolder{}, fmt.Errorf("reading the backup: %w", err)
	}
	folder := r.To.Folder
	if r.To.URL != "" {
		folder = os.TempDir()
	} else if err := r.checkTarget(); err != nil {
		return store.StagingFolder{}, err
	}
	if err := errors.Join(store.RemoveStaleFolders(folder, stagingPrefix, r.Now), r.freeSpace.require(folder, info.Size())); err != nil {
		return store.StagingFolder{}, err
	}
	return store.NewStagingFolder(folder, stagingPrefix)
}

func (r RestoreRequest) extract(path string) error {
	if !strings.HasSuffix(r.Backup, encryptedEnding) {
		return copyFile(r.Backup, path)
	}
	if len(r.Identities) == 0 {
		return fmt.Errorf("%s is encrypted: name the file of its key with --identity", r.Backup)
	}
	return decrypt(r.Backup, path, r.Identities)
}

func (r RestoreRequest) prepareData(ctx context.Context, folder string) (heldCount int64, err error) {
	if err := copying.CheckIntegrity(ctx, folder); err != nil {
		return 0, unusableBackup(err)
	}
	schema, err := store.CompareSchema(ctx, store.Location{Folder: folder})
	if err != nil {
		return 0, err
	}
	if schema.Version == 0 {
		return 0, unusableBackup(errors.New("it has no Axioma data"))
	}
	st, err := store.OpenSQLite(ctx, folder)
	if err != nil {
		return 0, err
	}
	err = st.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if heldCount, err = tx.Restores().HoldOutgoing(r.Now); err != nil {
			return err
		}
		if err := tx.Restores().SetInstallation(loyalty.KnownInstallation{}); err != nil {
			return err
		}
		if err := tx.Restores().SetMoved(loyalty.MoveTarget{}); err != nil {
			return err
		}
		// An earlier restore in the backup was about other messages.
		if err := tx.Restores().Note(r.record()); err != nil {
			return err
		}
		if err := tx.Passes().ReviewAll(); err != nil {
			return err
		}
		// Counters may have seen later events.
		if err := tx.Events().AppendToAll(loyalty.EventBusinessChanged, r.Now); err != nil {
			return err
		}
		return endAllSessions(tx)
	})
	if err := errors.Join(err, st.Close()); err != nil {
		return 0, err
	}
	if err := copying.CheckpointWAL(folder); err != nil {
		return 0, err
	}
	if err := copying.Verify(ctx, folder); err != nil {
		return 0, unusableBackup(err)
	}
	return heldCount, nil
}

const accountsPerPage = 100

// endAllSessions sets random token versions: the backup may have the signing key, and its readers must not guess
// versions.
func endAllSessions(tx *store.PlatformTx) error {
	ids := loyalty.IDs{Random: rand.Reader}
	for last := ""; ; {
		users, err := tx.Users().After(last, accountsPerPage)
		if err != nil || len(users) == 0 {
			return err
		}
		for _, user := range users {
			version, err := ids.TokenVersion()
			if err == nil {
				err = tx.Users().EndSessions(user.ID, version)
			}
			if err != nil {
				return err
			}
			last = user.ID
		}
	}
}

func unusableBackup(err error) error {
	return fmt.Errorf("%w. Nothing was changed: use another backup", err)
}

func (r RestoreRequest) record() loyalty.Restore {
	copiedAt, _ := parseFileName(filepath.Base(r.Backup))
	return loyalty.Restore{CopiedAt: copiedAt, At: r.Now.UTC()}
}

func (r RestoreRequest) checkTarget() error {
	path := store.FileIn(r.To.Folder)
	_, err := os.Stat(path)
	if err == nil && !r.Replace {
		return fmt.Errorf("data exist in %s: add --replace to move them into a subfolder, or name another folder", r.To.Folder)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (r RestoreRequest) install(staging string) (replacedFolder string, err error) {
	target := store.FileIn(r.To.Folder)
	if _, err := os.Stat(target); err == nil {
		replacedFolder = firstFreePath(r.Now, func(at time.Time) string { return filepath.Join(r.To.Folder, "replaced-"+at.UTC().Format(stamp)) })
		if err := moveAway(r.To.Folder, replacedFolder); err != nil {
			return "", err
		}
	}
	if err := os.Rename(store.FileIn(staging), target); err != nil {
		return replacedFolder, fmt.Errorf("moving the restored file into the data folder: %w", err)
	}
	return replacedFolder, errors.Join(files.InheritOwner(target), files.SyncPath(r.To.Folder))
}

// moveAway moves the data to another folder, which can be served with --serve-moved.
func moveAway(folder, to string) error {
	if err := errors.Join(os.Mkdir(to, 0o700), files.InheritOwner(to)); err != nil {
		return fmt.Errorf("moving the existing data away: %w", err)
	}
	file := store.FileIn(folder)
	for _, belonging := range []string{"", "-wal", "-shm"} {
		err := os.Rename(file+belonging, filepath.Join(to, filepath.Base(file)+belonging))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("moving the existing data away: %w", err)
		}
	}
	return nil
}
