package archive

import (
	"archive/zip"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
)

// Reader reads a copy: only files listed in the manifest, with limited sizes.
type Reader struct {
	Manifest   Manifest
	ExportedAt time.Time
	files      map[string]*zip.File
}

// IsCopy distinguishes a copy from an Excel workbook.
func IsCopy(file io.ReaderAt, size int64) bool {
	zipReader, err := zip.NewReader(file, size)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(zipReader.File, func(f *zip.File) bool { return f.Name == manifestName || f.Name == "businesses"+tableSuffix })
}

// Open checks names, sizes and manifest. Its refusals are in Spanish.
func Open(file io.ReaderAt, size int64) (*Reader, error) {
	if size > MaxBytes {
		return nil, Refuse("La copia ocupa más de %d GB.", MaxBytes>>30)
	}
	zipReader, err := zip.NewReader(file, size)
	if err != nil {
		return nil, Refuse("No es un ZIP, o está dañado. Elige el archivo que descargaste como copia, sin descomprimirlo.")
	}
	r := &Reader{files: map[string]*zip.File{}}
	manifest, err := r.index(zipReader.File)
	if err != nil {
		return nil, err
	}
	if err := r.readManifest(manifest); err != nil {
		return nil, err
	}
	return r, r.checkTables()
}

func (r *Reader) index(files []*zip.File) (manifest *zip.File, err error) {
	if len(files) > maxEntries {
		return nil, Refuse("La copia tiene demasiados archivos.")
	}
	var unpackedSize, packedSize uint64
	for _, file := range files {
		unpackedSize, packedSize = unpackedSize+min(file.UncompressedSize64, maxUnpackedBytes+1), packedSize+file.CompressedSize64
		table, isTable := strings.CutSuffix(file.Name, tableSuffix)
		switch {
		case file.Name == readmeName:
		case file.Name == manifestName && manifest == nil:
			manifest = file
		case isTable && r.files[table] == nil && !strings.ContainsAny(table, `/\.`):
			r.files[table] = file
		default:
			return nil, Refuse("La copia tiene un archivo que no es suyo, o repetido: «%.60s».", strings.ToValidUTF8(file.Name, "?"))
		}
	}
	if unpackedSize > maxUnpackedBytes || unpackedSize > ratioFreeSize && unpackedSize/maxRatio > packedSize {
		return nil, Refuse("La copia ocupa demasiado al descomprimirla.")
	}
	if manifest == nil && r.files["businesses"] != nil {
		return nil, Refuse("Esta copia es de una versión anterior de Axioma, que no se puede leer. Descarga otra con la versión actual.")
	}
	if manifest == nil {
		return nil, Refuse("Este ZIP no es una copia de Axioma: le falta axioma.json.")
	}
	return manifest, nil
}

func (r *Reader) readManifest(file *zip.File) error {
	content, err := readAll(file, maxManifestBytes)
	if err != nil {
		return err
	}
	if json.Unmarshal(content, &r.Manifest) != nil || r.Manifest.Format != Format {
		return Refuse("No se entiende axioma.json: la copia está dañada.")
	}
	if r.Manifest.Version > Version {
		return Refuse("Esta copia es de una versión más nueva de Axioma. Actualiza Axioma antes de restaurarla.")
	}
	at, err := time.Parse(time.RFC3339Nano, r.Manifest.ExportedAt)
	if err != nil || r.Manifest.Version < 1 {
		return Refuse("No se entiende axioma.json: la copia está dañada.")
	}
	r.ExportedAt = at
	return nil
}

func (r *Reader) checkTables() error {
	listedTables := map[string]bool{}
	for _, table := range r.Manifest.Tables {
		if listedTables[table.Name] {
			return Refuse("No se entiende axioma.json: la copia está dañada.")
		}
		listedTables[table.Name] = true
		if r.files[table.Name] == nil {
			return Refuse("A la copia le falta %.60s%s.", table.Name, tableSuffix)
		}
	}
	for name := range r.files {
		if !listedTables[name] {
			return Refuse("La copia tiene un archivo que no es suyo, o repetido: «%.60s%s».", name, tableSuffix)
		}
	}
	return nil
}

// Table returns a table's description.
func (r *Reader) Table(name string) (Table, bool) {
	at := slices.IndexFunc(r.Manifest.Tables, func(t Table) bool { return t.Name == name })
	if at < 0 {
		return Table{}, false
	}
	return r.Manifest.Tables[at], true
}

// Rows calls each for every row, with the row's number, from 1. A JSON number is a json.Number. Rows refuses wrong
// columns and a surplus row at once; a missing row or a wrong checksum only after the last row.
func (r *Reader) Rows(name string, each func(number int64, row map[string]any) error) (err error) {
	table, found := r.Table(name)
	if !found {
		return Refuse("A la copia le falta %.60s%s.", name, tableSuffix)
	}
	entry := r.files[name]
	file, err := entry.Open()
	if err != nil {
		return Refuse("%s%s está dañado.", name, tableSuffix)
	}
	defer func() {
		if fault := file.Close(); err == nil && fault != nil {
			err = Refuse("%s%s está dañado.", name, tableSuffix)
		}
	}()
	digest := sha256.New()
	lines := bufio.NewScanner(io.TeeReader(io.LimitReader(file, int64(entry.UncompressedSize64)+1), digest))
	lines.Buffer(make([]byte, 0, 64<<10), maxLineBytes)
	rows := int64(0)
	for lines.Scan() {
		rows++
		row, err := decodeRow(lines.Bytes(), table.Columns)
		if err != nil || rows > table.Rows {
			return Refuse("La línea %d de %s%s no se entiende.", rows, name, tableSuffix)
		}
		if err := each(rows, row); err != nil {
			return err
		}
	}
	if lines.Err() != nil || rows != table.Rows || hex.EncodeToString(digest.Sum(nil)) != table.SHA256 {
		return Refuse("%s%s no es como se exportó: la copia está dañada o se ha cambiado.", name, tableSuffix)
	}
	return nil
}

var errBadRow = errors.New("the row has other columns")

func decodeRow(line []byte, columns []string) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	row := make(map[string]any, len(columns))
	if err := decoder.Decode(&row); err != nil {
		return nil, err
	}
	if decoder.More() || len(row) != len(columns) {
		return nil, errBadRow
	}
	for _, column := range columns {
		if _, found := row[column]; !found {
			return nil, errBadRow
		}
	}
	return row, nil
}

func readAll(entry *zip.File, limit int64) ([]byte, error) {
	file, err := entry.Open()
	if err != nil {
		return nil, Refuse("%.60s está dañado.", entry.Name)
	}
	content, err := io.ReadAll(io.LimitReader(file, limit+1))
	if fault := file.Close(); err != nil || fault != nil || int64(len(content)) > limit {
		return nil, Refuse("%.60s está dañado.", entry.Name)
	}
	return content, nil
}
