package store

import (
	"fmt"
	"path/filepath"

	"github.com/jackc/pgx/v5"
)

// Place is what an operator calls a database, with nothing secret in it.
func (at At) Place() string {
	if at.URL == "" {
		file, err := filepath.Abs(FileIn(at.Folder))
		if err != nil {
			file = FileIn(at.Folder)
		}
		return "SQLite, file " + file
	}
	known, err := pgx.ParseConfig(at.URL)
	if err != nil {
		return "PostgreSQL, at an address that cannot be read"
	}
	return fmt.Sprintf("PostgreSQL, database %s at %s, port %d", known.Database, known.Host, known.Port)
}
