package importing

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

const checkAccents = "Comprueba los acentos de los nombres."

// oldEncodings are tried in this order.
var oldEncodings = []struct {
	encoding encoding.Encoding
	name     string // for the owner, if the encoding is unusual
}{{charmap.Windows1252, ""}, {charmap.Macintosh, "Mac (Mac Roman)"}, {charmap.CodePage850, "MS-DOS (CP850)"}}

// oldEncodingOf returns the encoding in which the letters outside ASCII make the most plausible words. Windows-1252 wins
// a tie. A file with more valid letters of UTF-8 than invalid bytes is UTF-8 with mistakes.
func oldEncodingOf(data []byte) (encoding.Encoding, string) {
	if letters, mistakes := countUTF8(data); letters > mistakes {
		return repairedUTF8{}, fmt.Sprintf("El archivo está en UTF-8, pero %d de sus caracteres no: se han leído como Windows-1252. %s", mistakes, checkAccents)
	}
	sample := data[:min(len(data), 1<<20)]
	best, most := 0, math.MinInt
	for i, old := range oldEncodings {
		text, err := old.encoding.NewDecoder().Bytes(sample)
		if score := wordScore([]rune(string(text))); err == nil && score > most {
			best, most = i, score
		}
	}
	if name := oldEncodings[best].name; name != "" {
		return oldEncodings[best].encoding, fmt.Sprintf("El archivo está en una codificación antigua de %s, y así se ha leído. %s", name, checkAccents)
	}
	return oldEncodings[best].encoding, ""
}

func countUTF8(data []byte) (letters, mistakes int) {
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1:
			mistakes++
		case size > 1:
			letters++
		}
		data = data[size:]
	}
	return letters, mistakes
}

// westernLetters are the letters outside ASCII of names in western Europe.
const westernLetters = "áàâäãåéèêëíìîïóòôöõúùûüýÿñçßœæø"

// wordScore counts letters of western Europe that fit the word around them, less the other signs within words.
func wordScore(text []rune) (score int) {
	for i, r := range text {
		if r < utf8.RuneSelf {
			continue
		}
		isWestern := strings.ContainsRune(westernLetters, unicode.ToLower(r))
		isInside := unicode.IsLetter(runeAt(text, i-1)) && unicode.IsLetter(runeAt(text, i+1))
		switch {
		case isWestern && !hasWrongCase(text, i):
			score++
		case isWestern, isInside && r != '’' && r != '·':
			score--
		}
	}
	return score
}

// hasWrongCase reports whether a letter is a capital after a small letter, or a small letter among capitals.
func hasWrongCase(text []rune, i int) bool {
	before := runeAt(text, i-1)
	if unicode.IsUpper(text[i]) {
		return unicode.IsLower(before)
	}
	return unicode.IsUpper(before) && (unicode.IsUpper(runeAt(text, i+1)) || unicode.IsUpper(runeAt(text, i-2)))
}

func runeAt(text []rune, i int) rune {
	if i < 0 || i >= len(text) {
		return ' '
	}
	return text[i]
}

// repairedUTF8 decodes the bytes that are not UTF-8 as Windows-1252.
type repairedUTF8 struct{ encoding.Encoding }

func (repairedUTF8) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: repairer{}}
}

type repairer struct{ transform.NopResetter }

func (repairer) Transform(dst, src []byte, atEOF bool) (written, read int, err error) {
	for read < len(src) {
		if !atEOF && !utf8.FullRune(src[read:]) {
			return written, read, transform.ErrShortSrc
		}
		r, size := utf8.DecodeRune(src[read:])
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(src[read])
		}
		if written+utf8.RuneLen(r) > len(dst) {
			return written, read, transform.ErrShortDst
		}
		written += utf8.EncodeRune(dst[written:], r)
		read += size
	}
	return written, read, nil
}
