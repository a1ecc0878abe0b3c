package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

type contextKey int

const (
	actorKey contextKey = iota
	addressKey
	portalUserKey
	elapsedKey
)

// actor is who calls; the route table has admitted her.
func actor(ctx context.Context) usecase.Actor {
	who, _ := ctx.Value(actorKey).(usecase.Actor)
	return who
}

// portalUser is the customer who calls; the route table has admitted her.
func portalUser(ctx context.Context) access.PortalUser {
	who, _ := ctx.Value(portalUserKey).(access.PortalUser)
	return who
}

// callerOrigin are where a caller is, for the limits.
type callerOrigin struct {
	address, network string
	marks            []string // of the device
	secure           bool     // the call came by https
	openedForm       string   // of the browser; empty where it has opened none
}

// address is the line that a caller uses: one shop's or one household's.
func address(ctx context.Context) string {
	from, _ := ctx.Value(addressKey).(callerOrigin)
	return from.address
}

// network is as far as a caller may easily go from her address: whoever tries one
// account from here is taken for the same.
func network(ctx context.Context) string {
	from, _ := ctx.Value(addressKey).(callerOrigin)
	return from.network
}

// identify notes the caller's address, and what her device is known by.
func (a *API) identify(ctx huma.Context, next func(huma.Context)) {
	request, _ := humago.Unwrap(ctx)
	next(huma.WithContext(ctx, a.withOrigin(ctx.Context(), request)))
}

// withOrigin is a request's context with its caller's whereabouts.
func (a *API) withOrigin(ctx context.Context, r *http.Request) context.Context {
	from := a.originOf(r)
	from.marks, from.secure, from.openedForm = readDeviceMarks(r), isSecure(r), formNameOf(r)
	ctx = usecase.WithAddress(usecase.WithNetwork(ctx, from.network), from.address)
	ctx = usecase.WithBrowserMark(ctx, browserMark(r))
	return context.WithValue(ctx, addressKey, from)
}

// limitAttempts counts a try before the request is read, and refuses one too many.
func (a *API) limitAttempts(tries func(context.Context) error) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if err := tries(ctx.Context()); err != nil {
			a.problems.refuse(ctx, err)
			return
		}
		next(ctx)
	}
}

// originOf is where a call comes from. Of what proxies say, only what the
// last of them wrote is ours: the end of the last line.
func (a *API) originOf(r *http.Request) callerOrigin {
	if lines := r.Header.Values("X-Forwarded-For"); a.trustProxy && len(lines) > 0 {
		last := lines[len(lines)-1]
		if hop := strings.TrimSpace(last[strings.LastIndex(last, ",")+1:]); hop != "" {
			return parseOrigin(hop)
		}
	}
	return parseOrigin(r.RemoteAddr)
}

// parseOrigin reads an address, without its port. Of IPv6 a line has a /56 and
// whoever asks for more a /48 (RIPE-690); of IPv4 it has one address, but who
// hires machines, or lets a telephone dial in again, has many of one /24. So wide
// a network may hold thousands, of whom hardly two know the same account.
func parseOrigin(address string) callerOrigin {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		withPort, err := netip.ParseAddrPort(address)
		if err != nil {
			return callerOrigin{address: address, network: address}
		}
		ip = withPort.Addr()
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return callerOrigin{address: ip.String(), network: netip.PrefixFrom(ip, 24).Masked().String()}
	}
	return callerOrigin{address: netip.PrefixFrom(ip, 56).Masked().String(), network: netip.PrefixFrom(ip, 48).Masked().String()}
}

// admit lets those pass whom the route table names: 401 for whoever is not
// signed in, 403 for a role that may not.
func (a *API) admit(who admission) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		hurried, done := a.withAuthDeadline(ctx)
		caller, err := a.authenticate(hurried, who)
		caller, err = a.fromDevice(hurried, caller, err)
		ctx = huma.WithValue(done(), actorKey, caller)
		if err != nil {
			a.problems.refuse(ctx, err)
			return
		}
		a.limits.noteStaff(ctx.Context(), caller.Role, caller.BusinessID)
		next(ctx)
	}
}

// admitCustomer lets signed-in customers pass.
func (a *API) admitCustomer(ctx huma.Context, next func(huma.Context)) {
	token, err := bearer(ctx)
	if err != nil {
		a.problems.refuse(ctx, err)
		return
	}
	hurried, done := a.withAuthDeadline(ctx)
	caller, err := a.cases.Portal.Authenticate(hurried.Context(), token)
	ctx = done()
	if err != nil {
		a.problems.refuse(ctx, err)
		return
	}
	next(huma.WithValue(ctx, portalUserKey, caller))
}

const bearerPrefix = "Bearer "

func bearer(ctx huma.Context) (string, error) {
	token, found := strings.CutPrefix(ctx.Header("Authorization"), bearerPrefix)
	if !found || token == "" {
		return "", loyalty.ErrUnauthenticated
	}
	return token, nil
}

// authenticate returns who calls, also of a caller whom it refuses because of her
// role.
func (a *API) authenticate(ctx huma.Context, who admission) (usecase.Actor, error) {
	token, err := bearer(ctx)
	if err != nil {
		return usecase.Actor{}, err
	}
	caller, err := a.cases.Sessions.Authenticate(ctx.Context(), token)
	if err != nil {
		return usecase.Actor{}, err
	}
	if !who.allows(caller.Role) {
		return caller, loyalty.ErrForbidden
	}
	if caller.MustChoosePassword && who.name != anyUser.name {
		return caller, loyalty.ErrChoosePassword
	}
	if caller.Role == loyalty.Superadmin && who.business {
		return a.chooseBusiness(ctx, caller)
	}
	return caller, nil
}

// chooseBusiness gives a SUPERADMIN the business that the request names.
func (a *API) chooseBusiness(ctx huma.Context, caller usecase.Actor) (usecase.Actor, error) {
	caller.BusinessID = ctx.Query("businessId")
	if caller.BusinessID == "" {
		return caller, loyalty.ErrBusinessRequired
	}
	if !loyalty.ValidID(caller.BusinessID) {
		return caller, loyalty.ErrBusinessNotFound
	}
	_, err := a.cases.Businesses.ByID(ctx.Context(), caller.BusinessID)
	return caller, err
}
