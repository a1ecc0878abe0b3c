package poster

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"

	"axioma/internal/typefaces"
)

// For characters that our fonts lack.
const (
	signExtended = "noto-serif"
	textExtended = "noto-sans"
)

// extendedFaces are the fonts with most characters; printable ones are in both.
var extendedFaces = sync.OnceValues(func() ([]*sfnt.Font, error) {
	var faces []*sfnt.Font
	for _, content := range [][]byte{typefaces.SignExtended(), typefaces.TextExtended()} {
		face, err := sfnt.Parse(content)
		if err != nil {
			return nil, fmt.Errorf("reading a typeface: %w", err)
		}
		faces = append(faces, face)
	}
	return faces, nil
})

// Unprintable returns each unprintable character once, in order.
func Unprintable(words string) string {
	var result strings.Builder
	for _, character := range norm.NFC.String(words) {
		if !unicode.IsSpace(character) && !isInvisible(character) && !isPrintable(character) && !strings.ContainsRune(result.String(), character) {
			result.WriteRune(character)
		}
	}
	return result.String()
}

// losesLetters reports whether letters are unprintable. It ignores symbols.
func losesLetters(words string) bool {
	return strings.ContainsFunc(Unprintable(words), func(character rune) bool {
		return unicode.In(character, unicode.Letter, unicode.Number, unicode.Mark)
	})
}

func printable(words string) string {
	text := strings.Map(func(character rune) rune {
		switch {
		case unicode.IsSpace(character):
			return ' '
		case isInvisible(character) || !isPrintable(character):
			return -1
		}
		return character
	}, norm.NFC.String(words))
	return strings.Join(strings.Fields(text), " ")
}

func isInvisible(character rune) bool {
	return unicode.In(character, unicode.Cc, unicode.Cf, unicode.Variation_Selector)
}

func isPrintable(character rune) bool {
	faces, err := extendedFaces()
	if err != nil {
		return character < unicode.MaxASCII
	}
	for _, face := range faces {
		if !hasLetter(face, character) {
			return false
		}
	}
	return true
}

func hasLetter(face *sfnt.Font, letter rune) bool {
	var buffer sfnt.Buffer
	glyph, err := face.GlyphIndex(&buffer, letter)
	return err == nil && glyph != 0
}
