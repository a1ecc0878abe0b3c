package access

import "testing"

// Browsers send the origin without default port, in lower case and in ASCII.
func TestOriginOf_PublicURL_IsAsBrowsersSendIt(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://axioma.example":         "https://axioma.example",
		"https://Axioma.Example:443/app": "https://axioma.example",
		"https://axioma.example:8443":    "https://axioma.example:8443",
		"https://peluquería.example":     "https://xn--peluquera-n5a.example",
		"http://localhost:8080":          "http://localhost:8080",
		"http://axioma.example":          "", // no secure context
		"https://192.0.2.7":              "", // an IP address is no host name
		"http://127.0.0.1:8080":          "",
		"https://[2001:db8::7]":          "",
		"":                               "",
		"https://":                       "",
	} {
		if got := originOf(url).origin; got != want {
			t.Errorf("the origin of %q is %q, want %q", url, got, want)
		}
	}
}
