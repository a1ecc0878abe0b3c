package access_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"axioma/internal/service/access"
)

// The names are read from the source, so that none is missing.
func TestAttemptKinds_NamesInTheSource_AreAllListed(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("attempt_limits.go")
	if err != nil {
		t.Fatal(err)
	}
	var kinds []access.AttemptKind
	for _, name := range regexp.MustCompile(`(?m)^\t\w+ +AttemptKind += "([\w -]+)"`).FindAllSubmatch(source, -1) {
		kinds = append(kinds, access.AttemptKind(name[1]))
	}
	if len(kinds) == 0 || !slices.Equal(kinds, access.AttemptKinds()) {
		t.Errorf("the source names the kinds %q, but AttemptKinds lists %q", kinds, access.AttemptKinds())
	}
}
