package httpapi

import (
	"net/url"

	"axioma/internal/hosts"
)

// publicAddress is where customers reach us.
type publicAddress struct {
	publicURL string // as it was set up, without trailing slash; empty: as the caller does
	proxied   bool   // the peer is our proxy: it says whether the caller came by https
}

// baseURL is where customers reach us: as it was set up, or else the address
// that the caller used.
func (a publicAddress) baseURL(in BaseURLInput) string {
	if a.publicURL != "" {
		return a.publicURL
	}
	if in.encrypted || (a.proxied && in.ForwardedProto == "https") {
		return "https://" + in.host
	}
	return "http://" + in.host
}

// reach says who can open an address.
type reach string

const (
	reachEverywhere  reach = "EVERYWHERE"
	reachLocal       reach = "LOCAL"       // this machine, or its network
	reachUnencrypted reach = "UNENCRYPTED" // everybody, after a warning
)

// reachOf tells by an address alone who can open it. Nobody is asked: a router that does
// not lead back in would say nothing of those outside.
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
