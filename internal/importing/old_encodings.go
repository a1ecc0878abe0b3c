package importing

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

const checkAccents = "Comprueba los acentos de los nombres."

var oldEncodings = []struct {
	encoding encoding.Encoding
	name     string // for the owner, if unusual
}{{charmap.Windows1252, ""}, {charmap.Macintosh, "Mac (Mac Roman)"}, {charmap.CodePage850, "MS-DOS (CP850)"}}

// oldEncodingOf returns the encoding with the most plausible signs outside ASCII: Windows-1252, unless another has more
// plausible than implausible ones. More valid letters than invalid bytes mean UTF-8 with mistakes.
func oldEncodingOf(data []byte) (encoding.Encoding, string) {
	if letters, mistakes := countUTF8(data); letters > mistakes {
		return repairedUTF8{}, fmt.Sprintf("El archivo está en UTF-8, pero %d de sus caracteres no: se han leído como Windows-1252. %s", mistakes, checkAccents)
	}
	sample := data[:min(len(data), 1<<20)]
	best, most := 0, 0
	for i, old := range oldEncodings {
		text, err := old.encoding.NewDecoder().Bytes(sample)
		if score := plausibility([]rune(string(text))); err == nil && score > most {
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

const westernLetters = "áàâäãåéèêëíìîïóòôöõúùûüýÿñçßœæø"

// plausibility counts the letters and signs outside ASCII that fit their surroundings, and subtracts those that do not.
func plausibility(text []rune) (score int) {
	for i, r := range text {
		if r < utf8.RuneSelf {
			continue
		}
		isAfterLetter, isBeforeLetter := unicode.IsLetter(runeAt(text, i-1)), unicode.IsLetter(runeAt(text, i+1))
		isWestern := strings.ContainsRune(westernLetters, unicode.ToLower(r))
		switch {
		case isWestern && !isAfterLetter && !isBeforeLetter:
		case isWestern && !hasWrongCase(text, i), !isWestern && isSignInPlace(text, i):
			score++
		case isWestern, isAfterLetter && isBeforeLetter && r != '’' && r != '·':
			score--
		}
	}
	return score
}

// hasWrongCase finds 'garcÍa', 'PÉrez', 'GARCíA' and 'éGarcía'.
func hasWrongCase(text []rune, i int) bool {
	before, after := runeAt(text, i-1), runeAt(text, i+1)
	if unicode.IsUpper(text[i]) {
		return unicode.IsLower(before) || unicode.IsUpper(before) && unicode.IsLower(after)
	}
	return unicode.IsUpper(after) || unicode.IsUpper(before) && unicode.IsUpper(runeAt(text, i-2))
}

// isSignInPlace accepts signs as in '“Pepe”', 'Vino…', 'l’home' and '25 €'.
func isSignInPlace(text []rune, i int) bool {
	before, after := runeAt(text, i-1), runeAt(text, i+1)
	switch r := text[i]; {
	case r == '’' && strings.ContainsRune("cdjlmnst", before) && !unicode.IsLetter(runeAt(text, i-2)):
		return unicode.IsLetter(after)
	case strings.ContainsRune("“‘«¿¡", r):
		return !unicode.IsLetter(before) && !unicode.IsSpace(after)
	case strings.ContainsRune("”’»…ªº", r):
		return !unicode.IsSpace(before) && !unicode.IsLetter(after)
	case r == '\u00a0': // no-break space
		return !unicode.IsLower(after)
	case strings.ContainsRune("€£–—•°", r):
		return !unicode.IsLetter(before) && !unicode.IsLetter(after)
	}
	return false
}

func runeAt(text []rune, i int) rune {
	if i < 0 || i >= len(text) {
		return ' '
	}
	return text[i]
}

type repairedUTF8 struct{ encoding.Encoding }

func (repairedUTF8) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: repairer{}}
}

type repairer struct{ transform.NopResetter }

func (repairer) Transform(dst, src []byte, atEOF bool) (writtenBytes, read int, err error) {
	for read < len(src) {
		if !atEOF && !utf8.FullRune(src[read:]) {
			return writtenBytes, read, transform.ErrShortSrc
		}
		r, size := utf8.DecodeRune(src[read:])
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(src[read])
		}
		if writtenBytes+utf8.RuneLen(r) > len(dst) {
			return writtenBytes, read, transform.ErrShortDst
		}
		writtenBytes += utf8.EncodeRune(dst[writtenBytes:], r)
		read += size
	}
	return writtenBytes, read, nil
}
