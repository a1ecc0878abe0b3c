package usecase

import (
	"context"
)

type originKey struct{}

// CalledFrom returns a context whose calls come from a network. Those of one
// network wait behind each other where work is dear, and not in front of others.
func CalledFrom(ctx context.Context, network string) context.Context {
	return context.WithValue(ctx, originKey{}, network)
}

// Asker is for whom a turn is asked: the network that calls and the account that is
// tried. The program itself calls from none, and one that is made is not tried.
type Asker struct{ Network, Account string }

// AskerOf is who calls, for an account; empty: for none.
func AskerOf(ctx context.Context, account string) Asker {
	network, _ := ctx.Value(originKey{}).(string)
	return Asker{Network: network, Account: account}
}

type lineKey struct{}

// OnLine returns a context whose calls come from an address: one shop's or one household's
// line, which is narrower than its network.
func OnLine(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, lineKey{}, address)
}

// LineOf returns the address that calls, and its network where only that is known.
func LineOf(ctx context.Context) string {
	if address, known := ctx.Value(lineKey{}).(string); known {
		return address
	}
	return AskerOf(ctx, "").Network
}

type agentKey struct{}

// CalledBy returns a context whose calls come from a browser, which says this of itself.
func CalledBy(ctx context.Context, agent string) context.Context {
	return context.WithValue(ctx, agentKey{}, agent)
}

// AgentOf is what the browser that calls says of itself; empty where none calls.
func AgentOf(ctx context.Context) string {
	agent, _ := ctx.Value(agentKey{}).(string)
	return agent
}

type browserKey struct{}

// CalledInBrowser returns a context whose calls come from a browser that holds this secret
// mark, which it shows with each call.
func CalledInBrowser(ctx context.Context, mark string) context.Context {
	return context.WithValue(ctx, browserKey{}, mark)
}

// BrowserOf is the secret mark of the browser that calls; empty where it shows none.
func BrowserOf(ctx context.Context) string {
	mark, _ := ctx.Value(browserKey{}).(string)
	return mark
}
