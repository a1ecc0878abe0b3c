package main

import (
	"os"
	"path/filepath"
	"testing"

	"axioma/internal/config"
	"axioma/internal/store"
)

func TestFileIdentity_Copy_DiffersAndRenameDoesNot(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	original, renamedFolder, copyFolder := filepath.Join(folder, "a"), filepath.Join(folder, "b"), filepath.Join(folder, "c")
	for _, dir := range []string{original, copyFolder} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(store.FileIn(dir), []byte("data"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	identity := func(dir string) string {
		t.Helper()
		current, err := serveCommand{Server: config.Server{Database: config.Database{Data: dir}}}.installation()
		if err != nil {
			t.Fatal(err)
		}
		return current.Database
	}
	before := identity(original)
	if identity(copyFolder) == before {
		t.Errorf("the copy has the identity %s of the original", before)
	}
	if err := os.WriteFile(store.FileIn(original), []byte("more data"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(original, renamedFolder); err != nil {
		t.Fatal(err)
	}
	if after := identity(renamedFolder); after != before {
		t.Errorf("a renamed folder has the identity %s, want %s as before", after, before)
	}
}

func TestInstallation_PublicAddress_IsTakenFromSettings(t *testing.T) {
	t.Parallel()
	serve := serveCommand{Server: config.Server{Database: config.Database{DatabaseURL: "postgres://host/axioma"}}}
	if current, err := serve.installation(); err != nil || current.URL != "" || current.Database != "" || current.Machine != "" {
		t.Errorf("without an address the installation is %+v (%v); want no address, database and machine", current, err)
	}
	serve.PublicURL = "https://shop.example/"
	if current, err := serve.installation(); err != nil || current.URL != "https://shop.example" {
		t.Errorf("with an address the installation is %+v (%v), want URL https://shop.example", current, err)
	}
}
