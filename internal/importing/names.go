package importing

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// IsSameName reports whether names may be one person's: each word of the shorter is in the longer, or one is the
// other's initial. Case, accents, order and a missing name do not count.
func IsSameName(a, b string) bool {
	short, long := nameWords(a), nameWords(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	short, long = withoutWords(short, long)
	for _, word := range short {
		at := slices.IndexFunc(long, func(other string) bool { return isInitialOf(word, other) || isInitialOf(other, word) })
		if at < 0 {
			return false
		}
		long = slices.Delete(long, at, at+1)
	}
	return true
}

var ordinalSigns = strings.NewReplacer("ª", "", "º", "")

// nameWords reads 'Mª' as María's initial.
func nameWords(name string) []string {
	return strings.Fields(plainHeader(ordinalSigns.Replace(name)))
}

func withoutWords(short, long []string) (restOfShort, restOfLong []string) {
	restOfLong = slices.Clone(long)
	for _, word := range short {
		if at := slices.Index(restOfLong, word); at >= 0 {
			restOfLong = slices.Delete(restOfLong, at, at+1)
		} else {
			restOfShort = append(restOfShort, word)
		}
	}
	return restOfShort, restOfLong
}

func isInitialOf(initial, word string) bool {
	return utf8.RuneCountInString(initial) == 1 && strings.HasPrefix(word, initial)
}
