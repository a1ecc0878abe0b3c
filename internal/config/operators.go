package config

import (
	"fmt"
	"net/netip"
	"strings"
)

// Operators configures operators' accounts.
type Operators struct {
	From []string `name:"operators-from" help:"Networks from which operators may sign in and act, in CIDR notation, such as 203.0.113.0/24,2001:db8:7::/48. From elsewhere, a correct password is refused as wrong. Empty: everywhere." env:"AXIOMA_OPERATORS_FROM" placeholder:"CIDR"`
}

// Networks returns the networks from which operators may act; none: all.
func (o Operators) Networks() ([]netip.Prefix, error) {
	networks, err := parseNetworks(o.From)
	if err != nil {
		return nil, fmt.Errorf("--operators-from: %w", err)
	}
	return networks, nil
}

func parseNetworks(texts []string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, text := range texts {
		text = strings.TrimSpace(text)
		network, err := netip.ParsePrefix(text)
		if err != nil {
			address, addressErr := netip.ParseAddr(text)
			if addressErr != nil || address.Zone() != "" {
				return nil, fmt.Errorf("%q is not a network in CIDR notation, such as 203.0.113.0/24", text)
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		if network.Addr().Is4In6() {
			return nil, fmt.Errorf("write %q as an IPv4 network", text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}
