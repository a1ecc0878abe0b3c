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

// freeName is the path of a backup of a moment in a folder. Of two in one second the second
// has the time of the next one.
func freeName(folder string, at time.Time, isEncrypted bool) string {
	for ; ; at = at.Add(time.Second) {
		path := filepath.Join(folder, nameOf(at, isEncrypted))
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
	entries, err := os.ReadDir(path)
	if err != nil {
		return "", fmt.Errorf("looking for backups: %w", err)
	}
	var newest time.Time
	found := ""
	for _, entry := range entries {
		if at, ok := timeOf(entry.Name()); ok && !at.Before(newest) {
			newest, found = at, filepath.Join(path, entry.Name())
		}
	}
	if found == "" {
		return "", fmt.Errorf("no backup is in %s: name a file, or another folder", path)
	}
	return found, nil
}

// Newest is the time of the last copy in a folder, by its name; the zero time: it has none.
func Newest(folder string) (time.Time, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return time.Time{}, fmt.Errorf("looking for copies: %w", err)
	}
	var newest time.Time
	for _, entry := range entries {
		if at, ok := timeOf(entry.Name()); ok && at.After(newest) {
			newest = at
		}
	}
	return newest, nil
}
