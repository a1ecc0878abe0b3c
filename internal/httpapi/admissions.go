package httpapi

import (
	"context"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

type admission struct {
	name     string
	roles    []loyalty.Role
	customer bool
	business bool // a SUPERADMIN must name a business
	platform bool // a SUPERADMIN may name a business, or act on the platform

	isProgram bool
}

var (
	public       = admission{name: "public"}
	provider     = admission{name: "provider", isProgram: true}      // by a verify token or a signature
	walletDevice = admission{name: "wallet device", isProgram: true} // by a pass's token or its device id
	customer     = admission{name: "customer", customer: true}
	// signedIn also admits sessions that lack their second factor.
	signedIn = admission{name: "signed in", roles: []loyalty.Role{loyalty.Barber, loyalty.Admin, loyalty.Owner, loyalty.Superadmin}}
	// anyUser also admits users with a temporary password.
	anyUser    = admission{name: "any user", roles: signedIn.roles}
	staff      = admission{name: "staff", roles: anyUser.roles, business: true}
	adminLevel = admission{name: "admin level", roles: []loyalty.Role{loyalty.Admin, loyalty.Owner, loyalty.Superadmin}, business: true}
	owner      = admission{name: "owner", roles: []loyalty.Role{loyalty.Owner, loyalty.Superadmin}, business: true}
	// ownerOrPlatform lets a SUPERADMIN without a business act on the platform.
	ownerOrPlatform = admission{name: "owner or platform", roles: owner.roles, platform: true}
	operator        = admission{name: "operator", roles: []loyalty.Role{loyalty.Superadmin}}
)

func (w admission) open() bool { return len(w.roles) == 0 && !w.customer }

func (w admission) allows(role loyalty.Role) bool {
	return slices.Contains(w.roles, role)
}

type route struct {
	method        string
	path          string
	who           admission
	countAttempt  func(context.Context) error // nil: no limit
	maxBody       int64                       // bytes
	takesFile     bool                        // the handler checks the content type
	middleware    func(huma.Context, func(huma.Context))
	hasErrorPages bool
	hasNoDeadline bool
	needsRecent   bool
	event         reflect.Type // of a stream; nil: none
	describe      func(*API, *huma.Operation)
	register      func(*API, route)
}

// limitedBy returns a route that calls tries before it reads the body.
func (r route) limitedBy(tries func(context.Context) error) route {
	r.countAttempt = tries
	return r
}

func (r route) withErrorPages() route {
	r.hasErrorPages = true
	return r
}

func (r route) withoutDeadline() route {
	r.hasNoDeadline = true
	return r
}

// recently returns a route that requires an authentication within the last five minutes (decision 0042).
func (r route) recently() route {
	r.needsRecent = true
	return r
}

func (r route) withMiddleware(through func(huma.Context, func(huma.Context))) route {
	r.middleware = through
	return r
}

func (r route) withEvents(event reflect.Type) route {
	r.event = event
	return r
}

func (r route) takingFile() route {
	r.takesFile = true
	return r
}

func (r route) withMaxBody(largest int64) route {
	r.maxBody = largest
	return r
}
