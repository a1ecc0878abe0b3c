package httpapi

import (
	"errors"
	"io"
	"os"
	"testing"
)

func TestLargeFile_TemporaryFile_HasNoName(t *testing.T) {
	t.Parallel()
	file, err := createAnonymousFile()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file.Name()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is visible at %s: %v; want ErrNotExist", file.Name(), err)
	}
	if _, err := io.WriteString(file, "visitas"); err != nil {
		t.Fatal(err)
	}
	content := make([]byte, 7)
	if _, err := file.ReadAt(content, 0); err != nil || string(content) != "visitas" {
		t.Errorf("the file has the content %q, %v; want visitas", content, err)
	}
	if err := discard(file); err != nil {
		t.Error(err)
	}
}
