package archive

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"time"
)

func TestWriter_RowsAndManifest_AreReadBack(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	at := time.Date(2026, 3, 26, 9, 0, 0, 5e6, time.UTC)
	w, err := NewWriter(&out, "shop", "Hola")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"cards", "visits"} {
		if err := w.Begin(table, []string{"id", "stamps", "open", "at"}); err != nil {
			t.Fatal(err)
		}
		for i, id := range []string{"a", "b\n\"ñ"} {
			if err := w.Row([]any{id, int64(i), i == 0, nil}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(at); err != nil {
		t.Fatal(err)
	}
	file := bytes.NewReader(out.Bytes())
	if !IsCopy(file, file.Size()) {
		t.Error("the copy is not recognized")
	}
	r, err := Open(file, file.Size())
	if err != nil || !r.ExportedAt.Equal(at) || r.Manifest.BusinessID != "shop" {
		t.Fatalf("the copy was read as %+v, %v; want the exported copy", r, err)
	}
	ids := []string{}
	err = r.Rows("visits", func(number int64, row map[string]any) error {
		ids = append(ids, row["id"].(string))
		if stamps := row["stamps"].(json.Number).String(); stamps != []string{"0", "1"}[number-1] {
			t.Errorf("row %d has %s stamps", number, stamps)
		}
		return nil
	})
	if err != nil || !slices.Equal(ids, []string{"a", "b\n\"ñ"}) {
		t.Errorf("the ids are %q, %v; want %q", ids, err, []string{"a", "b\n\"ñ"})
	}
	if err := r.Rows("rewards", nil); err == nil {
		t.Error("a table that the copy does not have was read")
	}
}
