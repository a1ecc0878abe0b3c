package store

import "fmt"

// Settings are the installation's settings, by name.
type Settings struct{ tx *Tx }

// Settings gives access to the installation's settings.
func (p *PlatformTx) Settings() Settings { return Settings{&p.tx} }

// Get returns a setting.
func (q Settings) Get(name string) (string, bool, error) {
	var value string
	found, err := q.tx.queryOne(`SELECT value FROM settings WHERE name = $1`, []any{name}, &value)
	if err != nil {
		return "", false, fmt.Errorf("reading setting %s: %w", name, err)
	}
	return value, found, nil
}

// Lock returns a setting, and locks it; a missing one becomes "".
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

// InsertIfAbsent stores a missing setting. The first of programs that start together wins.
func (q Settings) InsertIfAbsent(name, value string) error {
	if _, err := q.tx.exec(`INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, value); err != nil {
		return fmt.Errorf("storing setting %s: %w", name, err)
	}
	return nil
}

// Set stores or replaces a setting.
func (q Settings) Set(name, value string) error {
	_, err := q.tx.exec(`INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	if err != nil {
		return fmt.Errorf("storing setting %s: %w", name, err)
	}
	return nil
}
