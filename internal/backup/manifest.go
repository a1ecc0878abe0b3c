package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"axioma/internal/store"
)

// Manifest describes a backup in a file beside it, without personal data.
type Manifest struct {
	Backup string            `json:"backup"` // file name
	MadeAt time.Time         `json:"madeAt"`
	Bytes  int64             `json:"bytes"`
	SHA256 string            `json:"sha256"`
	Chains []store.ChainHead `json:"chains"` // last blocks of hash chains
}

func (m Manifest) write(path string) error {
	content, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return fmt.Errorf("describing the backup: %w", err)
	}
	return writeSynced(path, append(content, '\n'))
}

// ReadManifest reads a manifest, or that of a backup or of a folder's newest backup.
func ReadManifest(path string) (Manifest, error) {
	path, err := Resolve(path)
	if err != nil {
		return Manifest{}, err
	}
	if !strings.HasSuffix(path, manifest) {
		path += manifest
	}
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, fmt.Errorf("no manifest %s: only backups from before hash chains have none", path)
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("reading a manifest: %w", err)
	}
	read, err := parseManifest(content)
	if err != nil {
		return Manifest{}, fmt.Errorf("reading the manifest %s: %w", path, err)
	}
	return read, nil
}

func parseManifest(content []byte) (read Manifest, err error) {
	err = json.Unmarshal(content, &read)
	if err == nil && read.Backup == "" {
		err = errors.New("it names no backup")
	}
	return read, err
}

func cutBeside(name string) (backup string, isBeside bool) {
	for _, suffix := range []string{checksum, manifest} {
		if backup, found := strings.CutSuffix(name, suffix); found {
			return backup, true
		}
	}
	return name, false
}
