package loyalty

import (
	"slices"
	"strings"
)

// Installation detects copies of the data. Empty fields are ignored.
type Installation struct {
	Database string // of the SQLite file, or of PostgreSQL server and database
	Machine  string // hash of the machine id; only for SQLite outside containers
	URL      string
	Progress int64 // newest mark outside the data; zero: none
}

// The parts in which installations can differ, as Restore.Changes names them.
const (
	ChangedDatabase = "DATABASE"
	ChangedMachine  = "MACHINE"
	ChangedURL      = "URL"
	ChangedProgress = "PROGRESS" // data older than a progress mark
)

const maxKnownURLs = 20

// KnownInstallation is recorded in the data, maybe with several URLs.
type KnownInstallation struct {
	Database string
	Machine  string
	URLs     []string
	Progress int64
}

// IsZero reports whether nothing is recorded.
func (k KnownInstallation) IsZero() bool {
	return k.Database == "" && k.Machine == "" && len(k.URLs) == 0
}

// Changes joins differing parts by commas.
func (k KnownInstallation) Changes(current Installation) string {
	differ := func(knownValue, now string) bool { return knownValue != "" && now != "" && knownValue != now }
	var changes []string
	if differ(k.Database, current.Database) {
		changes = append(changes, ChangedDatabase)
	}
	if differ(k.Machine, current.Machine) {
		changes = append(changes, ChangedMachine)
	}
	if current.URL != "" && len(k.URLs) > 0 && !slices.Contains(k.URLs, current.URL) {
		changes = append(changes, ChangedURL)
	}
	if !k.IsZero() && current.Progress > k.Progress {
		changes = append(changes, ChangedProgress)
	}
	return strings.Join(changes, ",")
}

// With records this installation. If database or machine differ, only the current URL is kept.
func (k KnownInstallation) With(current Installation) KnownInstallation {
	changes := k.Changes(current)
	if strings.Contains(changes, ChangedDatabase) || strings.Contains(changes, ChangedMachine) {
		k.URLs = nil
	}
	if current.Database != "" {
		k.Database = current.Database
	}
	if current.Machine != "" {
		k.Machine = current.Machine
	}
	if current.URL != "" && !slices.Contains(k.URLs, current.URL) {
		k.URLs = append(slices.Clone(k.URLs), current.URL)
		k.URLs = k.URLs[max(0, len(k.URLs)-maxKnownURLs):]
	}
	k.Progress = max(k.Progress, current.Progress)
	return k
}

// MovedInstallation returns an installation that no server matches: a server on data copied by "axioma move" holds its
// messages.
func MovedInstallation() KnownInstallation { return KnownInstallation{Database: "moved away"} }
