package main

import (
	"fmt"
	"regexp"
	"strings"
)

// maxWords is a hard limit; docs/style.md recommends 20 words.
const maxWords = 35

var (
	forbidden = regexp.MustCompile(`(?i)\b(whoever|nobody|somebody|what is to be|be told of)\b`)
	// quoted matches text that we did not write: code, quotations, addresses, HTML comments.
	quoted = regexp.MustCompile("`[^`]*`" + `|"[^"]*"|'[^' ][^']* [^']*'|«[^»]*»|“[^”]*”|https?://\S+|<!--.*?-->`)
	// sentenceEnd is a full stop before a capital, a quotation or the end.
	sentenceEnd = regexp.MustCompile(`[.!?][)"*]*(\s+[\p{Lu}\p{Nd}"(*§\[]|\s*$)`)
	word        = regexp.MustCompile(`[\p{L}\p{N}§]`)
)

// block is a paragraph, a list item or a table cell: its words with their lines.
type block []line

type line struct {
	number int
	text   string
}

func checkBlocks(file string, blocks []block) []finding {
	var found []finding
	for _, b := range blocks {
		text, lines := b.join()
		for _, at := range forbidden.FindAllStringIndex(text, -1) {
			number := lines[at[0]]
			found = append(found, finding{file, number, number, fmt.Sprintf("%q: name the person or thing", text[at[0]:at[1]])})
		}
		begin := 0
		for begin < len(text) {
			end := len(text)
			if at := sentenceEnd.FindStringIndex(text[begin:]); at != nil {
				end = begin + at[0] + 1
			}
			if count := countWords(text[begin:end]); count > maxWords {
				skipped := begin + len(text[begin:end]) - len(strings.TrimLeft(text[begin:end], " "))
				found = append(found, finding{file, lines[skipped], lines[end-1], fmt.Sprintf("a sentence of %d words (at most %d): %.60s…", count, maxWords, strings.TrimSpace(text[begin:end]))})
			}
			begin = end
		}
	}
	return found
}

// join returns the text of a block, with quotations replaced by one word, and the line of each byte.
func (b block) join() (text string, lines []int) {
	var joined strings.Builder
	for _, l := range b {
		joined.WriteString(strings.TrimSpace(l.text) + " ")
	}
	whole := joined.String()
	at := make([]int, 0, len(whole))
	for _, l := range b {
		for range len(strings.TrimSpace(l.text)) + 1 {
			at = append(at, l.number)
		}
	}
	var out strings.Builder
	last := 0
	for _, span := range quoted.FindAllStringIndex(whole, -1) {
		out.WriteString(whole[last:span[0]] + "§")
		lines = append(append(lines, at[last:span[0]]...), at[span[0]], at[span[0]]) // § has two bytes
		last = span[1]
	}
	out.WriteString(whole[last:])
	return out.String(), append(lines, at[last:]...)
}

func countWords(sentence string) int {
	count := 0
	for field := range strings.FieldsSeq(sentence) {
		if word.MatchString(field) {
			count++
		}
	}
	return count
}
