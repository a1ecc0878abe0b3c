package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"strings"
)

// maxSubject is in words.
const maxSubject = 3

var camelWord = regexp.MustCompile(`[A-Z]+[a-z0-9]*`)

// checkTestNames requires TestSubject_Condition_Result, TestSubject with subtests, or TestSubject with a short or
// declared subject.
func checkTestNames(files []string) ([]finding, error) {
	set := token.NewFileSet()
	parsed := map[string]*ast.File{}
	declared := map[string]map[string]bool{} // by folder, in lower case
	for _, file := range files {
		source, err := parser.ParseFile(set, file, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		parsed[file] = source
		folder := path.Dir(file)
		if declared[folder] == nil {
			declared[folder] = map[string]bool{}
		}
		for name := range source.Scope.Objects {
			declared[folder][strings.ToLower(name)] = true
		}
		for _, declaration := range source.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok && !isTest(function) {
				declared[folder][strings.ToLower(function.Name.Name)] = true
			}
		}
	}
	var found []finding
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		ignored := ignoredLines(string(content))
		for _, declaration := range parsed[file].Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || !isTest(function) {
				continue
			}
			subject := strings.TrimPrefix(function.Name.Name, "Test")
			isSubject := len(camelWord.FindAllString(subject, -1)) <= maxSubject || declared[path.Dir(file)][strings.ToLower(subject)]
			if strings.Contains(subject, "_") || isSubject || hasSubtests(function) {
				continue
			}
			number := set.Position(function.Pos()).Line
			f := finding{file, number, number, fmt.Sprintf("%s: name it TestSubject_Condition_Result, or give it subtests", function.Name.Name)}
			if !isIgnored(f, ignored) {
				found = append(found, f)
			}
		}
	}
	return found, nil
}

func isTest(function *ast.FuncDecl) bool {
	return function.Recv == nil && strings.HasPrefix(function.Name.Name, "Test") && function.Name.Name != "TestMain" &&
		len(function.Type.Params.List) == 1
}

func hasSubtests(function *ast.FuncDecl) bool {
	found := false
	ast.Inspect(function.Body, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok && selector.Sel.Name == "Run" {
			found = true
		}
		return !found
	})
	return found
}
