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
func byPreference(accepted string) []encoding {
	allowed := slices.DeleteFunc(encodings(), func(e encoding) bool { return weight(accepted, e.name) <= 0 })
	slices.SortStableFunc(allowed, func(a, b encoding) int {
		return cmp.Compare(weight(accepted, b.name), weight(accepted, a.name))
	})
	return allowed
}

// weight returns zero for an absent, refused or invalid encoding; "*" stands for absent ones (RFC 9110, 12.4.2).
func weight(accepted, name string) float64 {
	others := 0.0
	for choice := range strings.SplitSeq(accepted, ",") {
		named, parameters, err := mime.ParseMediaType(choice)
		if err != nil {
			continue
		}
		switch named {
		case name:
			return qValue(parameters)
		case "*":
			others = qValue(parameters)
		}
	}
	return others
}

func qValue(parameters map[string]string) float64 {
	given, exists := parameters["q"]
	if !exists {
		return 1
	}
	q, err := strconv.ParseFloat(given, 64)
	if err != nil || q > 1 {
		return 0
	}
	return q
}
