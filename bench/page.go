package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
)

// benchPageSize adds up the compressed JavaScript that the public pages load before they can be used.
func benchPageSize(_ context.Context, s *stage) ([]row, error) {
	modules, err := eagerModules(s.options.webApp, "public.html")
	if err != nil {
		return nil, err
	}
	var size int64
	for _, module := range modules {
		info, err := os.Stat(filepath.Join(s.options.webApp, module+".br"))
		if err != nil {
			return nil, fmt.Errorf("weigh the registration page: %w", err)
		}
		size += info.Size()
	}
	name := fmt.Sprintf("JavaScript of the registration page (%d files)", len(modules))
	return []row{below(name, float64(size)/1000, 95, " kB")}, nil
}

var (
	// What a page names: its entry and what the bundler tells the browser to fetch along with it.
	pageModule = regexp.MustCompile(`(?:src|href)="(/[^"]+\.js)"`)

	// A static import or export of a bundled module; import("…") loads later and does not count.
	moduleImport = regexp.MustCompile(`(?:\bfrom|\bimport)\s*["'](\.{0,2}/[^"']+\.js)["']`)
)

// eagerModules returns the scripts a page loads at once, with all they import, as paths under folder.
func eagerModules(folder, page string) ([]string, error) {
	html, err := os.ReadFile(filepath.Join(folder, page))
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	var modules []string
	seen := map[string]bool{}
	queue := references(pageModule, html, "/")
	for len(queue) > 0 {
		module := queue[0]
		queue = queue[1:]
		if seen[module] {
			continue
		}
		seen[module] = true
		modules = append(modules, module)
		script, err := os.ReadFile(filepath.Join(folder, module))
		if err != nil {
			return nil, fmt.Errorf("read a module of %s: %w", page, err)
		}
		queue = append(queue, references(moduleImport, script, path.Dir(module))...)
	}
	if len(modules) == 0 {
		return nil, fmt.Errorf("%s loads no script: the pattern that looks for them is out of date", page)
	}
	return modules, nil
}

// references returns the first group of each match, resolved from the folder that the text stands in.
func references(pattern *regexp.Regexp, text []byte, from string) []string {
	var found []string
	for _, match := range pattern.FindAllSubmatch(text, -1) {
		reference := string(match[1])
		if !path.IsAbs(reference) {
			reference = path.Join(from, reference)
		}
		found = append(found, reference)
	}
	return found
}
