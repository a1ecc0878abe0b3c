package hosts_test

import (
	"testing"

	"axioma/internal/hosts"
)

func TestIsPrivate_HostsOfEachRange(t *testing.T) {
	t.Parallel()
	for host, local := range map[string]bool{
		"127.0.0.1": true, "::1": true, "10.0.0.7": true, "172.16.0.1": true, "172.31.255.255": true, "192.168.1.20": true, "169.254.1.1": true,
		"100.64.0.1": true, "fc00::1": true, "fd12::1": true, "fe80::1%eth0": true, "::ffff:192.168.1.20": true, "0.0.0.0": true,
		"localhost": true, "caja": true, "caja.local": true, "CAJA.LOCAL.": true, "caja.lan": true, "caja.home.arpa": true,
		"8.8.8.8": false, "172.32.0.1": false, "100.128.0.1": false, "2a00:1450::1": false, "cards.example.com": false, "local.example.com": false,
	} {
		if got := hosts.IsPrivate(host); got != local {
			t.Errorf("IsPrivate(%s) = %t, want %t", host, got, local)
		}
	}
}
