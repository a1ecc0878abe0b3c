// Package typefaces holds TrueType cuts of the web app's fonts. Callers must not modify the slices.
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

// SignExtended replaces Sign for characters that Sign lacks. It has all of Latin, Greek and Cyrillic.
func SignExtended() []byte { return signExtended }

// TextExtended replaces Text in the same way.
func TextExtended() []byte { return textExtended }

// TextStrong returns Text in bold.
func TextStrong() []byte { return textStrong }
