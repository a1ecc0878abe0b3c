package store

import (
	"fmt"

	"axioma/internal/database"
	"axioma/internal/files"
)

// FileIdentity differs between copies of the file.
func FileIdentity(folder string) (string, error) { return files.Identity(database.FilePath(folder)) }

// ServerIdentity is of the PostgreSQL database, and of the server if readable; "" for SQLite.
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
