package usecase

import (
	"context"
	"net/netip"

	"axioma/internal/loyalty"
)

type networkKey struct{}

// WithNetwork sets the network, between which fair queues alternate.
func WithNetwork(ctx context.Context, network string) context.Context {
	return context.WithValue(ctx, networkKey{}, network)
}

// Requester identifies a caller in a fair queue. The zero value is the program.
type Requester struct{ Network, Account string }

// RequesterOf returns the caller's network together with an account, which may be empty.
func RequesterOf(ctx context.Context, account string) Requester {
	network, _ := ctx.Value(networkKey{}).(string)
	return Requester{Network: network, Account: account}
}

type addressKey struct{}

// WithAddress sets the address of a household or business.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// AddressOf returns the address, or the network if unknown.
func AddressOf(ctx context.Context) string {
	if address, known := ctx.Value(addressKey{}).(string); known {
		return address
	}
	return RequesterOf(ctx, "").Network
}

type userAgentKey struct{}

// WithUserAgent adds the User-Agent.
func WithUserAgent(ctx context.Context, agent string) context.Context {
	return context.WithValue(ctx, userAgentKey{}, agent)
}

// UserAgentOf returns the User-Agent, or "".
func UserAgentOf(ctx context.Context) string {
	agent, _ := ctx.Value(userAgentKey{}).(string)
	return agent
}

type browserMarkKey struct{}

// WithBrowserMark adds the browser's secret mark.
func WithBrowserMark(ctx context.Context, mark string) context.Context {
	return context.WithValue(ctx, browserMarkKey{}, mark)
}

// BrowserMarkOf returns the browser's mark, or "".
func BrowserMarkOf(ctx context.Context) string {
	mark, _ := ctx.Value(browserMarkKey{}).(string)
	return mark
}

type callerKey struct{}

// Caller identifies who made a request, for the audit trail. The zero value is the program.
type Caller struct {
	IsRequest  bool
	Actor      Actor // zero: a customer or the public
	IsCustomer bool  // signed in to the portal
	Device     string
}

// WithCaller adds the caller.
func WithCaller(ctx context.Context, caller Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, caller)
}

// CallerOf returns the caller.
func CallerOf(ctx context.Context) Caller {
	caller, _ := ctx.Value(callerKey{}).(Caller)
	return caller
}

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

// WithAutomatic marks a call that the app makes by itself.
func WithAutomatic(ctx context.Context) context.Context {
	return context.WithValue(ctx, automaticKey{}, true)
}

// IsAutomatic reports whether the app makes the call by itself. It keeps no session open.
func IsAutomatic(ctx context.Context) bool {
	automatic, _ := ctx.Value(automaticKey{}).(bool)
	return automatic
}

type callerIPKey struct{}

// WithIP adds the whole IP address.
func WithIP(ctx context.Context, ip netip.Addr) context.Context {
	return context.WithValue(ctx, callerIPKey{}, ip)
}

// IPOf returns the IP address, invalid if unknown.
func IPOf(ctx context.Context) netip.Addr {
	ip, _ := ctx.Value(callerIPKey{}).(netip.Addr)
	return ip
}

type newDeviceKey struct{}

// WithNewDevice marks a sign-in on a device that is new to the account.
func WithNewDevice(ctx context.Context) context.Context {
	return context.WithValue(ctx, newDeviceKey{}, true)
}

// IsNewDevice reports whether the device is new to the account.
func IsNewDevice(ctx context.Context) bool {
	isNew, _ := ctx.Value(newDeviceKey{}).(bool)
	return isNew
}
