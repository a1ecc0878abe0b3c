package httpapi

import (
	"net/http"
	"strings"
)

// contentPolicy allows WebAssembly for the QR reader. Its two hashes are of the empty style element and the toast
// library's style.
func contentPolicy(styles []string) string {
	sources := append([]string{
		"'self'", "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='", "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
	}, styles...)
	return "default-src 'none'; " +
		"script-src 'self' 'wasm-unsafe-eval'; " +
		"style-src " + strings.Join(sources, " ") + "; " +
		"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; " +
		"manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// HSTS makes browsers use HTTPS only, for a year.
type HSTS struct {
	IncludeSubdomains bool
}

func (h HSTS) value() string {
	if h.IncludeSubdomains {
		return "max-age=31536000; includeSubDomains"
	}
	return "max-age=31536000"
}

// WithSecurityHeaders wraps a handler with the security headers. styles are the hashes of inline styles.
func WithSecurityHeaders(next http.Handler, hsts HSTS, styles ...string) http.Handler {
	policy, strictTransport := contentPolicy(styles), hsts.value()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Permissions-Policy", "camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self), microphone=(), geolocation=(), payment=()")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		if isSecure(r) {
			header.Set("Strict-Transport-Security", strictTransport)
		}
		next.ServeHTTP(w, r)
	})
}

func isSecure(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"
}
