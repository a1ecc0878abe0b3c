package store

import (
	"fmt"
	"path/filepath"

	"github.com/jackc/pgx/v5"
)

// Place is what an operator calls a database, with nothing secret in it.
func (at At) Place() string { return at.place().String() }

// String is what an operator calls the database, with nothing secret in it.
func (p Place) String() string {
	if p.URL == "" {
		file, err := filepath.Abs(FileIn(p.Folder))
		if err != nil {
			file = FileIn(p.Folder)
		}
		return "SQLite, file " + file
	}
	known, err := pgx.ParseConfig(p.URL)
	if err != nil {
		return "PostgreSQL, at an address that cannot be read"
	}
	return fmt.Sprintf("PostgreSQL, database %s at %s, port %d", known.Database, known.Host, known.Port)
}
