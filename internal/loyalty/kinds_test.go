package loyalty_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"axioma/internal/loyalty"
)

// The names are read from the source, so that a missing row is found.
func TestKinds_EveryName_HasARow(t *testing.T) {
	t.Parallel()
	for file, kinds := range map[string][]string{
		"message_kinds.go": wordsOf(loyalty.MessageKinds()),
		"reward_kinds.go":  wordsOf(loyalty.RewardKinds()),
	} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, name := range regexp.MustCompile(`(?m)^\t\w+ +(?:Message|Reward)Kind += "([\w -]+)"`).FindAllSubmatch(source, -1) {
			names = append(names, string(name[1]))
		}
		if len(names) == 0 || !slices.Equal(names, kinds) {
			t.Errorf("%s names the kinds %q, but the table has %q, want the same kinds", file, names, kinds)
		}
	}
}

func wordsOf[Kind ~string](kinds []Kind) []string {
	words := make([]string, len(kinds))
	for i, kind := range kinds {
		words[i] = string(kind)
	}
	return words
}
