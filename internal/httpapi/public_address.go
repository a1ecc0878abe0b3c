package httpapi

import (
	"net/url"

	"axioma/internal/hosts"
)

// publicAddress is the URL by which customers reach us.
type publicAddress struct {
	publicURL string // without trailing slash; empty: the URL that the caller uses
	proxied   bool   // behind our proxy, which sets X-Forwarded-Proto
}

// baseURL returns the configured public URL, or the URL that the caller used.
func (a publicAddress) baseURL(in BaseURLInput) string {
	if a.publicURL != "" {
		return a.publicURL
	}
	if in.encrypted || (a.proxied && in.ForwardedProto == "https") {
		return "https://" + in.host
	}
	return "http://" + in.host
}

// reach says who can open a URL.
type reach string

const (
	reachEverywhere  reach = "EVERYWHERE"
	reachLocal       reach = "LOCAL"       // this machine or its network only
	reachUnencrypted reach = "UNENCRYPTED" // everyone, after a browser warning
)

// reachOf tells by the URL alone who can open it. A test request would prove nothing: many routers do not loop back.
func reachOf(address string) reach {
	parsed, err := url.Parse(address)
	switch {
	case err != nil || hosts.IsPrivate(parsed.Hostname()):
		return reachLocal
	case parsed.Scheme != "https":
		return reachUnencrypted
	}
	return reachEverywhere
}
