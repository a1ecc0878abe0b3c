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

// containsEach is the condition that a search text has each of the words before the
// mark that ends what is looked through.
func (tx *Tx) containsEach(where *clause, column string, words []string, end string) string {
	found := make([]string, len(words))
	for i, word := range words {
		found[i] = tx.before(where, column, tx.position(column, where.bind(word)), end)
	}
	return `(` + strings.Join(found, ` AND `) + `)`
}

// nameHas is the condition that a name has a search: its words in any order.
func (tx *Tx) nameHas(where *clause, column, search string) string {
	words := wordsOf(search)
	if len(words) == 0 {
		words = []string{loyalty.Fold(search)}
	}
	return tx.containsEach(where, column, words, afterName)
}

// nearness is the rank of those whom a search finds, smallest first: 0 where the
// name begins with the search, 1 where each word of the search begins a word of the
// name, 2 elsewhere. Snapshot.find in the web app ranks alike;
// testdata/name_searches.json has examples for both.
func (tx *Tx) nearness(where *clause, table, column, search string) string {
	words := wordsOf(search)
	if len(words) == 0 {
		return byNameAlone
	}
	begins := make([]string, len(words))
	for i, word := range words {
		begins[i] = tx.beginsWord(where, column, word)
	}
	return `CASE WHEN ` + tx.beginsName(where, table, column, search) + ` THEN 0
		WHEN ` + strings.Join(begins, ` AND `) + ` THEN 1 ELSE 2 END`
}

// beginsName is the condition that the name begins with a search. Those who may are
// a range of the index by name: their sort keys begin with that of the search. A
// name with ñ is not in the range of a search with n.
func (tx *Tx) beginsName(where *clause, table, column, search string) string {
	key := loyalty.SortKey(strings.Join(strings.Fields(search), " "))
	return `(` + table + `sort_key >= ` + where.bind(key) + ` AND ` + table + `sort_key < ` + where.bind(key+afterHex) +
		` AND ` + tx.position(column, where.bind(loyalty.Fold(search))) + ` = 1)`
}

// afterHex stands after all that a sort key may go on with.
const afterHex = "g"

// beginsWord is the condition that a word of the name begins with a text.
func (tx *Tx) beginsWord(where *clause, column, text string) string {
	begins := []string{tx.position(column, where.bind(text)) + ` = 1`}
	for _, mark := range betweenWords {
		begins = append(begins, tx.before(where, column, tx.position(column, where.bind(string(mark)+text)), afterName))
	}
	return `(` + strings.Join(begins, ` OR `) + `)`
}

// before is the condition that a position is found, and stands before a mark.
func (tx *Tx) before(where *clause, column, position, end string) string {
	return position + ` BETWEEN 1 AND ` + tx.position(column, where.bind(end))
}

// position is where a text first stands in a column, from 1; 0 when it does not.
func (tx *Tx) position(column, text string) string {
	return tx.store.dialect.position + `(` + column + `, ` + text + `)`
}
