//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func notInPath(string) (string, error) { return "", exec.ErrNotFound }

func install(t *testing.T, root, version string, programs ...string) string {
	t.Helper()
	folder := filepath.Join(root, version, "bin")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, program := range programs {
		if err := os.WriteFile(filepath.Join(folder, program), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestFindPrograms_SeveralVersions_ReturnsTheNewest(t *testing.T) {
	root := t.TempDir()
	install(t, root, "9", "initdb", "postgres")
	newest := install(t, root, "17", "initdb", "postgres")
	install(t, root, "18", "psql")
	folder, err := findPrograms(notInPath, filepath.Join(root, "*", "bin"))
	if err != nil || folder != newest {
		t.Errorf("found %q, %v, want %q", folder, err, newest)
	}
}

func TestFindPrograms_ServerInPath_GoesFirst(t *testing.T) {
	root := t.TempDir()
	install(t, root, "17", "initdb", "postgres")
	mine := install(t, t.TempDir(), "mine", "initdb", "postgres")
	inPath := func(name string) (string, error) { return filepath.Join(mine, name), nil }
	folder, err := findPrograms(inPath, filepath.Join(root, "*", "bin"))
	if err != nil || folder != mine {
		t.Errorf("found %q, %v, want %q", folder, err, mine)
	}
}

func TestFindPrograms_NoServer_NamesThePackage(t *testing.T) {
	_, err := findPrograms(notInPath, filepath.Join(t.TempDir(), "*", "bin"))
	if !errors.Is(err, errNotInstalled) || !strings.Contains(err.Error(), "package postgresql") {
		t.Errorf("the error is %v; want %v and %q in it", err, errNotInstalled, "package postgresql")
	}
}

func TestReadVersion(t *testing.T) {
	for output, want := range map[string]string{
		"initdb (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n": "PostgreSQL 15.18",
		"initdb (PostgreSQL) 18beta1\n":                        "PostgreSQL 18beta1",
	} {
		if version, err := readVersion(output); err != nil || version != want {
			t.Errorf("readVersion(%q) = %q, %v, want %q", output, version, err, want)
		}
	}
	for _, output := range []string{"", "initdb (PostgreSQL) 14.2\n"} {
		if version, err := readVersion(output); err == nil {
			t.Errorf("readVersion(%q) = %q, want an error", output, version)
		}
	}
}
