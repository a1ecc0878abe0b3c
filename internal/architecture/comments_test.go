package architecture

import (
	"go/ast"
	"path"
	"regexp"
	"strings"
	"testing"
)

// namedInComment matches names such as loyalty.ErrBusy.
var namedInComment = regexp.MustCompile(`\b([a-z]+)\.([A-Z]\w+)`)

func TestComments_NamedDeclarations_Exist(t *testing.T) {
	declarations := declaredNames(t)
	mentionCount := 0
	for _, files := range packages(t) {
		for _, file := range files {
			for i, line := range strings.Split(read(t, file.name), "\n") {
				_, comment, _ := strings.Cut(line, "//")
				for _, name := range namedInComment.FindAllStringSubmatch(comment, -1) {
					names, ours := declarations[name[1]]
					if !ours {
						continue
					}
					mentionCount++
					if !names[name[2]] {
						t.Errorf("%s:%d names %s, which does not exist", file.name, i+1, name[0])
					}
				}
			}
		}
	}
	if mentionCount < 100 {
		t.Errorf("comments name only %d declarations: the search misses some", mentionCount)
	}
}

func declaredNames(t *testing.T) map[string]map[string]bool {
	t.Helper()
	declarations := map[string]map[string]bool{}
	for folder, files := range packages(t) {
		names := declarations[path.Base(folder)]
		if names == nil {
			names = map[string]bool{}
			declarations[path.Base(folder)] = names
		}
		for _, file := range files {
			ast.Inspect(file.syntax, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.FuncDecl:
					names[node.Name.Name] = true
				case *ast.TypeSpec:
					names[node.Name.Name] = true
				case *ast.ValueSpec:
					addNames(names, node.Names)
				case *ast.Field:
					addNames(names, node.Names)
				}
				return true
			})
		}
	}
	return declarations
}

func addNames(names map[string]bool, identifiers []*ast.Ident) {
	for _, name := range identifiers {
		names[name.Name] = true
	}
}
