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

func actor(ctx context.Context) usecase.Actor {
	a, _ := ctx.Value(actorKey).(usecase.Actor)
	return a
}

func portalUser(ctx context.Context) access.PortalUser {
	user, _ := ctx.Value(portalUserKey).(access.PortalUser)
	return user
}

type callerOrigin struct {
	address, network string
	ip               netip.Addr
	marks            []string
	secure           bool
	openedForm       string
}

// address returns the caller's address, by which limits group callers. People in a shop or household share one.
func address(ctx context.Context) string {
	from, _ := ctx.Value(addressKey).(callerOrigin)
	return from.address
}

// network returns the caller's network, by which limits group callers. Attackers can change addresses within it.
func network(ctx context.Context) string {
	from, _ := ctx.Value(addressKey).(callerOrigin)
	return from.network
}

// automaticHeader marks calls without the user, which do not extend an operator's session.
const automaticHeader = "Axioma-Automatic"

func (a *API) identify(ctx huma.Context, next func(huma.Context)) {
	request, _ := humago.Unwrap(ctx)
	next(huma.WithContext(ctx, a.withOrigin(ctx.Context(), request)))
}

func (a *API) withOrigin(ctx context.Context, r *http.Request) context.Context {
	from := a.originOf(r)
	from.marks, from.secure, from.openedForm = readDeviceMarks(r), isSecure(r), formNameOf(r)
	ctx = usecase.WithAddress(usecase.WithNetwork(ctx, from.network), from.address)
	ctx = usecase.WithUserAgent(usecase.WithIP(ctx, from.ip), r.UserAgent())
	if r.Header.Get(automaticHeader) != "" {
		ctx = usecase.WithAutomatic(ctx)
	}
	ctx = usecase.WithBrowserMark(ctx, browserMark(r))
	ctx = usecase.WithCaller(ctx, usecase.Caller{IsRequest: true, Device: access.DeviceName(r.UserAgent())})
	return context.WithValue(ctx, addressKey, from)
}

func (a *API) limitAttempts(tries func(context.Context) error) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if err := tries(ctx.Context()); err != nil {
			a.problems.refuse(ctx, err)
			return
		}
		next(ctx)
	}
}

// originOf returns the caller's address. Only the last entry of X-Forwarded-For comes from our proxy.
func (a *API) originOf(r *http.Request) callerOrigin {
	if lines := r.Header.Values("X-Forwarded-For"); a.trustProxy && len(lines) > 0 {
		last := lines[len(lines)-1]
		if hop := strings.TrimSpace(last[strings.LastIndex(last, ",")+1:]); hop != "" {
			return parseOrigin(hop)
		}
	}
	return parseOrigin(r.RemoteAddr)
}

// parseOrigin returns the address, IPv4 or IPv6 /56, and the network, /24 or /48 (RIPE-690). Attackers easily change
// addresses within a network; legitimate callers of one rarely try the same account.
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
		return callerOrigin{ip: ip, address: ip.String(), network: netip.PrefixFrom(ip, 24).Masked().String()}
	}
	return callerOrigin{ip: ip, address: netip.PrefixFrom(ip, 56).Masked().String(), network: netip.PrefixFrom(ip, 48).Masked().String()}
}

// admit answers 401 without a session, 403 for another role, an incomplete session or an old authentication,
// 409 for a temporary password.
func (a *API) admit(r route) func(huma.Context, func(huma.Context)) {
	noteRead := a.noterOf(r)
	return func(ctx huma.Context, next func(huma.Context)) {
		authContext, finish := a.withAuthDeadline(ctx)
		caller, err := a.authenticate(authContext, r.who)
		if err == nil && r.needsRecent {
			err = a.cases.Sessions.RequireRecent(caller)
		}
		caller, err = a.fromDevice(authContext, caller, err)
		ctx = withActor(finish(), caller)
		if err != nil {
			a.problems.refuse(ctx, err)
			return
		}
		if !isIncomplete(caller) {
			a.limits.noteStaff(ctx.Context(), caller.Role, caller.BusinessID)
		}
		next(ctx)
		noteRead(ctx, caller)
	}
}

func withActor(ctx huma.Context, actor usecase.Actor) huma.Context {
	caller := usecase.CallerOf(ctx.Context())
	caller.Actor = actor
	return huma.WithContext(ctx, usecase.WithCaller(context.WithValue(ctx.Context(), actorKey, actor), caller))
}

func (a *API) admitCustomer(ctx huma.Context, next func(huma.Context)) {
	token, err := bearer(ctx)
	if err != nil {
		a.problems.refuse(ctx, err)
		return
	}
	authContext, finish := a.withAuthDeadline(ctx)
	caller, err := a.cases.Portal.Authenticate(authContext.Context(), token)
	ctx = finish()
	if err != nil {
		a.problems.refuse(ctx, err)
		return
	}
	origin := usecase.CallerOf(ctx.Context())
	origin.IsCustomer = true
	next(huma.WithContext(ctx, usecase.WithCaller(context.WithValue(ctx.Context(), portalUserKey, caller), origin)))
}

func bearer(ctx huma.Context) (string, error) {
	token := credentials(ctx.Header("Authorization"), "Bearer")
	if token == "" {
		return "", loyalty.ErrUnauthenticated
	}
	return token, nil
}

// credentials returns the rest of an Authorization header, or "". Case does not matter (RFC 9110, section 11.1).
func credentials(authorization, scheme string) string {
	givenScheme, token, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(givenScheme, scheme) {
		return ""
	}
	return strings.TrimLeft(token, " ")
}

// authenticate returns the caller, with the error if a valid session is refused.
func (a *API) authenticate(ctx huma.Context, callers admission) (usecase.Actor, error) {
	token, err := bearer(ctx)
	if err != nil {
		return usecase.Actor{}, err
	}
	caller, err := a.cases.Sessions.Authenticate(ctx.Context(), token)
	if err != nil {
		return usecase.Actor{}, err
	}
	if !callers.allows(caller.Role) {
		return caller, loyalty.ErrForbidden
	}
	if isIncomplete(caller) && callers.name != signedIn.name {
		return caller, loyalty.ErrSecondFactorRequired
	}
	if caller.MustChoosePassword && callers.name != anyUser.name && callers.name != signedIn.name {
		return caller, loyalty.ErrChoosePassword
	}
	if caller.Role == loyalty.Superadmin && (callers.business || callers.platform && ctx.Query("businessId") != "") {
		return a.chooseBusiness(ctx, caller)
	}
	return caller, nil
}

func isIncomplete(caller usecase.Actor) bool {
	return caller.Session.Pending == loyalty.CodePending || caller.Session.Pending == loyalty.EnrolmentPending
}

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
