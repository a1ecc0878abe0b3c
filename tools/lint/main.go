// Command lint is `go vet` with all our Go checks: vet, staticcheck, errcheck, unused names and participles.
//
//	go vet -vettool=bin/tools/lint ./...
//
// One program shares the analysis, and the Go command caches results per package.
package main

import (
	"errors"
	"go/token"
	"slices"

	"github.com/kisielk/errcheck/errcheck"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

func main() {
	unitchecker.Main(analyzers()...)
}

func analyzers() []*analysis.Analyzer {
	all := append(slices.Clone(vet.Suite), droppedErrors(), unusedNames(), participles())
	for _, checks := range [][]*lint.Analyzer{staticcheck.Analyzers, simple.Analyzers, stylecheck.Analyzers} {
		for _, check := range checks {
			all = append(all, check.Analyzer)
		}
	}
	return all
}

// mayFail lists functions whose errors cannot be acted on.
var mayFail = []string{
	"(net.Conn).Close",
	"(net/http.ResponseWriter).Write",
	"(io.ReadCloser).Close",
	"(*database/sql.Rows).Close",
	"(*database/sql.Tx).Rollback",
}

// droppedErrors replaces errcheck's own analyzer, which reads the exclusions from a file that the Go command's cache
// would not track.
func droppedErrors() *analysis.Analyzer {
	checker := errcheck.Checker{Exclusions: errcheck.Exclusions{
		Symbols: slices.Concat(errcheck.DefaultExcludedSymbols, mayFail), TypeAssertions: true,
	}}
	return &analysis.Analyzer{
		Name: "errcheck",
		Doc:  "reports errors that are dropped",
		Run: func(pass *analysis.Pass) (any, error) {
			found := checker.CheckPackage(&packages.Package{
				Fset: pass.Fset, Syntax: pass.Files, Types: pass.Pkg, TypesInfo: pass.TypesInfo,
			})
			for _, dropped := range found.UncheckedErrors {
				pass.Reportf(place(pass, dropped.Pos), "the error of %s is dropped", dropped.FuncName)
			}
			return nil, nil
		},
	}
}

// unusedNames replaces staticcheck's analyzer, which only lists U1000. Names used only by tests count as used.
func unusedNames() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "unusednames",
		Doc:      "reports names that nothing in the package or in its tests uses",
		Requires: []*analysis.Analyzer{unused.Analyzer.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			found, ok := pass.ResultOf[unused.Analyzer.Analyzer].(unused.Result)
			if !ok {
				return nil, errors.New("the list of unused names is missing")
			}
			for _, object := range found.Unused {
				pass.Reportf(place(pass, object.Position), "%s %s is unused (U1000)", object.Kind, object.Name)
			}
			return nil, nil
		},
	}
}

func place(pass *analysis.Pass, position token.Position) token.Pos {
	for _, syntax := range pass.Files {
		if file := pass.Fset.File(syntax.FileStart); file.Name() == position.Filename {
			return file.Pos(position.Offset)
		}
	}
	return token.NoPos
}
