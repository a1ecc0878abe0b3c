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

// touchedBy are the packages whose tests run after a change of files. Files below a package's folder that belong to no
// package (migrations, test data, typefaces) belong to that package. A change of the module's own files touches all.
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
		isTouched := func(dependency string) bool { return changed[dependency] && isTestedWith(dependency, folder) }
		if slices.ContainsFunc(standsOn, isTouched) {
			touched = append(touched, folder)
		}
	}
	slices.Sort(touched)
	return touched
}

// isTestedWith reports whether a change of a package runs the tests of a package that is built from it. The tests of the
// service and of its rooms start all use cases, and each room has tests of its own: a change of one room runs that room's
// tests and those of the packages above the service.
func isTestedWith(changed, folder string) bool {
	return changed == folder || !isRoom(changed) || !inService(folder)
}

// inService reports whether a package is the service or lies below it.
func inService(folder string) bool {
	return folder == "./internal/service" || strings.HasPrefix(folder, "./internal/service/")
}

// isRoom reports whether a package is a room of the service: not what all rooms stand on, nor the helpers of their tests.
func isRoom(folder string) bool {
	shared := []string{"./internal/service/usecase", "./internal/service/servicetest"}
	return strings.HasPrefix(folder, "./internal/service/") && !slices.Contains(shared, folder)
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

// asked are the packages in which the engines could differ, or a race have come, after a change of files: the changed
// packages and, with the engine, the store or what all rooms of the service stand on, the service and its rooms.
func (g packageGraph) asked(files []string) []string {
	var folders []string
	for _, file := range files {
		folders = append(folders, g.ownerOf(file))
	}
	if slices.Contains(folders, "./internal/database") && !slices.Contains(folders, "./internal/store") {
		folders = append(folders, "./internal/store")
	}
	shared := []string{"./internal/store", "./internal/service/usecase"}
	if !slices.ContainsFunc(folders, func(folder string) bool { return slices.Contains(shared, folder) }) {
		return folders
	}
	for _, folder := range slices.Sorted(maps.Keys(g)) {
		if inService(folder) && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}
