// Command plain checks the rules of docs/style.md that a program can check.
//
//	go -C tools run ./plain            all files of the repository but those in plain/unclean.txt
//	go -C tools run ./plain -all       those too
//	go -C tools run ./plain -count     the number of findings per folder, those in plain/unclean.txt too
//
// A line with `plain:ignore`, followed by the reason, excepts itself and the next line.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

type finding struct {
	file        string
	first, last int
	text        string
}

func main() {
	all := flag.Bool("all", false, "check the folders in unclean.txt too")
	count := flag.Bool("count", false, "print the number of findings per folder, including unclean.txt")
	flag.Parse()
	found, err := check(*all || *count)
	if err != nil {
		fmt.Fprintln(os.Stderr, "plain:", err)
		os.Exit(2)
	}
	if *count {
		printCounts(found)
		return
	}
	for _, f := range found {
		fmt.Printf("%s:%d: %s\n", f.file, f.first, f.text)
	}
	if len(found) > 0 {
		fmt.Println("The rules are in docs/style.md.")
		os.Exit(1)
	}
}

// check returns the findings. With all, it includes the folders in unclean.txt.
func check(all bool) ([]finding, error) {
	files, unclean, err := listFiles()
	if err != nil {
		return nil, err
	}
	var found []finding
	var goFiles []string
	for _, file := range files {
		if isExempt(file) || !all && isBelow(file, unclean) {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var blocks []block
		switch path.Ext(file) {
		case ".md":
			blocks = markdownBlocks(string(content))
		case ".go":
			goFiles = append(goFiles, file)
			if blocks, err = goBlocks(file, content); err != nil {
				return nil, err
			}
		case ".ts", ".tsx", ".css":
			blocks = scriptBlocks(string(content))
		}
		ignored := ignoredLines(string(content))
		for _, f := range checkBlocks(file, blocks) {
			if !isIgnored(f, ignored) {
				found = append(found, f)
			}
		}
	}
	names, err := checkTestNames(goFiles)
	found = append(found, names...)
	slices.SortFunc(found, func(a, b finding) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.first, b.first)) })
	return found, err
}

// listFiles changes to the root of the repository.
func listFiles() (files, unclean []string, err error) {
	root, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return nil, nil, fmt.Errorf("finding the repository: %w", err)
	}
	if err := os.Chdir(strings.TrimSpace(string(root))); err != nil {
		return nil, nil, err
	}
	listed, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, nil, fmt.Errorf("listing the files: %w", err)
	}
	for file := range strings.Lines(string(listed)) {
		file = strings.TrimSpace(file)
		if _, err := os.Stat(file); err == nil {
			files = append(files, file)
		}
	}
	list, err := os.ReadFile("tools/plain/unclean.txt")
	for line := range strings.Lines(string(list)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			unclean = append(unclean, line)
		}
	}
	return files, unclean, err
}

// isExempt reports whether a file is not checked: the Spanish manual, generated code and test data.
func isExempt(file string) bool {
	return isBelow(file, []string{"docs/manual", "web/src/api/schema.d.ts"}) || strings.Contains(file, "/testdata/")
}

func isBelow(file string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		return file == p || strings.HasPrefix(file, strings.TrimSuffix(p, "/")+"/")
	})
}

func ignoredLines(content string) map[int]bool {
	ignored := map[int]bool{}
	number := 0
	for line := range strings.Lines(content) {
		number++
		if strings.Contains(line, "plain:ignore") {
			ignored[number], ignored[number+1] = true, true
		}
	}
	return ignored
}

func isIgnored(f finding, ignored map[int]bool) bool {
	for line := f.first; line <= f.last; line++ {
		if ignored[line] {
			return true
		}
	}
	return false
}

func printCounts(found []finding) {
	counts := map[string]int{}
	for _, f := range found {
		counts[path.Dir(f.file)]++
	}
	for _, folder := range slices.Sorted(maps.Keys(counts)) {
		fmt.Printf("%5d %s\n", counts[folder], folder)
	}
}
