package store

import (
	"strings"

	"axioma/internal/loyalty"
)

// kindCondition lists the kinds as the indexes' conditions do.
func kindCondition(hold func(loyalty.MessageKind) bool) string {
	return oneOf(`kind`, loyalty.MessageKindsWhere(hold))
}

func bringsCode() string { return kindCondition(loyalty.MessageKind.BringsCode) }

// oneOf makes an equation for a single word: SQLite matches a partial index only so.
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
