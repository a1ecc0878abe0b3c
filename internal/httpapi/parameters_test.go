package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// Browsers and proxies store URLs: a parameter with personal data or a secret needs a reason in docs/security/asvs.md.
func TestContract_QueryParameters_AreListed(t *testing.T) {
	t.Parallel()
	const golden = "testdata/query_parameters.golden"
	parameters := map[string]bool{}
	for path, item := range New(nil, Options{}).huma.OpenAPI().Paths {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete} {
			operation := operationAt(item, method)
			if operation == nil {
				continue
			}
			for _, parameter := range operation.Parameters {
				if parameter.In == "query" {
					parameters[parameter.Name+" "+method+" "+path] = true
				}
			}
		}
	}
	var lines []string
	for line := range parameters {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	mustMatchGolden(t, golden, got, "the parameters of addresses have changed")
}
