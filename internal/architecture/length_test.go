package architecture

import (
	"go/ast"
	"slices"
	"testing"
)

const maxLinesP90 = 21

func TestFunctions_Length_IsLimited(t *testing.T) {
	var lengths []int
	for _, files := range packages(t) {
		for _, file := range files {
			for _, declaration := range file.syntax.Decls {
				if fn, ok := declaration.(*ast.FuncDecl); ok && fn.Body != nil {
					lengths = append(lengths, file.lines.Position(fn.End()).Line-file.lines.Position(fn.Pos()).Line+1)
				}
			}
		}
	}
	slices.Sort(lengths)
	if p90 := lengths[len(lengths)*9/10]; p90 > maxLinesP90 {
		t.Errorf("the 90th percentile of function lengths is %d lines, more than %d", p90, maxLinesP90)
	}
}
