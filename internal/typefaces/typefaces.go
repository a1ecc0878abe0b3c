// Package typefaces holds TrueType fonts for posters, passes and help pages: the web app's, and Noto as fallback. Callers must not modify the slices.
package typefaces

import _ "embed"

//go:embed besley-800.ttf
var sign []byte

//go:embed public-sans-400.ttf
var text []byte

//go:embed noto-serif-800.ttf
var signExtended []byte

//go:embed noto-sans-400.ttf
var textExtended []byte

//go:embed public-sans-700.ttf
var textStrong []byte

// Sign returns the font of names and numerals.
func Sign() []byte { return sign }

// Text returns the font for reading.
func Text() []byte { return text }

// SignExtended is the fallback font of Sign for Latin, Greek and Cyrillic (the blocks of decision 0027).
func SignExtended() []byte { return signExtended }

// TextExtended is the fallback font of Text for the same blocks.
func TextExtended() []byte { return textExtended }

// TextStrong returns Text in bold.
func TextStrong() []byte { return textStrong }
