package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"axioma/internal/files"
)

// progressFile has the newest mark, beside the backups: data that were set back have an older one.
const progressFile = "axioma-progress"

// WriteProgress replaces the mark.
func WriteProgress(folder string, number int64) error {
	path := filepath.Join(folder, progressFile)
	partial := path + ".new"
	err := writeSynced(partial, []byte(strconv.FormatInt(number, 10)+"\n"))
	if err == nil {
		err = os.Rename(partial, path)
	}
	if err != nil {
		return fmt.Errorf("writing the progress mark: %w", err)
	}
	return files.SyncPath(folder)
}

// ReadProgress returns the mark, or zero.
func ReadProgress(folder string) (int64, error) {
	content, err := os.ReadFile(filepath.Join(folder, progressFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	var number int64
	if err == nil {
		number, err = strconv.ParseInt(strings.TrimSpace(string(content)), 10, 64)
	}
	if err != nil {
		return 0, fmt.Errorf("reading the progress mark: %w", err)
	}
	return number, nil
}
