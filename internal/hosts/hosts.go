// Package hosts classifies hosts: this machine, private networks, or the internet.
package hosts

import (
	"net"
	"net/netip"
	"strings"
)

// IsPrivate reports whether the internet cannot reach a host.
func IsPrivate(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap().WithZone("")
		sharedRange := netip.PrefixFrom(netip.AddrFrom4([4]byte{100, 64}), 10) // carrier-grade NAT (RFC 6598)
		return !ip.IsGlobalUnicast() || ip.IsPrivate() || sharedRange.Contains(ip)
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	last := name[strings.LastIndex(name, ".")+1:]
	switch last {
	case name, "localhost", "local", "lan", "home", "internal", "intranet", "corp", "arpa":
		return true
	}
	return false
}

// IsLoopback reports whether a host is the local machine.
func IsLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}
