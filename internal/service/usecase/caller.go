package usecase

import (
	"context"
	"net/netip"

	"axioma/internal/loyalty"
)

type networkKey struct{}

// WithNetwork returns a context with the caller's network, by which fair queues order expensive work.
func WithNetwork(ctx context.Context, network string) context.Context {
	return context.WithValue(ctx, networkKey{}, network)
}

// Requester identifies a caller in fair queues by network and account. The program's own calls have neither.
type Requester struct{ Network, Account string }

// RequesterOf returns the caller for an account, which may be empty.
func RequesterOf(ctx context.Context, account string) Requester {
	network, _ := ctx.Value(networkKey{}).(string)
	return Requester{Network: network, Account: account}
}

type addressKey struct{}

// WithAddress returns a context with the caller's address: one household's line, narrower than its network.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// AddressOf returns the calling address, or the network if it is unknown.
func AddressOf(ctx context.Context) string {
	if address, known := ctx.Value(addressKey{}).(string); known {
		return address
	}
	return RequesterOf(ctx, "").Network
}

type userAgentKey struct{}

// WithUserAgent returns a context with the caller's User-Agent.
func WithUserAgent(ctx context.Context, agent string) context.Context {
	return context.WithValue(ctx, userAgentKey{}, agent)
}

// UserAgentOf returns the caller's User-Agent, empty if there is none.
func UserAgentOf(ctx context.Context) string {
	agent, _ := ctx.Value(userAgentKey{}).(string)
	return agent
}

type browserMarkKey struct{}

// WithBrowserMark returns a context with the secret mark of the calling browser.
func WithBrowserMark(ctx context.Context, mark string) context.Context {
	return context.WithValue(ctx, browserMarkKey{}, mark)
}

// BrowserMarkOf returns the secret mark of the calling browser, empty for none.
func BrowserMarkOf(ctx context.Context) string {
	mark, _ := ctx.Value(browserMarkKey{}).(string)
	return mark
}

type callerKey struct{}

// Caller is who made a request and by which device, for the audit trail. The zero value is the program itself.
type Caller struct {
	IsRequest  bool
	Actor      Actor // zero for customers and the public
	IsCustomer bool  // signed in to the portal
	Device     string
}

// WithCaller returns a context with the caller.
func WithCaller(ctx context.Context, caller Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, caller)
}

// CallerOf returns the caller, the zero value for the program itself.
func CallerOf(ctx context.Context) Caller {
	caller, _ := ctx.Value(callerKey{}).(Caller)
	return caller
}

// roleOf returns the role in which the caller acts as a user, empty if it follows from the user's account.
func (c Caller) roleOf(userID string) loyalty.ActorRole {
	switch {
	case userID != "" && userID == c.Actor.UserID:
		return loyalty.ActorRole(c.Actor.Role)
	case userID != "":
		return ""
	case c.IsCustomer:
		return loyalty.ActorCustomer
	case c.IsRequest:
		return loyalty.ActorPublic
	}
	return loyalty.ActorSystem
}

type automaticKey struct{}

// WithAutomatic marks a call that the app makes by itself, while its user does nothing.
func WithAutomatic(ctx context.Context) context.Context {
	return context.WithValue(ctx, automaticKey{}, true)
}

// IsAutomatic reports whether the app makes the call by itself. It does not keep a session open.
func IsAutomatic(ctx context.Context) bool {
	automatic, _ := ctx.Value(automaticKey{}).(bool)
	return automatic
}

type callerIPKey struct{}

// WithIP returns the context with the caller's whole IP address.
func WithIP(ctx context.Context, ip netip.Addr) context.Context {
	return context.WithValue(ctx, callerIPKey{}, ip)
}

// IPOf returns the caller's IP address, invalid if it is unknown.
func IPOf(ctx context.Context) netip.Addr {
	ip, _ := ctx.Value(callerIPKey{}).(netip.Addr)
	return ip
}

type newDeviceKey struct{}

// WithNewDevice marks a sign-in on a device on which the account has not signed in before.
func WithNewDevice(ctx context.Context) context.Context {
	return context.WithValue(ctx, newDeviceKey{}, true)
}

// IsNewDevice reports whether the account has not signed in on the caller's device before.
func IsNewDevice(ctx context.Context) bool {
	isNew, _ := ctx.Value(newDeviceKey{}).(bool)
	return isNew
}
