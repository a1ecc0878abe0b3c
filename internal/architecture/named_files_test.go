package architecture

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// ours begins the path of a file of this repository, wherever it is named.
	ours       = regexp.MustCompile(`^(\./)?(\.github|bench|cmd|deploy|docs|e2e|internal|packaging|scripts|site|tools|web)/[\w./-]*$`)
	packed     = regexp.MustCompile(`(?:src: |(?:install|remove): )([^ ,}\n]+)`)
	inCode     = regexp.MustCompile("(?s)```.*?```|`[^`\n]+`")
	makeTarget = regexp.MustCompile(`\bmake ([a-z][a-z0-9-]*)`)
	target     = regexp.MustCompile(`(?m)^([a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*):`)
)

// matching are the files of the repository that match patterns.
func matching(t *testing.T, patterns ...string) []string {
	t.Helper()
	var names []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: there are %v, %v", pattern, found, err)
		}
		for _, name := range found {
			if info, err := os.Stat(name); err == nil && !info.IsDir() {
				names = append(names, strings.TrimPrefix(filepath.ToSlash(name), root+"/"))
			}
		}
	}
	return names
}

func exists(name string) bool {
	_, err := os.Stat(filepath.Join(root, name))
	return err == nil
}

// TestEveryFileTheDocumentsNameExists holds of what stands as code in the documents, and of every word of what a package,
// an image or a release is made of. What was decided once may name what has gone since.
func TestEveryFileTheDocumentsNameExists(t *testing.T) {
	for _, document := range matching(t, "*.md", "docs/*.md", "packaging/*", "packaging/compose/*", "deploy/*/*", ".goreleaser.yaml") {
		text := read(t, document)
		if path.Ext(document) == ".md" {
			text = strings.Join(inCode.FindAllString(text, -1), "\n")
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n`\"'(),;", r) }) {
			name := strings.TrimRight(strings.TrimSuffix(word, "..."), ".:")
			if ours.MatchString(name) && !exists(name) {
				t.Errorf("%s names %s, which is not there", document, name)
			}
		}
	}
	for _, file := range packed.FindAllStringSubmatch(read(t, ".goreleaser.yaml"), -1) {
		if !strings.HasPrefix(file[1], "bin/") && !exists(file[1]) {
			t.Errorf("a release packs %s, which is not there", file[1])
		}
	}
}

func TestEveryTargetOfMakeTheDocumentsNameExists(t *testing.T) {
	known := map[string]bool{}
	for _, rule := range target.FindAllStringSubmatch(read(t, "Makefile"), -1) {
		for name := range strings.FieldsSeq(rule[1]) {
			known[name] = true
		}
	}
	if len(known) < 20 {
		t.Fatalf("the Makefile has %d targets", len(known))
	}
	for _, document := range matching(t, "*.md", "docs/*.md", ".goreleaser.yaml", ".github/workflows/*") {
		text := read(t, document)
		if path.Ext(document) == ".md" {
			text = strings.Join(inCode.FindAllString(text, -1), "\n")
		}
		for _, named := range makeTarget.FindAllStringSubmatch(text, -1) {
			if !known[named[1]] {
				t.Errorf("%s names make %s, which is no target", document, named[1])
			}
		}
	}
}
