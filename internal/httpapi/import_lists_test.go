package httpapi

import (
	"encoding/json"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// The contract allows no null lists.
func TestImport_NothingToList_HasEmptyLists(t *testing.T) {
	t.Parallel()
	listedImport := service.ListedImport{Import: loyalty.Import{Report: loyalty.ImportReport{Columns: []loyalty.ImportColumn{{Header: "Nombre"}}}}}
	body, err := json.Marshal(importOf(listedImport))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"notices":[]`, `"samples":[]`, `"skipped":[]`, `"otherNames":[]`} {
		if !strings.Contains(string(body), want) {
			t.Errorf("%s lacks %s", body, want)
		}
	}
}
