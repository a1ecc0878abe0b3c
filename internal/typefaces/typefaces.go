// Package typefaces has the letters that are drawn where no browser is: on the poster and
// on passes of wallets. They are static cuts of those of the app, in TrueType. It does not
// know what is written with them.
package typefaces

import _ "embed"

//go:embed besley-800.ttf
var sign []byte

//go:embed public-sans-400.ttf
var text []byte

//go:embed public-sans-700.ttf
var textStrong []byte

// Sign is the typeface of names and numerals. Nobody writes into it.
func Sign() []byte { return sign }

// Text is the typeface for reading. Nobody writes into it.
func Text() []byte { return text }

// TextStrong is Text in bold. Nobody writes into it.
func TextStrong() []byte { return textStrong }
