package archive

import (
	"bytes"
	"maps"
	"slices"
	"testing"
	"time"
)

// FuzzOpen checks that a copy from outside has only rows with exactly the listed columns.
func FuzzOpen(f *testing.F) {
	var out bytes.Buffer
	w, err := NewWriter(&out, "shop", "Hola")
	if err != nil {
		f.Fatal(err)
	}
	if err := w.Begin("cards", []string{"id", "stamps"}); err != nil {
		f.Fatal(err)
	}
	if err := w.Row([]any{"a", int64(1)}); err != nil {
		f.Fatal(err)
	}
	if err := w.Close(time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC)); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Add(out.Bytes()[:out.Len()/2])
	f.Add([]byte("PK\x05\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		file := bytes.NewReader(data)
		r, err := Open(file, file.Size())
		if err != nil {
			return
		}
		if !IsCopy(file, file.Size()) {
			t.Error("a copy that can be read is not recognized as one")
		}
		for _, table := range r.Manifest.Tables {
			want := slices.Sorted(slices.Values(table.Columns))
			err := r.Rows(table.Name, func(_ int64, row map[string]any) error {
				if got := slices.Sorted(maps.Keys(row)); !slices.Equal(got, want) {
					t.Errorf("a row of %q has the columns %q, want %q", table.Name, got, want)
				}
				return nil
			})
			if err == nil && table.Rows < 0 {
				t.Errorf("the table %q has %d rows", table.Name, table.Rows)
			}
		}
	})
}
