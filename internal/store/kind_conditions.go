package store

import (
	"strings"

	"axioma/internal/loyalty"
)

// kindCondition returns a condition on the kinds that hold, written as in the partial indexes.
func kindCondition(hold func(loyalty.MessageKind) bool) string {
	return oneOf(`kind`, loyalty.MessageKindsWhere(hold))
}

func bringsCode() string { return kindCondition(loyalty.MessageKind.BringsCode) }

// oneOf compares by = for one word: SQLite matches a partial index only then.
func oneOf[Word ~string](column string, words []Word) string {
	if len(words) == 1 {
		return column + ` = '` + string(words[0]) + `'`
	}
	quotedWords := make([]string, len(words))
	for i, word := range words {
		quotedWords[i] = `'` + string(word) + `'`
	}
	return column + ` IN (` + strings.Join(quotedWords, `, `) + `)`
}
