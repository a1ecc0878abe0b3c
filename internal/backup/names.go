package backup

import (
	"fmt"
	"os"
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
