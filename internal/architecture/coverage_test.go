package architecture

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

const coverage = "docs/spec-coverage.md"

var namedFile = regexp.MustCompile("`([\\w./-]+\\.(?:go|tsx?|golden))[`:]")

func TestSpecCoverage_NamedFiles_Exist(t *testing.T) {
	files := sourceFiles(t)
	for _, file := range namedFile.FindAllStringSubmatch(read(t, coverage), -1) {
		if len(filesWithSuffix(files, file[1])) == 0 {
			t.Errorf("there is no file %s", file[1])
		}
	}
}

func filesWithSuffix(files []string, end string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return file != end && !strings.HasSuffix(file, "/"+end)
	})
}
