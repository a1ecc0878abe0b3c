package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// notSource lists folders to skip. A folder `data` is skipped only at the root.
var notSource = []string{".git", "bin", "dist", "node_modules", "playwright-report", "test-results"}

func sourceFiles(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (slices.Contains(notSource, entry.Name()) || name == "data"):
			return fs.SkipDir
		case entry.Type().IsRegular():
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatalf("list the source files: %v", err)
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

type goFile struct {
	name    string
	imports []string
	syntax  *ast.File
	lines   *token.FileSet
}

func (f goFile) line(node ast.Node) string {
	return f.name + ":" + strconv.Itoa(f.lines.Position(node.Pos()).Line)
}

var parsedPackages map[string][]goFile

func packages(t *testing.T) map[string][]goFile {
	t.Helper()
	if parsedPackages != nil {
		return parsedPackages
	}
	filesByFolder := map[string][]goFile{}
	for _, name := range sourceFiles(t) {
		if strings.HasPrefix(name, "tools/") || path.Ext(name) != ".go" {
			continue
		}
		folder := path.Dir(name)
		files := filesByFolder[folder]
		if !strings.HasSuffix(name, "_test.go") {
			files = append(files, parse(t, name))
		}
		filesByFolder[folder] = files
	}
	if len(filesByFolder[loyalty]) == 0 {
		t.Fatalf("%s has no files, so these tests check nothing", loyalty)
	}
	parsedPackages = filesByFolder
	return filesByFolder
}

func parse(t *testing.T, name string) goFile {
	t.Helper()
	file := goFile{name: name, lines: token.NewFileSet()}
	syntax, err := parser.ParseFile(file.lines, name, read(t, name), parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("parse %s: %v", name, err)
	}
	file.syntax = syntax
	for _, spec := range syntax.Imports {
		file.imports = append(file.imports, strings.Trim(spec.Path.Value, `"`))
	}
	return file
}
