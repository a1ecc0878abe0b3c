package webui

import (
	"cmp"
	"mime"
	"slices"
	"strconv"
	"strings"
)

type encoding struct{ name, suffix string }

// encodings lists the smallest files first.
func encodings() []encoding {
	return []encoding{{"br", ".br"}, {"gzip", ".gz"}}
}

func isEncoded(name string) bool {
	return slices.ContainsFunc(encodings(), func(e encoding) bool { return strings.HasSuffix(name, e.suffix) })
}

// byPreference lists the greatest weight first.
func byPreference(acceptHeader string) []encoding {
	allowedEncodings := slices.DeleteFunc(encodings(), func(e encoding) bool { return weight(acceptHeader, e.name) <= 0 })
	slices.SortStableFunc(allowedEncodings, func(a, b encoding) int {
		return cmp.Compare(weight(acceptHeader, b.name), weight(acceptHeader, a.name))
	})
	return allowedEncodings
}

// weight returns zero for an absent, refused or invalid encoding; "*" stands for absent ones (RFC 9110, 12.4.2).
func weight(acceptHeader, name string) float64 {
	others := 0.0
	for choice := range strings.SplitSeq(acceptHeader, ",") {
		encodingName, parameters, err := mime.ParseMediaType(choice)
		if err != nil {
			continue
		}
		switch encodingName {
		case name:
			return qValue(parameters)
		case "*":
			others = qValue(parameters)
		}
	}
	return others
}

func qValue(parameters map[string]string) float64 {
	qText, exists := parameters["q"]
	if !exists {
		return 1
	}
	q, err := strconv.ParseFloat(qText, 64)
	if err != nil || q > 1 {
		return 0
	}
	return q
}
