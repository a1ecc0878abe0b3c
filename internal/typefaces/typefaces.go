// Package typefaces has the letters that are drawn where no browser is: on the poster and
// on passes of wallets. They are static cuts of those of the app, in TrueType. It does not
// know what is written with them.
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

// Sign is the typeface of names and numerals. Nobody writes into it.
func Sign() []byte { return sign }

// Text is the typeface for reading. Nobody writes into it.
func Text() []byte { return text }

// SignExtended stands in for Sign where that lacks a letter. It has all of Latin, Greek and
// Cyrillic. Nobody writes into it.
func SignExtended() []byte { return signExtended }

// TextExtended does so for Text. Nobody writes into it.
func TextExtended() []byte { return textExtended }

// TextStrong is Text in bold. Nobody writes into it.
func TextStrong() []byte { return textStrong }
