// Package archive writes and reads the copy of a business: a ZIP with a JSONL file per table, LEEME.txt for people and
// the manifest axioma.json. It knows no table and does not trust its input.
package archive

import (
	"fmt"

	"axioma/internal/loyalty"
)

const (
	// Format is named by the manifest.
	Format = "axioma-copia"
	// Version grows with each change of tables and columns. Newer ones are refused.
	Version = 3

	manifestName = "axioma.json"
	readmeName   = "LEEME.txt"
	tableSuffix  = ".jsonl"
)

// 20,000 customers with 400,000 visits have about 200 MB of text, with three pictures of 120 KB each about 10 GB.
const (
	MaxBytes         = 12 << 30 // of the file
	maxUnpackedBytes = 16 << 30
	maxEntries       = 64
	maxManifestBytes = 1 << 20
	maxLineBytes     = 8 << 20
	// maxRatio limits compression: text of a copy reaches about 15, a ZIP bomb far more.
	maxRatio      = 200
	ratioFreeSize = 1 << 20 // exempt, in bytes
)

// Manifest describes the content of a copy.
type Manifest struct {
	Format     string  `json:"format"`
	Version    int     `json:"version"`
	ExportedAt string  `json:"exportedAt"` // RFC 3339
	BusinessID string  `json:"businessId"`
	Tables     []Table `json:"tables"`
}

// Table describes a table's file.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
	SHA256  string   `json:"sha256"` // of the content, in hex
}

// Refuse returns the refusal of a copy, in Spanish.
func Refuse(format string, values ...any) error {
	return loyalty.InvalidField("file", fmt.Sprintf(format, values...))
}
