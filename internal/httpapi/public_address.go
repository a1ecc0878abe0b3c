package httpapi

import (
	"net/url"

	"axioma/internal/hosts"
)

type publicAddress struct {
	publicURL string
	proxied   bool // our proxy sets X-Forwarded-Proto
}

func (a publicAddress) baseURL(in BaseURLInput) string {
	if a.publicURL != "" {
		return a.publicURL
	}
	if in.encrypted || (a.proxied && in.ForwardedProto == "https") {
		return "https://" + in.host
	}
	return "http://" + in.host
}

type reach string

const (
	reachEverywhere  reach = "EVERYWHERE"
	reachLocal       reach = "LOCAL"       // this machine or its network only
	reachUnencrypted reach = "UNENCRYPTED" // everyone, after a browser warning
)

// reachOf returns who can open an address, by its text only. A test request proves nothing, because many routers lack
// NAT loopback.
func reachOf(address string) reach {
	parsedURL, err := url.Parse(address)
	switch {
	case err != nil || hosts.IsPrivate(parsedURL.Hostname()):
		return reachLocal
	case parsedURL.Scheme != "https":
		return reachUnencrypted
	}
	return reachEverywhere
}
