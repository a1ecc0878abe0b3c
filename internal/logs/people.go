package logs

import (
	"fmt"
	"log/slog"
	"regexp"
)

// hidden stands in the place of what was taken out. The browser tests fail for a line
// that has it: whoever wrote the line should not have tried.
const hidden = "(hidden)"

// personal is what looks like a phone with its prefix, an e-mail address or a token.
// Nothing is meant to reach the log; but errors of others may quote what they were given.
var personal = regexp.MustCompile(`\+\d{9,15}\b|[\w.%+-]+@[\w-]+(?:\.[\w-]+)+|\beyJ[\w-]+\.[\w-]+\.[\w-]*`)

// withoutPeople takes out of an attribute what belongs to a person.
func withoutPeople(_ []string, attr slog.Attr) slog.Attr {
	switch attr.Value.Kind() {
	case slog.KindString:
		attr.Value = cleaned(attr.Value, attr.Value.String())
	case slog.KindAny:
		attr.Value = cleaned(attr.Value, fmt.Sprint(attr.Value.Any()))
	}
	return attr
}

// cleaned is a value, or its text where that had to be changed.
func cleaned(value slog.Value, text string) slog.Value {
	if !personal.MatchString(text) {
		return value
	}
	return slog.StringValue(personal.ReplaceAllString(text, hidden))
}
