package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

const movedSetting = "installation.moved"

// Moved returns where the data are served instead.
func (q Restores) Moved() (moved loyalty.MoveTarget, err error) {
	said, _, err := Settings(q).Get(movedSetting)
	if err != nil || said == "" {
		return moved, err
	}
	if err := json.Unmarshal([]byte(said), &moved); err != nil {
		return moved, fmt.Errorf("reading where the data were moved: %w", err)
	}
	return moved, nil
}

// SetMoved stores where the data are served instead; zero: here.
func (q Restores) SetMoved(moved loyalty.MoveTarget) error {
	if moved.IsZero() {
		if _, isMarked, err := Settings(q).Get(movedSetting); err != nil || !isMarked {
			return err
		}
	}
	said, err := encodeMove(moved)
	if err != nil {
		return err
	}
	return Settings(q).Set(movedSetting, said)
}

func encodeMove(moved loyalty.MoveTarget) (string, error) {
	if moved.IsZero() {
		return "", nil
	}
	said, err := json.Marshal(moved)
	if err != nil {
		return "", fmt.Errorf("writing where the data were moved: %w", err)
	}
	return string(said), nil
}

// MarkMoved is SetMoved for a folder that no server uses, whatever its version.
func MarkMoved(ctx context.Context, folder string, moved loyalty.MoveTarget) (err error) {
	said, err := encodeMove(moved)
	if err != nil {
		return err
	}
	conn, err := database.OpenFile(database.FilePath(folder), "synchronous(FULL)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	_, err = conn.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
		[]any{movedSetting, said})
	if err != nil {
		return fmt.Errorf("marking the data in %s: %w", folder, err)
	}
	return nil
}
