package loyalty

import (
	"slices"
	"strings"
)

// Installation is what tells the place in which data are served from a copy of them.
// Fields that cannot be found out are empty, and are not compared.
type Installation struct {
	Database string // the identity of SQLite's file, or of the database on its PostgreSQL server
	Machine  string // a hash of the machine's id; only beside SQLite, and not in containers
	URL      string // the public address, where one is set
}

// The parts of an installation, as a Restore names what has changed.
const (
	ChangedDatabase = "DATABASE"
	ChangedMachine  = "MACHINE"
	ChangedURL      = "URL"
)

// maxKnownURLs bounds the public addresses that are remembered.
const maxKnownURLs = 20

// KnownInstallation is the installation that the data belong to. It remembers all its
// public addresses: copies of the server with two of them, or one that goes back to a
// former address, are no other installation.
type KnownInstallation struct {
	Database string
	Machine  string
	URLs     []string
}

// IsZero reports whether no installation is known yet.
func (k KnownInstallation) IsZero() bool {
	return k.Database == "" && k.Machine == "" && len(k.URLs) == 0
}

// Changes returns which parts of the installation differ, joined by commas; empty: it is
// the known one, or none is known.
func (k KnownInstallation) Changes(here Installation) string {
	differ := func(known, now string) bool { return known != "" && now != "" && known != now }
	var changes []string
	if differ(k.Database, here.Database) {
		changes = append(changes, ChangedDatabase)
	}
	if differ(k.Machine, here.Machine) {
		changes = append(changes, ChangedMachine)
	}
	if here.URL != "" && len(k.URLs) > 0 && !slices.Contains(k.URLs, here.URL) {
		changes = append(changes, ChangedURL)
	}
	return strings.Join(changes, ",")
}

// With returns the known installation as it is from now on. Another database or machine
// has only the public address of now.
func (k KnownInstallation) With(here Installation) KnownInstallation {
	changes := k.Changes(here)
	if strings.Contains(changes, ChangedDatabase) || strings.Contains(changes, ChangedMachine) {
		k.URLs = nil
	}
	if here.Database != "" {
		k.Database = here.Database
	}
	if here.Machine != "" {
		k.Machine = here.Machine
	}
	if here.URL != "" && !slices.Contains(k.URLs, here.URL) {
		k.URLs = append(slices.Clone(k.URLs), here.URL)
		k.URLs = k.URLs[max(0, len(k.URLs)-maxKnownURLs):]
	}
	return k
}

// MovedInstallation is the known installation of data that "axioma move" has copied elsewhere: it
// is none, so a server that is started on them again holds its messages.
func MovedInstallation() KnownInstallation { return KnownInstallation{Database: "moved away"} }
