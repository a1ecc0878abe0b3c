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

// packageGraph has each folder's dependencies and itself, such as ./internal/store.
type packageGraph map[string][]string

type listedPackage struct {
	ImportPath string
	Deps       []string
}

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
		var p listedPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return graph, nil
		} else if err != nil {
			return nil, fmt.Errorf("read the list of packages: %w", err)
		}
		graph.add(p)
	}
}

// add adds a package. Test variants such as "axioma/x [axioma/x.test]" and "axioma/x.test" count for it.
func (g packageGraph) add(p listedPackage) {
	own := strings.TrimSuffix(trimTestSuffix(p.ImportPath), ".test")
	own = strings.TrimSuffix(own, "_test")
	folder := folderOfPackage(own)
	g[folder] = append(g[folder], folder)
	for _, dependency := range p.Deps {
		if dependency = trimTestSuffix(dependency); strings.HasPrefix(dependency, "axioma/") {
			g[folder] = append(g[folder], folderOfPackage(dependency))
		}
	}
}

func trimTestSuffix(importPath string) string {
	path, _, _ := strings.Cut(importPath, " ")
	return path
}

func folderOfPackage(path string) string { return "./" + shortPackage(path) }

// affectedBy returns the packages that changed files affect. A file of another kind (migration, test data) belongs to
// the package of its folder. go.mod and go.sum affect all.
func (g packageGraph) affectedBy(files []string) []string {
	changedPackages := map[string]bool{}
	for _, file := range files {
		if file == "go.mod" || file == "go.sum" {
			return slices.Sorted(maps.Keys(g))
		}
		if owner := g.ownerOf(file); owner != "" {
			changedPackages[owner] = true
		}
	}
	var affectedPackages []string
	for folder, standsOn := range g {
		isTouched := func(dependency string) bool { return changedPackages[dependency] && isTestedWith(dependency, folder) }
		if slices.ContainsFunc(standsOn, isTouched) {
			affectedPackages = append(affectedPackages, folder)
		}
	}
	slices.Sort(affectedPackages)
	return affectedPackages
}

// isTestedWith skips the rest of the service for an unshared part of it, whose own tests start all use cases.
func isTestedWith(changedPackage, folder string) bool {
	return changedPackage == folder || !isRoom(changedPackage) || !inService(folder)
}

func inService(folder string) bool {
	return folder == "./internal/service" || strings.HasPrefix(folder, "./internal/service/")
}

// isRoom reports whether a package is an unshared part of the service and no test helper.
func isRoom(folder string) bool {
	sharedPackages := []string{"./internal/service/usecase", "./internal/service/servicetest"}
	return strings.HasPrefix(folder, "./internal/service/") && !slices.Contains(sharedPackages, folder)
}

func (g packageGraph) ownerOf(file string) string {
	for folder := filepath.Dir(file); folder != "."; folder = filepath.Dir(folder) {
		if _, found := g["./"+folder]; found {
			return "./" + folder
		}
	}
	return ""
}

// enginePackages run with the race detector and on both engines: changed packages, and the service if database, store or
// usecase changed.
func (g packageGraph) enginePackages(files []string) []string {
	var folders []string
	for _, file := range files {
		folders = append(folders, g.ownerOf(file))
	}
	if slices.Contains(folders, "./internal/database") && !slices.Contains(folders, "./internal/store") {
		folders = append(folders, "./internal/store")
	}
	sharedPackages := []string{"./internal/store", "./internal/service/usecase"}
	if !slices.ContainsFunc(folders, func(folder string) bool { return slices.Contains(sharedPackages, folder) }) {
		return folders
	}
	for _, folder := range slices.Sorted(maps.Keys(g)) {
		if inService(folder) && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}
