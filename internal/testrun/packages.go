//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// packageGraph has, of each of our packages with tests or without, the folders of those that it and its tests are
// built from, itself among them. Folders are written ./internal/store.
type packageGraph map[string][]string

// listed is the part that counts here of what `go list -json` prints of a package or of its tests.
type listed struct {
	ImportPath string
	Deps       []string
}

// loadPackages asks the Go command for our packages.
func loadPackages(ctx context.Context) (packageGraph, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-test", "-json=ImportPath,Deps", "./...")
	output, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("list the packages: %w", err)
	}
	graph, err := readPackages(output)
	return graph, errors.Join(err, cmd.Wait())
}

func readPackages(output io.Reader) (packageGraph, error) {
	graph := packageGraph{}
	for decoder := json.NewDecoder(output); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return graph, nil
		} else if err != nil {
			return nil, fmt.Errorf("read the list of packages: %w", err)
		}
		graph.add(p)
	}
}

// add takes over a package, or what its tests stand on besides: "axioma/x [axioma/x.test]", "axioma/x.test".
func (g packageGraph) add(p listed) {
	own := strings.TrimSuffix(plain(p.ImportPath), ".test")
	own = strings.TrimSuffix(own, "_test")
	folder := folderOfPackage(own)
	g[folder] = append(g[folder], folder)
	for _, dependency := range p.Deps {
		if dependency = plain(dependency); strings.HasPrefix(dependency, "axioma/") {
			g[folder] = append(g[folder], folderOfPackage(dependency))
		}
	}
}

// plain cuts off for which tests a package was built.
func plain(importPath string) string {
	path, _, _ := strings.Cut(importPath, " ")
	return path
}

func folderOfPackage(path string) string { return "./" + shortPackage(path) }

// touchedBy are the packages that a change of files may break. Files below a package's folder that belong to none
// (migrations, test data, typefaces) are the package's; the module's own files are everybody's.
func (g packageGraph) touchedBy(files []string) []string {
	changed := map[string]bool{}
	for _, file := range files {
		if file == "go.mod" || file == "go.sum" {
			return slices.Sorted(maps.Keys(g))
		}
		if owner := g.ownerOf(file); owner != "" {
			changed[owner] = true
		}
	}
	var touched []string
	for folder, standsOn := range g {
		if slices.ContainsFunc(standsOn, func(dependency string) bool { return changed[dependency] }) {
			touched = append(touched, folder)
		}
	}
	slices.Sort(touched)
	return touched
}

// ownerOf is the innermost package whose folder a file stands in, or empty.
func (g packageGraph) ownerOf(file string) string {
	for folder := filepath.Dir(file); folder != "."; folder = filepath.Dir(folder) {
		if _, found := g["./"+folder]; found {
			return "./" + folder
		}
	}
	return ""
}

// asked are the packages in which the engines could differ, or a race have come, after a change of files: those that were
// changed, and with the engine or the store, whose SQL it is, or a room of the service, whose tests stand there, those that ask it. What
// stands on them sees the same of both.
func (g packageGraph) asked(files []string) []string {
	var folders []string
	for _, file := range files {
		folders = append(folders, g.ownerOf(file))
	}
	if slices.Contains(folders, "./internal/database") && !slices.Contains(folders, "./internal/store") {
		folders = append(folders, "./internal/store")
	}
	asksIt := func(folder string) bool {
		return folder == "./internal/store" || strings.HasPrefix(folder, "./internal/service/")
	}
	if slices.ContainsFunc(folders, asksIt) && !slices.Contains(folders, "./internal/service") {
		folders = append(folders, "./internal/service")
	}
	return folders
}
