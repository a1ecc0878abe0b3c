package architecture

import (
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"testing"
)

var npmProjects = []string{"web", "e2e", "site"}

type manifest struct {
	Dependencies    map[string]string `json:"dependencies"`
	DevDependencies map[string]string `json:"devDependencies"`
}

func TestNPM_Versions_AreExact(t *testing.T) {
	exact := regexp.MustCompile(`^(npm:[@\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$`)
	for _, project := range npmProjects {
		var want manifest
		decode(t, path.Join(project, "package.json"), &want)
		for _, group := range []map[string]string{want.Dependencies, want.DevDependencies} {
			for name, version := range group {
				if !exact.MatchString(version) {
					t.Errorf("%s: %s %q is not an exact version", project, name, version)
				}
			}
		}
	}
}

// `npm install` accepts a lock file that does not match its manifest.
func TestNPM_LockFiles_MatchManifests(t *testing.T) {
	for _, project := range npmProjects {
		var want manifest
		decode(t, path.Join(project, "package.json"), &want)
		var lock struct{ Packages map[string]manifest }
		decode(t, path.Join(project, "package-lock.json"), &lock)
		lockedManifest := lock.Packages[""]
		if !maps.Equal(want.Dependencies, lockedManifest.Dependencies) || !maps.Equal(want.DevDependencies, lockedManifest.DevDependencies) {
			t.Errorf("%s/package-lock.json does not match package.json: run npm install there", project)
		}
	}
}

func decode(t *testing.T, name string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, name)), into); err != nil {
		t.Fatalf("read %s: %v", name, err)
	}
}
