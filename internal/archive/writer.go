package archive

import (
	"archive/zip"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"time"
)

// Writer writes a copy row by row, with little memory. Without Close the copy cannot be read.
type Writer struct {
	zip      *zip.Writer
	manifest Manifest
	lines    *bufio.Writer
	digest   hash.Hash
}

// NewWriter begins a copy. readme explains it to people.
func NewWriter(out io.Writer, businessID, readme string) (*Writer, error) {
	w := &Writer{zip: zip.NewWriter(out), manifest: Manifest{Format: Format, Version: Version, BusinessID: businessID, Tables: []Table{}}}
	file, err := w.zip.Create(readmeName)
	if err != nil {
		return nil, err
	}
	_, err = io.WriteString(file, readme)
	return w, err
}

// Begin begins the next table.
func (w *Writer) Begin(table string, columns []string) error {
	if err := w.endTable(); err != nil {
		return err
	}
	file, err := w.zip.Create(table + tableSuffix)
	if err != nil {
		return err
	}
	w.digest = sha256.New()
	w.lines = bufio.NewWriterSize(io.MultiWriter(file, w.digest), 64<<10)
	w.manifest.Tables = append(w.manifest.Tables, Table{Name: table, Columns: columns})
	return nil
}

// Row writes a row of the table, with values in the order of the columns.
func (w *Writer) Row(values []any) error {
	table := &w.manifest.Tables[len(w.manifest.Tables)-1]
	var object bytes.Buffer
	for i, column := range table.Columns {
		value, err := json.Marshal(values[i])
		if err != nil {
			return fmt.Errorf("encoding %s: %w", column, err)
		}
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		object.WriteByte(separator)
		fmt.Fprintf(&object, "%q:%s", column, value)
	}
	object.WriteString("}\n")
	table.Rows++
	_, err := w.lines.Write(object.Bytes())
	return err
}

func (w *Writer) endTable() error {
	if w.lines == nil {
		return nil
	}
	if err := w.lines.Flush(); err != nil {
		return err
	}
	w.manifest.Tables[len(w.manifest.Tables)-1].SHA256 = hex.EncodeToString(w.digest.Sum(nil))
	w.lines = nil
	return nil
}

// Close writes the manifest. The copy is complete up to at.
func (w *Writer) Close(at time.Time) error {
	w.manifest.ExportedAt = at.UTC().Format(time.RFC3339Nano)
	if err := w.endTable(); err != nil {
		return err
	}
	file, err := w.zip.Create(manifestName)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(file)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(w.manifest); err != nil {
		return err
	}
	return w.zip.Close()
}
