// Command speccoverage fills the column of tests in docs/spec-coverage.md.
//
// A test names the lines of the specification that it covers in a comment above it:
//
//	// Spec: checkin-4, limits-2
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

const document = "docs/spec-coverage.md"

var testFile = regexp.MustCompile(`(_test\.go|\.test\.tsx?|\.spec\.ts)$`)

func main() {
	content, err := run(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(content)
}

func run(root string) (string, error) {
	content, err := os.ReadFile(filepath.Join(root, document))
	if err != nil {
		return "", fmt.Errorf("reading the lines of the specification: %w", err)
	}
	tests, err := annotatedTests(root)
	if err != nil {
		return "", err
	}
	return fillTests(string(content), tests)
}

func annotatedTests(root string) ([]annotatedTest, error) {
	list := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	output, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the test files: %w", err)
	}
	var tests []annotatedTest
	for name := range strings.Lines(string(output)) {
		name = strings.TrimSpace(name)
		if !testFile.MatchString(name) {
			continue
		}
		source, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		if err != nil {
			return nil, fmt.Errorf("reading a test file: %w", err)
		}
		fileTests, err := readAnnotations(name, string(source))
		if err != nil {
			return nil, err
		}
		tests = append(tests, fileTests...)
	}
	return tests, nil
}
