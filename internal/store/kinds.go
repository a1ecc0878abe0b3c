package store

import (
	"strings"

	"axioma/internal/loyalty"
)

// ofKinds holds for a message of a kind for which something holds. It names the kinds,
// as the condition of an index does.
func ofKinds(hold func(loyalty.MessageKind) bool) string {
	return oneOf(`kind`, loyalty.MessageKindsWhere(hold))
}

// bringsCode holds for a message that brings a code.
func bringsCode() string { return ofKinds(loyalty.MessageKind.BringsCode) }

// oneOf holds for a column with one of some words of the program's own. SQLite finds
// an index whose condition is for one word by an equation only.
func oneOf[Word ~string](column string, words []Word) string {
	if len(words) == 1 {
		return column + ` = '` + string(words[0]) + `'`
	}
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = `'` + string(word) + `'`
	}
	return column + ` IN (` + strings.Join(quoted, `, `) + `)`
}
