package httpapi

import (
	"context"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

// admission says who may call a route.
type admission struct {
	name     string
	roles    []loyalty.Role // of staff
	customer bool           // a signed-in customer, with a portal token
	business bool           // concerns a business: a SUPERADMIN must name it
	platform bool           // concerns a business, or the platform if a SUPERADMIN names none

	isProgram bool // another company's program, not a browser
}

var (
	public       = admission{name: "public"}
	provider     = admission{name: "provider", isProgram: true}      // authenticates by verify token or signature
	walletDevice = admission{name: "wallet device", isProgram: true} // authenticates by a pass's token or its device id
	customer     = admission{name: "customer", customer: true}
	// signedIn includes sessions that must still enter a code or enrol a second factor.
	signedIn = admission{name: "signed in", roles: []loyalty.Role{loyalty.Barber, loyalty.Admin, loyalty.Owner, loyalty.Superadmin}}
	// anyUser includes users who must still replace a temporary password.
	anyUser    = admission{name: "any user", roles: signedIn.roles}
	staff      = admission{name: "staff", roles: anyUser.roles, business: true}
	adminLevel = admission{name: "admin level", roles: []loyalty.Role{loyalty.Admin, loyalty.Owner, loyalty.Superadmin}, business: true}
	owner      = admission{name: "owner", roles: []loyalty.Role{loyalty.Owner, loyalty.Superadmin}, business: true}
	// ownerOrPlatform is owner; a SUPERADMIN without a business gets the platform's.
	ownerOrPlatform = admission{name: "owner or platform", roles: owner.roles, platform: true}
	operator        = admission{name: "operator", roles: []loyalty.Role{loyalty.Superadmin}}
)

// open reports whether no token is needed.
func (w admission) open() bool { return len(w.roles) == 0 && !w.customer }

// allows reports whether a role may call.
func (w admission) allows(role loyalty.Role) bool {
	return slices.Contains(w.roles, role)
}

// route is one line of the table.
type route struct {
	method        string
	path          string
	who           admission
	countAttempt  func(context.Context) error // counts an attempt before the body is read; nil: no limit
	maxBody       int64                       // largest body in bytes
	takesFile     bool                        // the body is a file, whose type the handler checks
	middleware    func(huma.Context, func(huma.Context))
	hasErrorPages bool                        // browsers get refusals as pages
	hasNoDeadline bool                        // has no response timeout
	needsRecent   bool                        // the caller must have authenticated within five minutes
	event         reflect.Type                // event type of a stream; nil: no stream
	describe      func(*API, *huma.Operation) // completes the contract; nil: it is complete
	register      func(*API, route)
}

// limitedBy counts an attempt before the body is read.
func (r route) limitedBy(tries func(context.Context) error) route {
	r.countAttempt = tries
	return r
}

// withErrorPages answers browsers with a page when they are refused.
func (r route) withErrorPages() route {
	r.hasErrorPages = true
	return r
}

// withoutDeadline exempts the route from the response timeout.
func (r route) withoutDeadline() route {
	r.hasNoDeadline = true
	return r
}

// recently requires that the caller authenticated within five minutes (decision 0042).
func (r route) recently() route {
	r.needsRecent = true
	return r
}

// withMiddleware adds a middleware of the route's own.
func (r route) withMiddleware(through func(huma.Context, func(huma.Context))) route {
	r.middleware = through
	return r
}

// withEvents makes the response a stream of events.
func (r route) withEvents(event reflect.Type) route {
	r.event = event
	return r
}

// takingFile makes the body of the route a file.
func (r route) takingFile() route {
	r.takesFile = true
	return r
}

// withMaxBody sets the largest body in bytes.
func (r route) withMaxBody(largest int64) route {
	r.maxBody = largest
	return r
}
