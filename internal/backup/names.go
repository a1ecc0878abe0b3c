package backup

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	prefix    = "axioma-"
	ending    = ".db"
	encrypted = ".age"
	checksum  = ".sha256"

	// The time of a copy in its name, in UTC: names sort as times do.
	stamp = "20060102T150405Z"
)

// nameOf is the name of a copy of a moment.
func nameOf(at time.Time, isEncrypted bool) string {
	name := prefix + at.UTC().Format(stamp) + ending
	if isEncrypted {
		name += encrypted
	}
	return name
}

// freeName is the path of a backup of a moment in a folder.
func freeName(folder string, at time.Time, isEncrypted bool) string {
	return free(at, func(at time.Time) string { return filepath.Join(folder, nameOf(at, isEncrypted)) })
}

// free is the path that a moment gives. Of two in one second the second has that of the next
// one.
func free(at time.Time, pathAt func(time.Time) string) string {
	for ; ; at = at.Add(time.Second) {
		path := pathAt(at)
		if _, err := os.Lstat(path); err != nil { // there is none, or the error is met again where it is written
			return path
		}
	}
}

// timeOf is when a copy was made, by the name that nameOf gave it; false of any other
// file.
func timeOf(name string) (time.Time, bool) {
	middle, ours := strings.CutPrefix(strings.TrimSuffix(name, encrypted), prefix)
	middle, isCopy := strings.CutSuffix(middle, ending)
	if !ours || !isCopy {
		return time.Time{}, false
	}
	at, err := time.Parse(stamp, middle)
	return at, err == nil
}

// In is the backup that a path names: the path itself, or of a folder the newest backup in it.
func In(path string) (string, error) {
	if !isFolder(path) {
		return path, nil
	}
	_, name, err := newestIn(path)
	if err != nil {
		return "", err
	}
	if name == "" {
		return "", fmt.Errorf("no backup is in %s: name a file, or another folder", path)
	}
	return filepath.Join(path, name), nil
}

// Newest is the time of the last copy in a folder, by its name; the zero time: it has none.
func Newest(folder string) (time.Time, error) {
	at, _, err := newestIn(folder)
	return at, err
}

// newestIn is the last backup in a folder, by its name; no name: the folder has none.
func newestIn(folder string) (newest time.Time, name string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return newest, "", fmt.Errorf("looking for backups: %w", err)
	}
	for _, entry := range entries {
		if at, ok := timeOf(entry.Name()); ok && !at.Before(newest) {
			newest, name = at, entry.Name()
		}
	}
	return newest, name, nil
}
