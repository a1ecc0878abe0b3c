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
		for _, imported := range allowedImports[edge] {
			if within(imported, "internal/store") || within(imported, "internal/database") {
				t.Errorf("%s may import %s: it could bypass the use cases", edge, imported)
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
			for _, declared := range file.syntax.Decls {
				function, ok := declared.(*ast.FuncDecl)
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
	walk := walk{seen: map[reflect.Type]bool{}}
	walk.visitType(from, from.String())
	return walk.found
}

type walk struct {
	seen  map[reflect.Type]bool
	found []string
}

func (w *walk) visitType(reached reflect.Type, path string) {
	if isHandle(reached) {
		w.found = append(w.found, path)
		return
	}
	if w.seen[reached] {
		return
	}
	w.seen[reached] = true
	w.intoFields(reached, path)
	w.intoMethods(reached, path)
	switch reached.Kind() {
	case reflect.Pointer:
		w.visitType(reached.Elem(), path)
	case reflect.Array, reflect.Chan, reflect.Map, reflect.Slice:
		w.visitType(reached.Elem(), path+"[]")
	case reflect.Func:
		w.intoResults(reached, path, 0)
	}
}

func isHandle(reached reflect.Type) bool {
	if reached.Kind() == reflect.Pointer {
		reached = reached.Elem()
	}
	return slices.Contains(handles, reached.PkgPath()+"."+reached.Name())
}

func (w *walk) intoFields(reached reflect.Type, path string) {
	if reached.Kind() != reflect.Struct {
		return
	}
	for i := range reached.NumField() {
		if field := reached.Field(i); field.IsExported() || field.Anonymous {
			w.visitType(field.Type, path+"."+field.Name)
		}
	}
}

func (w *walk) intoMethods(reached reflect.Type, path string) {
	receivers := 1
	if reached.Kind() == reflect.Interface {
		receivers = 0
	}
	for i := range reached.NumMethod() {
		if method := reached.Method(i); method.IsExported() {
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
