package store

import (
	"fmt"

	"axioma/internal/database"
	"axioma/internal/files"
)

// FileIdentity returns an id that a copy of the file does not share.
func FileIdentity(folder string) (string, error) { return files.Identity(database.FilePath(folder)) }

// ServerIdentity identifies the PostgreSQL database, and the server if the account may read it. SQLite: "".
func (q Restores) ServerIdentity() (string, error) {
	var mayAsk bool
	var database, server string
	if _, err := q.tx.queryOne(q.tx.store.dialect.DatabaseID, nil, &mayAsk, &database); err != nil {
		return "", fmt.Errorf("asking for the identity of the database: %w", err)
	}
	if !mayAsk || database == "" {
		return database, nil
	}
	if _, err := q.tx.queryOne(q.tx.store.dialect.ServerID, nil, &server); err != nil {
		return "", fmt.Errorf("asking for the identity of the server: %w", err)
	}
	return "server " + server + " " + database, nil
}
