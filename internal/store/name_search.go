package store

import (
	"slices"
	"strings"

	"axioma/internal/loyalty"
)

// betweenWords are the characters of a folded name after which a word begins.
const betweenWords = " -'("

// wordsOf returns the words of a search, which a name may have in any order. A
// search that is a part of a phone has none: its groups of digits stay together. A
// word that is repeated stays together too: one name does not answer for both.
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

// nameSearch looks for a text in the search texts of a table's rows, each of which
// begins with a folded name.
type nameSearch struct {
	position string // the engine's function, see dialect
	table    string // its short name in the query, with a point
	column   string // the search text
	text     string // as it was typed
}

func newNameSearch(tx *Tx, table, column, text string) nameSearch {
	return nameSearch{position: tx.store.dialect.PositionFunc, table: table, column: column, text: text}
}

// customerNames looks for a text in the names of customers c.
func customerNames(tx *Tx, text string) nameSearch {
	return newNameSearch(tx, `c.`, `c.search`, text)
}

// found is the condition that a row has the words of the search, in any order, before
// the mark that ends what is looked through.
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

// nearness is the rank of those whom a search finds, smallest first: 0 where the
// name begins with the search, 1 where each word of the search begins a word of the
// name, 2 elsewhere. Snapshot.find in the web app ranks alike;
// testdata/name_searches.json has examples for both.
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

// beginsName is the condition that the name begins with a search. Those who may are
// a range of the index by name: their sort keys begin with that of the search. A
// name with ñ is not in the range of a search with n.
func (s nameSearch) beginsName(where *clause) string {
	key := loyalty.SortKey(strings.Join(strings.Fields(s.text), " "))
	return `(` + s.table + `sort_key >= ` + where.bind(key) + ` AND ` + s.table + `sort_key < ` + where.bind(key+afterHex) +
		` AND ` + s.at(where, loyalty.Fold(s.text)) + ` = 1)`
}

// afterHex stands after all that a sort key may go on with.
const afterHex = "g"

// beginsWord is the condition that a word of the name begins with a text.
func (s nameSearch) beginsWord(where *clause, text string) string {
	begins := []string{s.at(where, text) + ` = 1`}
	for _, mark := range betweenWords {
		begins = append(begins, s.before(where, s.at(where, string(mark)+text), afterName))
	}
	return `(` + strings.Join(begins, ` OR `) + `)`
}

// before is the condition that a position is found, and stands before a mark.
func (s nameSearch) before(where *clause, position, end string) string {
	return position + ` BETWEEN 1 AND ` + s.at(where, end)
}

// at is where a text first stands in the search text, from 1; 0 when it does not.
func (s nameSearch) at(where *clause, text string) string {
	return s.position + `(` + s.column + `, ` + where.bind(text) + `)`
}
