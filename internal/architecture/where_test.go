package architecture

import (
	"go/ast"
	"path"
	"regexp"
	"strings"
	"testing"
)

var namedMethod = regexp.MustCompile("`([a-z]+)\\.([A-Z][A-Za-z]+)\\.([A-Za-z]+)`")

func TestContributing_NamedMethods_Exist(t *testing.T) {
	_, rest, _ := strings.Cut(read(t, "CONTRIBUTING.md"), "## Where what happens")
	part, _, _ := strings.Cut(rest, "\n## ")
	knownMethods := methodNames(t)
	names := namedMethod.FindAllStringSubmatch(part, -1)
	if len(names) == 0 {
		t.Fatal("CONTRIBUTING.md has no section on where things happen")
	}
	for _, name := range names {
		if full := strings.Join(name[1:], "."); !knownMethods[full] {
			t.Errorf("CONTRIBUTING.md names %s, which does not exist", full)
		}
	}
}

func methodNames(t *testing.T) map[string]bool {
	t.Helper()
	knownMethods := map[string]bool{}
	for folder, files := range packages(t) {
		for _, file := range files {
			for _, declaration := range file.syntax.Decls {
				if method, ok := declaration.(*ast.FuncDecl); ok && method.Recv != nil {
					knownMethods[path.Base(folder)+"."+typeName(method.Recv.List[0].Type)+"."+method.Name.Name] = true
				}
			}
		}
	}
	return knownMethods
}
