package loyalty

import (
	"net"
	"net/netip"
	"strings"
)

// LocalHost reports whether a host of an address is one that no network outside leads to:
// this machine, or one of its own network.
func LocalHost(host string) bool {
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

// OnThisMachine reports whether a host of an address leads back to the machine that asks.
func OnThisMachine(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}
