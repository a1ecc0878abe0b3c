package httpapi

import (
	"slices"

	"axioma/internal/loyalty"
)

// admission says who may call a route.
type admission struct {
	name     string
	roles    []loyalty.Role // of staff
	customer bool           // a signed-in customer, with a portal token
	business bool           // concerns a business: a SUPERADMIN must name it
}

var (
	public       = admission{name: "public"}
	provider     = admission{name: "provider"}      // authenticates by verify token or signature
	walletDevice = admission{name: "wallet device"} // authenticates by a pass's token or its device id
	customer     = admission{name: "customer", customer: true}
	// anyUser includes users who must still replace a temporary password.
	anyUser    = admission{name: "any user", roles: []loyalty.Role{loyalty.Barber, loyalty.Admin, loyalty.Owner, loyalty.Superadmin}}
	staff      = admission{name: "staff", roles: anyUser.roles, business: true}
	adminLevel = admission{name: "admin level", roles: []loyalty.Role{loyalty.Admin, loyalty.Owner, loyalty.Superadmin}, business: true}
	owner      = admission{name: "owner", roles: []loyalty.Role{loyalty.Owner, loyalty.Superadmin}, business: true}
	operator   = admission{name: "operator", roles: []loyalty.Role{loyalty.Superadmin}}
)

// open reports whether no token is needed.
func (w admission) open() bool { return len(w.roles) == 0 && !w.customer }

// allows reports whether a role may call.
func (w admission) allows(role loyalty.Role) bool {
	return slices.Contains(w.roles, role)
}
