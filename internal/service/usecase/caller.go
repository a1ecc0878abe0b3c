package usecase

import (
	"context"
)

type networkKey struct{}

// WithNetwork returns a context whose calls come from a network. Those of one
// network wait behind each other where work is dear, and not in front of others.
func WithNetwork(ctx context.Context, network string) context.Context {
	return context.WithValue(ctx, networkKey{}, network)
}

// Requester is for whom a turn is asked: the network that calls and the account that is
// tried. The program itself calls from none, and one that is made is not tried.
type Requester struct{ Network, Account string }

// RequesterOf is who calls, for an account; empty: for none.
func RequesterOf(ctx context.Context, account string) Requester {
	network, _ := ctx.Value(networkKey{}).(string)
	return Requester{Network: network, Account: account}
}

type addressKey struct{}

// WithAddress returns a context whose calls come from an address: one shop's or one household's
// line, which is narrower than its network.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// AddressOf returns the address that calls, and its network where only that is known.
func AddressOf(ctx context.Context) string {
	if address, known := ctx.Value(addressKey{}).(string); known {
		return address
	}
	return RequesterOf(ctx, "").Network
}

type userAgentKey struct{}

// WithUserAgent returns a context whose calls come from a browser, which says this of itself.
func WithUserAgent(ctx context.Context, agent string) context.Context {
	return context.WithValue(ctx, userAgentKey{}, agent)
}

// UserAgentOf is what the browser that calls says of itself; empty where none calls.
func UserAgentOf(ctx context.Context) string {
	agent, _ := ctx.Value(userAgentKey{}).(string)
	return agent
}

type browserMarkKey struct{}

// WithBrowserMark returns a context whose calls come from a browser that holds this secret
// mark, which it shows with each call.
func WithBrowserMark(ctx context.Context, mark string) context.Context {
	return context.WithValue(ctx, browserMarkKey{}, mark)
}

// BrowserMarkOf is the secret mark of the browser that calls; empty where it shows none.
func BrowserMarkOf(ctx context.Context) string {
	mark, _ := ctx.Value(browserMarkKey{}).(string)
	return mark
}
