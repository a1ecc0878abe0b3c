package architecture

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	repositoryPath = regexp.MustCompile(`^(\./)?(\.github|bench|cmd|deploy|docs|e2e|internal|packaging|scripts|site|tools|web)/[\w./-]*$`)
	namedDocument  = regexp.MustCompile("`(?:/usr/share/doc/axioma/)?((?:deploy|docs|packaging)/[\\w./-]*\\w)`")
	codeSpan       = regexp.MustCompile("(?s)```.*?```|`[^`\n]+`")
	makeTarget     = regexp.MustCompile(`\bmake ([a-z][a-z0-9-]*)`)
	target         = regexp.MustCompile(`(?m)^([a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*):`)
)

// globFiles returns the files of the repository that match patterns.
func globFiles(t *testing.T, patterns ...string) []string {
	t.Helper()
	var names []string
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s matches %v, %v", pattern, paths, err)
		}
		for _, name := range paths {
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

// Code in documents, and every word in the sources of packages, images and releases, must name existing files. Decision
// records may name removed files.
func TestDocuments_NamedFiles_Exist(t *testing.T) {
	for _, document := range globFiles(t, "*.md", "docs/*.md", "docs/operate/*.md", "packaging/*", "packaging/compose/*", "deploy/*/*", "scripts/dist") {
		text := read(t, document)
		if path.Ext(document) == ".md" {
			text = strings.Join(codeSpan.FindAllString(text, -1), "\n")
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n`\"'(),;", r) }) {
			name := strings.TrimRight(strings.TrimSuffix(word, "..."), ".:")
			if repositoryPath.MatchString(name) && !exists(name) {
				t.Errorf("%s names %s, which does not exist", document, name)
			}
		}
	}
}

// The archives' own test runs when they are built. Documents for developers may refer to sources.
func TestReleases_LinkedFiles_ArePacked(t *testing.T) {
	var packedFiles []string
	for line := range strings.Lines(read(t, "packaging/contents.txt")) {
		if name := strings.TrimSpace(line); !strings.HasPrefix(name, "#") {
			packedFiles = append(packedFiles, name)
			if !exists(name) {
				t.Errorf("a release packs %s, which does not exist", name)
			}
		}
	}
	isPacked := func(name string) bool {
		return slices.ContainsFunc(packedFiles, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") })
	}
	for _, document := range globFiles(t, "README.md", "CHANGELOG.md", "SECURITY.md", "docs/operate/*.md", "docs/manual/*.md") {
		text := read(t, document)
		var linkedFiles []string
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			if address, _, _ := strings.Cut(match[1], "#"); address != "" && !externalLink.MatchString(address) {
				linkedFiles = append(linkedFiles, path.Join(path.Dir(document), address))
			}
		}
		for _, match := range namedDocument.FindAllStringSubmatch(text, -1) {
			linkedFiles = append(linkedFiles, match[1])
		}
		for _, name := range linkedFiles {
			if !isPacked(name) {
				t.Errorf("%s links to %s, which the release does not pack", document, name)
			}
		}
	}
}

func TestDocuments_MakeTargets_Exist(t *testing.T) {
	targets := map[string]bool{}
	for _, rule := range target.FindAllStringSubmatch(read(t, "Makefile"), -1) {
		for name := range strings.FieldsSeq(rule[1]) {
			targets[name] = true
		}
	}
	if len(targets) < 20 {
		t.Fatalf("the Makefile has only %d targets", len(targets))
	}
	for _, document := range globFiles(t, "*.md", "docs/*.md", "docs/operate/*.md", "scripts/*", ".github/workflows/*") {
		text := read(t, document)
		if path.Ext(document) == ".md" {
			text = strings.Join(codeSpan.FindAllString(text, -1), "\n")
		}
		for _, match := range makeTarget.FindAllStringSubmatch(text, -1) {
			if !targets[match[1]] {
				t.Errorf("%s names 'make %s', which is not a target", document, match[1])
			}
		}
	}
}
