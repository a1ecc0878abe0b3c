package httpapi

import (
	"strconv"
	"strings"

	"axioma/internal/loyalty"
)

// IfMatchInput is the version read by the caller.
type IfMatchInput struct {
	IfMatch string `header:"If-Match" doc:"The version that the caller read, in quotes. If the record has another version, the request fails with 409"`
}

// version returns the version in the header, or 0 (any) without a header or for "*".
func (s IfMatchInput) version() (int64, error) {
	if s.IfMatch == "" || s.IfMatch == "*" {
		return 0, nil
	}
	inner, ok := strings.CutPrefix(s.IfMatch, `"`)
	number, closed := strings.CutSuffix(inner, `"`)
	version, err := strconv.ParseInt(number, 10, 64)
	if !ok || !closed || err != nil || version < 1 {
		return 0, loyalty.InvalidField("If-Match", "La versión de la ficha no es válida.")
	}
	return version, nil
}
