package architecture

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	requirement = regexp.MustCompile(`(?m)^\s+(\S+) (v\S+)( // indirect)?$`)
	tool        = regexp.MustCompile(`(?m)^(?:tool |\t)(\S+/\S+)$`)
	decisionRow = regexp.MustCompile("(?m)^\\| `?([^ `|]+)[^|]*\\| (v?\\d+\\.\\d+\\.\\d+\\S*) +\\|")
)

func TestDependencies_EachVersion_HasADecision(t *testing.T) {
	versions := map[string][]string{}
	for _, name := range sourceFiles(t) {
		if strings.HasPrefix(name, "docs/decisions/") {
			for _, row := range decisionRow.FindAllStringSubmatch(read(t, name), -1) {
				versions[row[1]] = append(versions[row[1]], row[2])
			}
		}
	}
	for name, version := range dependencies(t) {
		if got := strings.Join(versions[name], " and "); got != version {
			t.Errorf("%s is used at %s, but docs/decisions has %q: it needs exactly one row", name, version, got)
		}
	}
}

func isTool(goMod, module string) bool {
	return slices.ContainsFunc(tool.FindAllStringSubmatch(goMod, -1), func(program []string) bool {
		return within(program[1], module)
	})
}

func dependencies(t *testing.T) map[string]string {
	t.Helper()
	versions := map[string]string{}
	for _, module := range []string{"go.mod", "tools/go.mod"} {
		content := read(t, module)
		for _, row := range requirement.FindAllStringSubmatch(content, -1) {
			if row[3] == "" || isTool(content, row[1]) {
				versions[row[1]] = row[2]
			}
		}
	}
	for _, project := range npmProjects {
		var want manifest
		decode(t, path.Join(project, "package.json"), &want)
		for _, group := range []map[string]string{want.Dependencies, want.DevDependencies} {
			for name, version := range group {
				if other := versions[name]; other != "" && other != version {
					t.Errorf("%s is used at %s and at %s", name, other, version)
				}
				versions[name] = version
			}
		}
	}
	return versions
}
