package backup

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	prefix          = "axioma-"
	ending          = ".db"
	encryptedEnding = ".age"
	checksum        = ".sha256"
	manifest        = ".json"

	// stamp is in UTC, so that names sort by time.
	stamp = "20060102T150405Z"
)

func fileName(at time.Time, isEncrypted bool) string {
	name := prefix + at.UTC().Format(stamp) + ending
	if isEncrypted {
		name += encryptedEnding
	}
	return name
}

func newFilePath(folder string, at time.Time, isEncrypted bool) string {
	return firstFreePath(at, func(at time.Time) string { return filepath.Join(folder, fileName(at, isEncrypted)) })
}

func firstFreePath(at time.Time, pathAt func(time.Time) string) string {
	for ; ; at = at.Add(time.Second) {
		path := pathAt(at)
		if _, err := os.Lstat(path); err != nil { // if it exists but is unreadable, writing reports the error
			return path
		}
	}
}

func parseFileName(name string) (time.Time, bool) {
	middle, ours := strings.CutPrefix(strings.TrimSuffix(name, encryptedEnding), prefix)
	middle, isCopy := strings.CutSuffix(middle, ending)
	if !ours || !isCopy {
		return time.Time{}, false
	}
	at, err := time.Parse(stamp, middle)
	return at, err == nil
}

// Resolve returns a file, or a folder's newest backup.
func Resolve(path string) (string, error) {
	if !isFolder(path) {
		return path, nil
	}
	_, name, err := newestIn(path)
	if err != nil {
		return "", err
	}
	if name == "" {
		return "", fmt.Errorf("no backup in %s: name a file, or another folder", path)
	}
	return filepath.Join(path, name), nil
}

// NewestTime returns the time of a folder's newest backup, or zero.
func NewestTime(folder string) (time.Time, error) {
	at, _, err := newestIn(folder)
	return at, err
}

func newestIn(folder string) (newest time.Time, name string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return newest, "", fmt.Errorf("listing the backups: %w", err)
	}
	for _, entry := range entries {
		if at, ok := parseFileName(entry.Name()); ok && !at.Before(newest) {
			newest, name = at, entry.Name()
		}
	}
	return newest, name, nil
}
