package logs

import (
	"fmt"
	"log/slog"
	"regexp"
)

// redactionText replaces personal data. The browser tests fail on it: such data should not be logged.
const redactionText = "(hidden)"

// personal matches data quoted by errors of other packages.
var personal = regexp.MustCompile(`\+\d{9,15}\b|[\w.%+-]+@[\w-]+(?:\.[\w-]+)+|\beyJ[\w-]+\.[\w-]+\.[\w-]*`)

func redactAttr(_ []string, attr slog.Attr) slog.Attr {
	switch attr.Value.Kind() {
	case slog.KindString:
		attr.Value = redactValue(attr.Value, attr.Value.String())
	case slog.KindAny:
		attr.Value = redactValue(attr.Value, fmt.Sprint(attr.Value.Any()))
	}
	return attr
}

func redactValue(value slog.Value, text string) slog.Value {
	if !personal.MatchString(text) {
		return value
	}
	return slog.StringValue(personal.ReplaceAllString(text, redactionText))
}
