//go:build unix

package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// oldestMajor is the first version whose initdb accepts ICU locales.
const oldestMajor = 15

// debianGlob is outside of PATH.
const debianGlob = "/usr/lib/postgresql/*/bin"

var errNotInstalled = errors.New("PostgreSQL's server programs (initdb, postgres) were not found in PATH or in " +
	debianGlob + ": install the package postgresql")

// findPrograms returns the folder of initdb and postgres: PATH's, or glob's newest.
func findPrograms(path func(string) (string, error), glob string) (string, error) {
	candidates, err := filepath.Glob(glob)
	if err != nil {
		return "", fmt.Errorf("look for PostgreSQL in %s: %w", glob, err)
	}
	slices.SortFunc(candidates, func(a, b string) int { return majorOf(b) - majorOf(a) })
	if initdb, err := path("initdb"); err == nil {
		candidates = append([]string{realFolder(initdb)}, candidates...)
	}
	for _, folder := range candidates {
		if hasPrograms(folder) {
			return folder, nil
		}
	}
	return "", errNotInstalled
}

func realFolder(program string) string {
	if target, err := filepath.EvalSymlinks(program); err == nil {
		program = target
	}
	return filepath.Dir(program)
}

func hasPrograms(folder string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := exec.LookPath(filepath.Join(folder, name)); err != nil {
			return false
		}
	}
	return true
}

func majorOf(folder string) int {
	major, err := strconv.Atoi(filepath.Base(filepath.Dir(folder)))
	if err != nil {
		return 0
	}
	return major
}

var versionPattern = regexp.MustCompile(`PostgreSQL\) (\d+)[.\w]*`)

// readVersion reads "PostgreSQL 15.18" from "initdb (PostgreSQL) 15.18 (Debian 15.18-0)" and rejects old versions.
func readVersion(output string) (string, error) {
	match := versionPattern.FindStringSubmatch(output)
	if match == nil {
		return "", fmt.Errorf("initdb --version answered %q, which names no version", output)
	}
	major, err := strconv.Atoi(match[1])
	if err != nil {
		return "", fmt.Errorf("read the version in %q: %w", output, err)
	}
	version := "PostgreSQL " + match[0][len("PostgreSQL) "):]
	if major < oldestMajor {
		return "", fmt.Errorf("%s is too old, the tests need version %d or newer", version, oldestMajor)
	}
	return version, nil
}
