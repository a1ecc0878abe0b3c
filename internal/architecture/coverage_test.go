package architecture

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// coverage lists, for each line of the specification, where it is implemented and tested.
const coverage = "docs/spec-coverage.md"

// namedFile matches the file that implements a line, or the file of one of its tests.
var namedFile = regexp.MustCompile("`([\\w./-]+\\.(?:go|tsx?|golden))[`:]")

func TestSpecCoverage_NamedFiles_Exist(t *testing.T) {
	files := sourceFiles(t)
	for _, file := range namedFile.FindAllStringSubmatch(read(t, coverage), -1) {
		if len(filesWithSuffix(files, file[1])) == 0 {
			t.Errorf("no file %s", file[1])
		}
	}
}

// filesWithSuffix returns the files whose path ends in the elements of end.
func filesWithSuffix(files []string, end string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return file != end && !strings.HasSuffix(file, "/"+end)
	})
}
