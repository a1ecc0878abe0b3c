package store

import "fmt"

// Settings are what the program keeps for itself, for the whole platform.
type Settings struct{ tx *Tx }

// Settings are what the program keeps for itself.
func (p *PlatformTx) Settings() Settings { return Settings{&p.tx} }

// Get returns a setting of the platform that the program keeps for
// itself, and false when there is none.
func (q Settings) Get(name string) (string, bool, error) {
	var value string
	found, err := q.tx.queryOne(`SELECT value FROM settings WHERE name = $1`, []any{name}, &value)
	if err != nil {
		return "", false, fmt.Errorf("reading setting %s: %w", name, err)
	}
	return value, found, nil
}

// Lock is Get, and keeps other transactions from doing so until this one ends. A setting
// that there is none of is empty from then on.
func (q Settings) Lock(name string) (string, error) {
	if err := q.InsertIfAbsent(name, ""); err != nil {
		return "", err
	}
	var value string
	if _, err := q.tx.queryOne(`SELECT value FROM settings WHERE name = $1`+q.tx.lockClause(), []any{name}, &value); err != nil {
		return "", fmt.Errorf("locking setting %s: %w", name, err)
	}
	return value, nil
}

// InsertIfAbsent stores a setting unless there is one already: of several
// programs that start together, the first one's value holds.
func (q Settings) InsertIfAbsent(name, value string) error {
	if _, err := q.tx.exec(`INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, value); err != nil {
		return fmt.Errorf("storing setting %s: %w", name, err)
	}
	return nil
}

// Set stores a setting in the place of what it was.
func (q Settings) Set(name, value string) error {
	_, err := q.tx.exec(`INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	if err != nil {
		return fmt.Errorf("storing setting %s: %w", name, err)
	}
	return nil
}
