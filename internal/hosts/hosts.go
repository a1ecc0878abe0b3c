// Package hosts tells this machine, private networks and the internet apart by the host of an
// address.
package hosts

import (
	"net"
	"net/netip"
	"strings"
)

// IsPrivate reports whether no network outside leads to a host: it is this machine, or one of
// its own network.
func IsPrivate(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap().WithZone("")
		shared := netip.PrefixFrom(netip.AddrFrom4([4]byte{100, 64}), 10) // of a provider's customers (RFC 6598)
		return !ip.IsGlobalUnicast() || ip.IsPrivate() || shared.Contains(ip)
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	last := name[strings.LastIndex(name, ".")+1:]
	switch last {
	case name, "localhost", "local", "lan", "home", "internal", "intranet", "corp", "arpa":
		return true
	}
	return false
}

// IsLoopback reports whether a host leads back to the machine that asks.
func IsLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}
