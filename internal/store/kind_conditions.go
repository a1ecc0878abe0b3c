package store

import (
	"strings"

	"axioma/internal/loyalty"
)

// kindCondition returns a condition for messages of the kinds for which hold is true. It lists the kinds, as the
// condition of an index does.
func kindCondition(hold func(loyalty.MessageKind) bool) string {
	return oneOf(`kind`, loyalty.MessageKindsWhere(hold))
}

// bringsCode returns a condition for messages that carry a code.
func bringsCode() string { return kindCondition(loyalty.MessageKind.BringsCode) }

// oneOf returns a condition for a column with one of some constants. A single constant becomes an equation, which
// SQLite needs to match a partial index.
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
