package store_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

type storeCode struct {
	methods []storeMethod
	sites   []site
}

type storeMethod struct {
	name   string // with the receiver
	params []string
}

type site struct {
	file        string
	first, last int
	locks       bool // only on PostgreSQL
}

func (s site) has(place string) bool {
	file, line, _ := strings.Cut(place, ":")
	var n int
	_, err := fmt.Sscan(line, &n)
	return err == nil && file == s.file && n >= s.first && n <= s.last
}

func (s site) String() string { return fmt.Sprintf("%s:%d", s.file, s.first) }

var engines = []string{"store.go", "check.go", "schema_versions.go", "statistics.go", "identities.go"}

// runs names the methods that run a query. Other methods that take query text are found by that parameter's name.
var runs = []string{"exec", "execOne", "execDeferred", "queryOne", "queryRow", "queryEach", "queryStrings", "queryCount"}

func readStoreCode(t *testing.T) storeCode {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var syntaxFiles []*ast.File
	for _, entry := range entries {
		if name := entry.Name(); !slices.Contains(engines, name) && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			file, err := parser.ParseFile(files, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			syntaxFiles = append(syntaxFiles, file)
		}
	}
	var code storeCode
	carrying, receivers := slices.Clone(runs), receiversIn(syntaxFiles)
	for _, file := range syntaxFiles {
		for _, declaration := range file.Decls {
			method, ok := declaration.(*ast.FuncDecl)
			if !ok || method.Recv == nil {
				continue
			}
			receiver := receiverOf(method)
			params := paramsOf(method)
			switch {
			case !slices.Contains(receivers, receiver):
			case method.Name.IsExported():
				code.methods = append(code.methods, storeMethod{receiver + "." + method.Name.Name, params})
			case slices.ContainsFunc(params, func(name string) bool { return slices.Contains([]string{"query", "statement", "condition"}, name) }):
				carrying = append(carrying, method.Name.Name)
			}
		}
	}
	for _, file := range syntaxFiles {
		code.sites = append(code.sites, sitesIn(files, file, carrying)...)
	}
	return code
}

// receiversIn returns Tx, PlatformTx and the types whose only field is tx.
func receiversIn(syntaxFiles []*ast.File) []string {
	receivers := []string{"Tx", "PlatformTx"}
	for _, file := range syntaxFiles {
		ast.Inspect(file, func(node ast.Node) bool {
			spec, ok := node.(*ast.TypeSpec)
			if !ok {
				return true
			}
			kind, ok := spec.Type.(*ast.StructType)
			if ok && len(kind.Fields.List) == 1 && len(kind.Fields.List[0].Names) == 1 && kind.Fields.List[0].Names[0].Name == "tx" {
				receivers = append(receivers, spec.Name.Name)
			}
			return false
		})
	}
	return receivers
}

func receiverOf(method *ast.FuncDecl) string {
	kind := method.Recv.List[0].Type
	if pointer, ok := kind.(*ast.StarExpr); ok {
		kind = pointer.X
	}
	if name, ok := kind.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

func paramsOf(method *ast.FuncDecl) []string {
	var names []string
	for _, group := range method.Type.Params.List {
		for _, name := range group.Names {
			names = append(names, name.Name)
		}
	}
	return names
}

func sitesIn(files *token.FileSet, file *ast.File, carrying []string) []site {
	var sites []site
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if ok && slices.Contains(carrying, selector.Sel.Name) && isTransaction(selector.X) && !isContext(call.Args[0]) {
			begin, end := files.Position(call.Pos()), files.Position(call.End())
			sites = append(sites, site{begin.Filename, begin.Line, end.Line, mentions(call, "lock") || mentions(call, "statement")})
		}
		return true
	})
	return sites
}

func mentions(call *ast.CallExpr, variable string) bool {
	found := false
	for _, arg := range call.Args {
		ast.Inspect(arg, func(node ast.Node) bool {
			name, ok := node.(*ast.Ident)
			found = found || ok && name.Name == variable
			return true
		})
	}
	return found
}

// isTransaction decides by the name: tx, q or q.tx.
func isTransaction(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "tx" || x.Name == "q"
	case *ast.SelectorExpr:
		return x.Sel.Name == "tx"
	}
	return false
}

// isContext reports whether x is a context, which only the engine's own queries take.
func isContext(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && name.Name == "ctx"
}
