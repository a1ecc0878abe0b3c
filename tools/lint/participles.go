package main

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// irregular participles do not end in "ed".
var irregular = strings.Fields(`begun bound broken brought built chosen drawn found given gone held hidden kept known left
	lost made meant met moved paid said seen sent shown sold spent struck taken taught told written`)

// readable names end like participles and are usual in Go, or are nouns or adjectives.
var readable = strings.Fields(`elapsed embed exceed feed left need proceed red seed shared speed succeed`)

// participles reports values, functions and types that are named by a participle alone (docs/style.md, rule 5). Predicates,
// errors, channels and fields, whose names may be those of a format, are exempt.
func participles() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "participles",
		Doc:  "reports values named by a participle instead of a noun",
		Run: func(pass *analysis.Pass) (any, error) {
			for name, object := range pass.TypesInfo.Defs {
				if object != nil && isParticiple(name.Name) && needsNoun(object) {
					pass.Reportf(name.Pos(), "%s is a participle: name the value by a noun, the function by a verb", name.Name)
				}
			}
			return nil, nil
		},
	}
}

func isParticiple(name string) bool {
	word := strings.ToLower(name)
	if slices.Contains(readable, word) || strings.ToLower(name[1:]) != name[1:] {
		return false
	}
	return slices.Contains(irregular, word) || len(word) > 4 && strings.HasSuffix(word, "ed")
}

func needsNoun(object types.Object) bool {
	switch object := object.(type) {
	case *types.Var:
		return !object.IsField() && !readsAsItIs(object.Type())
	case *types.Func:
		return !isPredicate(object.Signature())
	case *types.TypeName:
		return !object.Exported()
	}
	return false
}

func readsAsItIs(of types.Type) bool {
	switch of := of.Underlying().(type) {
	case *types.Chan, *types.Interface:
		return true
	case *types.Signature:
		return isPredicate(of)
	case *types.Basic:
		return of.Info()&types.IsBoolean != 0
	}
	return false
}

func isPredicate(signature *types.Signature) bool {
	results := signature.Results()
	return results.Len() == 1 && types.Identical(results.At(0).Type().Underlying(), types.Typ[types.Bool])
}
