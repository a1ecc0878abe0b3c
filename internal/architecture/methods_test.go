package architecture

import (
	"go/ast"
	"testing"
)

// maxMethods is per type, including the methods of embedded types.
const maxMethods = 40

type methodSet struct {
	methods       int
	embeddedTypes []string
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
	sets := sets{"all": {methods: 1, embeddedTypes: []string{"some", "elsewhere"}}, "some": {methods: 2, embeddedTypes: []string{"few"}}, "few": {methods: 3}}
	if got := sets.count("all"); got != 6 {
		t.Errorf("%d methods are counted, want 6", got)
	}
}

type sets map[string]methodSet

func (s sets) count(name string) int {
	total := s[name].methods
	for _, part := range s[name].embeddedTypes {
		total += s.count(part)
	}
	return total
}

func methodSets(files []goFile) sets {
	packageSets := sets{}
	for _, file := range files {
		for _, declaration := range file.syntax.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				packageSets.addMethod(declaration)
			case *ast.GenDecl:
				packageSets.addTypes(declaration)
			}
		}
	}
	return packageSets
}

func (s sets) addMethod(declaration *ast.FuncDecl) {
	if declaration.Recv == nil {
		return
	}
	name := typeName(declaration.Recv.List[0].Type)
	set := s[name]
	set.methods++
	s[name] = set
}

func (s sets) addTypes(declaration *ast.GenDecl) {
	for _, spec := range declaration.Specs {
		if typeSpec, ok := spec.(*ast.TypeSpec); ok {
			set := s[typeSpec.Name.Name]
			set.embeddedTypes = embeddedIn(typeSpec)
			s[typeSpec.Name.Name] = set
		}
	}
}

func embeddedIn(spec *ast.TypeSpec) []string {
	structure, ok := spec.Type.(*ast.StructType)
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
