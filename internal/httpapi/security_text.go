package httpapi

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// securityTextPath is the path of RFC 9116.
const securityTextPath = "/.well-known/security.txt"

// securityTextLifetime is how long the text is valid: less than a year, as RFC 9116 recommends.
const securityTextLifetime = 90 * 24 * time.Hour

func securityText(contact, publicURL string, now time.Time) string {
	address := contactURI(contact)
	if address == "" {
		return ""
	}
	text := "Contact: " + address + "\n" +
		"Expires: " + now.UTC().Truncate(24*time.Hour).Add(securityTextLifetime).Format(time.RFC3339) + "\n" +
		"Preferred-Languages: es, en\n"
	if publicURL != "" {
		text += "Canonical: " + strings.TrimRight(publicURL, "/") + securityTextPath + "\n"
	}
	return text
}

// contactURI returns the contact as a URI, or "" unless https, mailto or tel fits (RFC 9116).
func contactURI(contact string) string {
	contact = strings.TrimSpace(contact)
	if email, ok := loyalty.ParseEmail(contact); ok && email != "" {
		return "mailto:" + email
	}
	if page, err := url.Parse(contact); err == nil && page.Scheme == "https" && page.Host != "" {
		return page.String()
	}
	if phone, ok := loyalty.ParsePhone(contact, ""); ok {
		return "tel:" + phone
	}
	return ""
}

func (p customerPages) showSecurityText(w http.ResponseWriter, r *http.Request) {
	text := securityText(p.api.cases.Recovery.Methods().Contact, p.api.publicURL, time.Now())
	if text == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "max-age=86400")
	if _, err := w.Write([]byte(text)); err != nil {
		p.api.problems.log.DebugContext(r.Context(), "the client disconnected before the response", "error", err)
	}
}
