package architecture

import (
	"go/ast"
	"testing"
)

// maxMethods is per type, including the methods of embedded types.
const maxMethods = 40

type methodSet struct {
	methods  int
	embedded []string
}

func TestTypes_Methods_AreLimited(t *testing.T) {
	for folder, files := range packages(t) {
		if folder == "internal/service/servicetest" {
			continue
		}
		sets := methodSets(files)
		for name := range sets {
			if count := sets.count(name); count > maxMethods {
				t.Errorf("%s: %s has %d methods, more than %d: split it into several types", folder, name, count, maxMethods)
			}
		}
	}
}

func TestMethodSets_PromotedMethods_Count(t *testing.T) {
	sets := sets{"all": {methods: 1, embedded: []string{"some", "elsewhere"}}, "some": {methods: 2, embedded: []string{"few"}}, "few": {methods: 3}}
	if got := sets.count("all"); got != 6 {
		t.Errorf("%d methods are counted, want 6", got)
	}
}

type sets map[string]methodSet

func (s sets) count(name string) int {
	total := s[name].methods
	for _, part := range s[name].embedded {
		total += s.count(part)
	}
	return total
}

func methodSets(files []goFile) sets {
	found := sets{}
	for _, file := range files {
		for _, declared := range file.syntax.Decls {
			switch declared := declared.(type) {
			case *ast.FuncDecl:
				found.addMethod(declared)
			case *ast.GenDecl:
				found.addTypes(declared)
			}
		}
	}
	return found
}

func (s sets) addMethod(declared *ast.FuncDecl) {
	if declared.Recv == nil {
		return
	}
	name := typeName(declared.Recv.List[0].Type)
	set := s[name]
	set.methods++
	s[name] = set
}

func (s sets) addTypes(declared *ast.GenDecl) {
	for _, spec := range declared.Specs {
		if typeSpec, ok := spec.(*ast.TypeSpec); ok {
			set := s[typeSpec.Name.Name]
			set.embedded = embeddedIn(typeSpec)
			s[typeSpec.Name.Name] = set
		}
	}
}

func embeddedIn(declared *ast.TypeSpec) []string {
	structure, ok := declared.Type.(*ast.StructType)
	if !ok {
		return nil
	}
	var names []string
	for _, field := range structure.Fields.List {
		if len(field.Names) == 0 {
			names = append(names, typeName(field.Type))
		}
	}
	return names
}

func typeName(expression ast.Expr) string {
	switch written := expression.(type) {
	case *ast.Ident:
		return written.Name
	case *ast.StarExpr:
		return typeName(written.X)
	case *ast.IndexExpr:
		return typeName(written.X)
	case *ast.IndexListExpr:
		return typeName(written.X)
	}
	return ""
}
