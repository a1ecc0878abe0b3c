package architecture

import (
	"go/ast"
	"reflect"
	"slices"
	"strings"
	"testing"

	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

// edges must not write to the database directly.
var edges = []string{"internal/googlewallet", "internal/httpapi", "internal/mailing", "internal/pushing", "internal/whatsapp"}

// handles give access to the database. Edges may use data types of the same packages.
var handles = []string{
	"axioma/internal/service/usecase.Base",
	"axioma/internal/store.PlatformTx", "axioma/internal/store.Store", "axioma/internal/store.Tx",
	"axioma/internal/database.Engine", "axioma/internal/database.Querier", "axioma/internal/database.SQLiteConn",
}

func TestEdges_Imports_LeaveOutTheStore(t *testing.T) {
	for _, edge := range edges {
		for _, importPath := range allowedImports[edge] {
			if within(importPath, "internal/store") || within(importPath, "internal/database") {
				t.Errorf("%s may import %s: it could bypass the use cases", edge, importPath)
			}
		}
	}
}

func TestUseCases_ExportedNames_ReachNoStore(t *testing.T) {
	for _, path := range findHandles(reflect.TypeFor[*service.Service]()) {
		t.Errorf("%s: a handler could bypass the use case", path)
	}
}

// leakingService has a handle in each place where an edge could take it.
type leakingService struct {
	Embedded struct{ *usecase.Base }
	Results  func() (map[string][]*usecase.Base, error)
	Callback interface {
		Do(func(*usecase.Base) error)
	}
}

func TestReach_LeakingType_FindsEachPath(t *testing.T) {
	handles := findHandles(reflect.TypeFor[*leakingService]())
	want := []string{
		"*architecture.leakingService.Embedded.Base", "*architecture.leakingService.Embedded.InBusinessIdempotent(func(",
		"*architecture.leakingService.Results()[][]", "*architecture.leakingService.Callback.Do(func(",
	}
	if !slices.Equal(handles, want) {
		t.Errorf("found %q, want %q", handles, want)
	}
}

func TestUseCases_Functions_ReturnNoStore(t *testing.T) {
	for folder, files := range packages(t) {
		if !within(folder, "internal/service") || folder == "internal/service/servicetest" {
			continue
		}
		for _, file := range files {
			for _, declaration := range file.syntax.Decls {
				function, ok := declaration.(*ast.FuncDecl)
				if !ok || function.Recv != nil || !function.Name.IsExported() {
					continue
				}
				if hasHandle(function.Type.Results) && !hasHandle(function.Type.Params) {
					t.Errorf("%s: %s returns a database handle", file.line(function), function.Name)
				}
			}
		}
	}
}

func hasHandle(fields *ast.FieldList) bool {
	if fields == nil {
		return false
	}
	found := false
	ast.Inspect(fields, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		found = found || ok && slices.ContainsFunc(handles, func(handle string) bool { return strings.HasSuffix(handle, "."+name.Name) })
		return !found
	})
	return found
}

// findHandles follows exported fields, results of exported methods, and arguments of callbacks.
func findHandles(from reflect.Type) []string {
	walk := walk{visitedTypes: map[reflect.Type]bool{}}
	walk.visitType(from, from.String())
	return walk.paths
}

type walk struct {
	visitedTypes map[reflect.Type]bool
	paths        []string
}

func (w *walk) visitType(reachedType reflect.Type, path string) {
	if isHandle(reachedType) {
		w.paths = append(w.paths, path)
		return
	}
	if w.visitedTypes[reachedType] {
		return
	}
	w.visitedTypes[reachedType] = true
	w.intoFields(reachedType, path)
	w.intoMethods(reachedType, path)
	switch reachedType.Kind() {
	case reflect.Pointer:
		w.visitType(reachedType.Elem(), path)
	case reflect.Array, reflect.Chan, reflect.Map, reflect.Slice:
		w.visitType(reachedType.Elem(), path+"[]")
	case reflect.Func:
		w.intoResults(reachedType, path, 0)
	}
}

func isHandle(reachedType reflect.Type) bool {
	if reachedType.Kind() == reflect.Pointer {
		reachedType = reachedType.Elem()
	}
	return slices.Contains(handles, reachedType.PkgPath()+"."+reachedType.Name())
}

func (w *walk) intoFields(reachedType reflect.Type, path string) {
	if reachedType.Kind() != reflect.Struct {
		return
	}
	for i := range reachedType.NumField() {
		if field := reachedType.Field(i); field.IsExported() || field.Anonymous {
			w.visitType(field.Type, path+"."+field.Name)
		}
	}
}

func (w *walk) intoMethods(reachedType reflect.Type, path string) {
	receivers := 1
	if reachedType.Kind() == reflect.Interface {
		receivers = 0
	}
	for i := range reachedType.NumMethod() {
		if method := reachedType.Method(i); method.IsExported() {
			w.intoResults(method.Type, path+"."+method.Name, receivers)
		}
	}
}

func (w *walk) intoResults(function reflect.Type, path string, receivers int) {
	for i := range function.NumOut() {
		w.visitType(function.Out(i), path+"()")
	}
	for i := receivers; i < function.NumIn(); i++ {
		callback := function.In(i)
		if callback.Kind() != reflect.Func {
			continue
		}
		for j := range callback.NumIn() {
			w.visitType(callback.In(j), path+"(func(")
		}
	}
}
