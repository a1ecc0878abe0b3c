package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
)

// pageSizes are kilobytes and files of compressed JavaScript that a page loads first, with imports.
type pageSizes struct {
	registration, counter           float64
	registrationFiles, counterFiles int
}

func benchPageSizes(_ context.Context, s *stage) ([]row, error) {
	sizes, err := weighPages(s.options.webApp)
	if err != nil {
		return nil, err
	}
	return []row{
		below(fmt.Sprintf("JavaScript of the registration page (%d files)", sizes.registrationFiles), sizes.registration, 40, " kB"),
		below(fmt.Sprintf("JavaScript of the counter (%d files)", sizes.counterFiles), sizes.counter, 150, " kB"),
	}, nil
}

func weighPages(webApp string) (sizes pageSizes, err error) {
	registration, err := eagerModules(webApp, "public.html")
	if err != nil {
		return sizes, err
	}
	counter, err := eagerModules(webApp, "index.html", "CheckinScreen-*.js")
	if err != nil {
		return sizes, err
	}
	sizes.registrationFiles, sizes.counterFiles = len(registration), len(counter)
	if sizes.registration, err = compressedSize(webApp, registration); err != nil {
		return sizes, err
	}
	sizes.counter, err = compressedSize(webApp, counter)
	return sizes, err
}

func compressedSize(folder string, modules []string) (float64, error) {
	var size int64
	for _, module := range modules {
		info, err := os.Stat(filepath.Join(folder, module+".br"))
		if err != nil {
			return 0, fmt.Errorf("measure the size of a page: %w", err)
		}
		size += info.Size()
	}
	return float64(size) / 1000, nil
}

var (
	// pageModule matches a page's entry and module preloads.
	pageModule = regexp.MustCompile(`(?:src|href)="(/[^"]+\.js)"`)

	// moduleImport does not match import("…"), which is lazy.
	moduleImport = regexp.MustCompile(`(?:\bfrom|\bimport)\s*["'](\.{0,2}/[^"']+\.js)["']`)
)

// eagerModules returns scripts that a page and screens load first. A screen is a pattern matching one file.
func eagerModules(folder, page string, screens ...string) ([]string, error) {
	html, err := os.ReadFile(filepath.Join(folder, page))
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	var modules []string
	seenModules := map[string]bool{}
	queue := references(pageModule, html, "/")
	for _, screen := range screens {
		files, err := filepath.Glob(filepath.Join(folder, "assets", screen))
		if err != nil {
			return nil, fmt.Errorf("look for a screen: %w", err)
		}
		if len(files) != 1 {
			return nil, fmt.Errorf("%d files are named %s: the pattern is out of date", len(files), screen)
		}
		queue = append(queue, "/assets/"+filepath.Base(files[0]))
	}
	for len(queue) > 0 {
		module := queue[0]
		queue = queue[1:]
		if seenModules[module] {
			continue
		}
		seenModules[module] = true
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

func references(pattern *regexp.Regexp, text []byte, from string) []string {
	var paths []string
	for _, match := range pattern.FindAllSubmatch(text, -1) {
		reference := string(match[1])
		if !path.IsAbs(reference) {
			reference = path.Join(from, reference)
		}
		paths = append(paths, reference)
	}
	return paths
}
