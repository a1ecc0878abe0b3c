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

// MoveTarget returns where the data are served instead.
func (q Restores) MoveTarget() (target loyalty.MoveTarget, err error) {
	text, _, err := Settings(q).Get(movedSetting)
	if err != nil || text == "" {
		return target, err
	}
	if err := json.Unmarshal([]byte(text), &target); err != nil {
		return target, fmt.Errorf("reading where the data were moved: %w", err)
	}
	return target, nil
}

// SetMoved stores a MoveTarget; zero: here.
func (q Restores) SetMoved(target loyalty.MoveTarget) error {
	if target.IsZero() {
		if _, isMarked, err := Settings(q).Get(movedSetting); err != nil || !isMarked {
			return err
		}
	}
	text, err := encodeMove(target)
	if err != nil {
		return err
	}
	return Settings(q).Set(movedSetting, text)
}

func encodeMove(target loyalty.MoveTarget) (string, error) {
	if target.IsZero() {
		return "", nil
	}
	text, err := json.Marshal(target)
	if err != nil {
		return "", fmt.Errorf("writing where the data were moved: %w", err)
	}
	return string(text), nil
}

// MarkMoved records where the data moved, in a database of any version in a folder that no server uses.
func MarkMoved(ctx context.Context, folder string, target loyalty.MoveTarget) (err error) {
	text, err := encodeMove(target)
	if err != nil {
		return err
	}
	conn, err := database.OpenFile(database.FilePath(folder), "synchronous(FULL)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	_, err = conn.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
		[]any{movedSetting, text})
	if err != nil {
		return fmt.Errorf("marking the data in %s: %w", folder, err)
	}
	return nil
}
