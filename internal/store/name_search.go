package store

import (
	"slices"
	"strings"

	"axioma/internal/loyalty"
)

// betweenWords are characters that precede a word of a name.
const betweenWords = " -'("

// wordsOf returns distinct words, none if the search has digits of a phone.
func wordsOf(search string) []string {
	foldedText := loyalty.Fold(search)
	if foldedText == "" || loyalty.PhoneDigits(search) != "" {
		return nil
	}
	words := strings.Fields(foldedText)
	slices.Sort(words)
	if words = slices.Compact(words); len(words) == 1 {
		return []string{foldedText}
	}
	return words
}

type nameSearch struct {
	position string
	table    string // alias with a dot
	column   string
	text     string
}

func newNameSearch(tx *Tx, table, column, text string) nameSearch {
	return nameSearch{position: tx.store.dialect.PositionFunc, table: table, column: column, text: text}
}

func customerNames(tx *Tx, text string) nameSearch {
	return newNameSearch(tx, `c.`, `c.search`, text)
}

func (s nameSearch) matchCondition(where *clause, end string) string {
	words := wordsOf(s.text)
	if len(words) == 0 {
		words = []string{loyalty.Fold(s.text)}
	}
	conditions := make([]string, len(words))
	for i, word := range words {
		conditions[i] = s.beginsBefore(where, s.positionSQL(where, word), end)
	}
	return `(` + strings.Join(conditions, ` AND `) + `)`
}

// nearness returns 0 if the name begins with the search, 1 if each word begins one of the name, else 2. Snapshot.find
// in the web app ranks alike (testdata/name_searches.json).
func (s nameSearch) nearness(where *clause) string {
	words := wordsOf(s.text)
	if len(words) == 0 {
		return byNameAlone
	}
	begins := make([]string, len(words))
	for i, word := range words {
		begins[i] = s.beginsWord(where, word)
	}
	return `CASE WHEN ` + s.beginsName(where) + ` THEN 0
		WHEN ` + strings.Join(begins, ` AND `) + ` THEN 1 ELSE 2 END`
}

// beginsName selects a range of the sort key's index. A search for n does not match ñ.
func (s nameSearch) beginsName(where *clause) string {
	key := loyalty.SortKey(strings.Join(strings.Fields(s.text), " "))
	return `(` + s.table + `sort_key >= ` + where.bind(key) + ` AND ` + s.table + `sort_key < ` + where.bind(key+afterHex) +
		` AND ` + s.positionSQL(where, loyalty.Fold(s.text)) + ` = 1)`
}

// afterHex sorts after continuations of a sort key.
const afterHex = "g"

func (s nameSearch) beginsWord(where *clause, text string) string {
	begins := []string{s.positionSQL(where, text) + ` = 1`}
	for _, mark := range betweenWords {
		begins = append(begins, s.beginsBefore(where, s.positionSQL(where, string(mark)+text), afterName))
	}
	return `(` + strings.Join(begins, ` OR `) + `)`
}

func (s nameSearch) beginsBefore(where *clause, position, end string) string {
	return position + ` BETWEEN 1 AND ` + s.positionSQL(where, end)
}

// positionSQL returns SQL for a text's position: from 1, or 0 if absent.
func (s nameSearch) positionSQL(where *clause, text string) string {
	return s.position + `(` + s.column + `, ` + where.bind(text) + `)`
}
