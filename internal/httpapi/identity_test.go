package httpapi

import (
	"net/http/httptest"
	"testing"

	"axioma/internal/service/usecase"
)

// Password hashing is queued by network (decision 0019).
func TestOrigin_AddressesOfOneNetwork_ShareAQueue(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ one, other, otherNetwork string }{
		"IPv4": {"203.0.113.1:443", "203.0.113.254:443", "203.0.114.1:443"},
		"IPv6": {"[2001:db8:1:100::1]:443", "[2001:db8:1:ff00::2]:443", "[2001:db8:2::1]:443"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asker := func(address string) (usecase.Requester, string) {
				request := httptest.NewRequest("POST", "/api/auth/login", nil)
				request.RemoteAddr = address
				ctx := (&API{}).withOrigin(t.Context(), request)
				return usecase.RequesterOf(ctx, "ana"), usecase.AddressOf(ctx)
			}
			one, line := asker(test.one)
			other, otherLine := asker(test.other)
			outsider, _ := asker(test.otherNetwork)
			if one != other || one.Network == "" || one == outsider {
				t.Errorf("two addresses of one network have the networks %q and %q, an address elsewhere has %q; want one network for the first two, another for the third", one.Network, other.Network, outsider.Network)
			}
			if line == otherLine {
				t.Errorf("two addresses give the same line: %q", line)
			}
		})
	}
}
