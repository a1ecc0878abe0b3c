// Package backup makes, rotates and restores backups: SQLite files, for either engine.
package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"axioma/internal/files"
	"axioma/internal/store"
	"axioma/internal/store/copying"
)

// Request says what to back up.
type Request struct {
	From store.Location
	// To is a folder with rotation (keepDays, keepWeeks, keepMonths), or a new file.
	To string
	// Recipients can decrypt; empty: not encrypted.
	Recipients []age.Recipient
	Now        time.Time

	freeSpace freeSpace
}

// Result describes a backup.
type Result struct {
	Path   string
	Bytes  int64
	SHA256 string // hex; also in a .sha256 file
}

// Create backs up a database in use and verifies the backup. The file appears complete and synced; a failed or
// cancelled run leaves nothing like a backup.
func Create(ctx context.Context, order Request) (result Result, err error) {
	target, err := order.target()
	if err != nil {
		return Result{}, err
	}
	staging, err := order.stage(ctx, filepath.Dir(target))
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, staging.Remove()) }()
	if err := copying.Copy(ctx, order.From, staging.Path); err != nil {
		return Result{}, explainFullDisk(target, err)
	}
	if err := copying.Verify(ctx, staging.Path); err != nil {
		return Result{}, fmt.Errorf("the backup failed its verification and was removed: %w", err)
	}
	heads, err := store.ChainHeads(ctx, staging.Path)
	if err != nil {
		return Result{}, err
	}
	manifestData := Manifest{MadeAt: order.Now.UTC().Truncate(time.Second), Chains: heads}
	if result, err = encryptAndPublish(store.FileIn(staging.Path), target, order.Recipients, manifestData); err != nil {
		return Result{}, explainFullDisk(target, err)
	}
	if !order.isFolderTarget() {
		return result, nil
	}
	return result, rotate(order.To)
}

func (o Request) isFolderTarget() bool { return isFolder(o.To) }

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func (o Request) target() (string, error) {
	if o.isFolderTarget() {
		return newFilePath(o.To, o.Now, len(o.Recipients) > 0), nil
	}
	if _, err := os.Stat(o.To); err == nil {
		return "", fmt.Errorf("%s already exists", o.To)
	}
	wantedEnding := ending
	if len(o.Recipients) > 0 {
		wantedEnding = encryptedEnding // restore recognizes the suffix
	}
	switch {
	case !isFolder(filepath.Dir(o.To)), filepath.Ext(o.To) == "":
		return "", fmt.Errorf("no folder for %s: create it first (mkdir -p), so that an unmounted disk is noticed; "+
			"the name of a single backup ends in %s", o.To, wantedEnding)
	case !strings.HasSuffix(o.To, wantedEnding):
		return "", fmt.Errorf("%s: the name of such a backup ends in %s", o.To, wantedEnding)
	}
	return o.To, nil
}

const stagingPrefix = ".axioma-partial-"

// stage creates a temporary folder beside the target. For an encrypted backup it is beside SQLite's file, where plain
// data are as readable anyway, or in TMPDIR.
func (o Request) stage(ctx context.Context, folder string) (store.StagingFolder, error) {
	size, err := copying.EstimateSize(ctx, o.From)
	if err != nil {
		return store.StagingFolder{}, err
	}
	folders := []string{folder}
	if len(o.Recipients) > 0 {
		if folder = o.From.Folder; o.From.URL != "" {
			folder = os.TempDir()
		}
		folders = append(folders, folder)
	}
	for _, folder := range folders {
		if err := errors.Join(store.RemoveStaleFolders(folder, stagingPrefix, o.Now), o.freeSpace.require(folder, size)); err != nil {
			return store.StagingFolder{}, err
		}
	}
	return store.NewStagingFolder(folder, stagingPrefix)
}

// rotate removes expired backups. It also removes checksums and manifests without a backup, which a killed run left.
func rotate(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("listing the backups: %w", err)
	}
	var backups []backupFile
	var obsoleteNames []string
	for _, entry := range entries {
		name, isBeside := cutBeside(entry.Name())
		at, ours := parseFileName(name)
		switch {
		case ours && isBeside && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == name }):
			obsoleteNames = append(obsoleteNames, entry.Name())
		case ours && !isBeside:
			backups = append(backups, backupFile{name: name, at: at, encrypted: strings.HasSuffix(name, encryptedEnding)})
		}
	}
	for _, one := range selectExpired(backups, func(one backupFile) bool { return isSound(filepath.Join(folder, one.name)) }) {
		obsoleteNames = append(obsoleteNames, one.name, one.name+checksum, one.name+manifest)
	}
	for _, name := range obsoleteNames {
		if err := files.RemoveIfExists(filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("removing an expired backup: %w", err)
		}
	}
	return nil
}
