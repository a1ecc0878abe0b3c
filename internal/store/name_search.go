package store

import (
	"slices"
	"strings"

	"axioma/internal/loyalty"
)

// A word begins after these.
const betweenWords = " -'("

// Parts of a phone and repeated words are not split.
func wordsOf(search string) []string {
	folded := loyalty.Fold(search)
	if folded == "" || loyalty.PhoneDigits(search) != "" {
		return nil
	}
	words := strings.Fields(folded)
	slices.Sort(words)
	if words = slices.Compact(words); len(words) == 1 {
		return []string{folded}
	}
	return words
}

// The texts start with a folded name.
type nameSearch struct {
	position string // the engine's position function
	table    string // table alias with a point
	column   string
	text     string // as typed
}

func newNameSearch(tx *Tx, table, column, text string) nameSearch {
	return nameSearch{position: tx.store.dialect.PositionFunc, table: table, column: column, text: text}
}

func customerNames(tx *Tx, text string) nameSearch {
	return newNameSearch(tx, `c.`, `c.search`, text)
}

// All words before an end mark.
func (s nameSearch) found(where *clause, end string) string {
	words := wordsOf(s.text)
	if len(words) == 0 {
		words = []string{loyalty.Fold(s.text)}
	}
	conditions := make([]string, len(words))
	for i, word := range words {
		conditions[i] = s.before(where, s.at(where, word), end)
	}
	return `(` + strings.Join(conditions, ` AND `) + `)`
}

// Rank 0: the name begins with the search. 1: each word begins a word of the name. 2: else. Snapshot.find in the web
// app ranks alike (testdata/name_searches.json).
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

// A range of the index by sort key. A search with n does not match ñ.
func (s nameSearch) beginsName(where *clause) string {
	key := loyalty.SortKey(strings.Join(strings.Fields(s.text), " "))
	return `(` + s.table + `sort_key >= ` + where.bind(key) + ` AND ` + s.table + `sort_key < ` + where.bind(key+afterHex) +
		` AND ` + s.at(where, loyalty.Fold(s.text)) + ` = 1)`
}

// It sorts after any continuation of a sort key.
const afterHex = "g"

func (s nameSearch) beginsWord(where *clause, text string) string {
	begins := []string{s.at(where, text) + ` = 1`}
	for _, mark := range betweenWords {
		begins = append(begins, s.before(where, s.at(where, string(mark)+text), afterName))
	}
	return `(` + strings.Join(begins, ` OR `) + `)`
}

func (s nameSearch) before(where *clause, position, end string) string {
	return position + ` BETWEEN 1 AND ` + s.at(where, end)
}

// From 1; 0: absent.
func (s nameSearch) at(where *clause, text string) string {
	return s.position + `(` + s.column + `, ` + where.bind(text) + `)`
}
