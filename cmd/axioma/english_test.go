package main

import (
	"testing"

	"axioma/internal/loyalty"
)

func TestInEnglish_FaultInFile_IsQuoted(t *testing.T) {
	t.Parallel()
	err := fieldsInEnglish([]loyalty.FieldError{{Field: "file", Message: "visits.jsonl tiene un valor que no vale en «day»."}})
	if want := "the file is refused: visits.jsonl tiene un valor que no vale en «day»."; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}
