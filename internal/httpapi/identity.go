package httpapi

import (
	"context"
	"net"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type contextKey int

const (
	actorKey contextKey = iota
	addressKey
	portalUserKey
)

// actor is who calls; the route table has admitted her.
func actor(ctx context.Context) service.Actor {
	who, _ := ctx.Value(actorKey).(service.Actor)
	return who
}

// portalUser is the customer who calls; the route table has admitted her.
func portalUser(ctx context.Context) service.PortalUser {
	who, _ := ctx.Value(portalUserKey).(service.PortalUser)
	return who
}

// address is where the caller is, for the limits.
func address(ctx context.Context) string {
	from, _ := ctx.Value(addressKey).(string)
	return from
}

// identify notes the caller's address.
func (a *API) identify(ctx huma.Context, next func(huma.Context)) {
	next(huma.WithValue(ctx, addressKey, a.callerAddress(ctx)))
}

func (a *API) callerAddress(ctx huma.Context) string {
	if a.proxied {
		// The last entry is the one that our own proxy wrote.
		if hops := strings.Split(ctx.Header("X-Forwarded-For"), ","); strings.TrimSpace(hops[len(hops)-1]) != "" {
			return strings.TrimSpace(hops[len(hops)-1])
		}
	}
	host, _, err := net.SplitHostPort(ctx.RemoteAddr())
	if err != nil {
		return ctx.RemoteAddr()
	}
	return host
}

// admit lets those pass whom the route table names: 401 for whoever is not
// signed in, 403 for a role that may not.
func (a *API) admit(who access) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		caller, err := a.authenticate(ctx, who)
		if err != nil {
			a.refuse(ctx, err)
			return
		}
		next(huma.WithValue(ctx, actorKey, caller))
	}
}

// admitCustomer lets signed-in customers pass.
func (a *API) admitCustomer(ctx huma.Context, next func(huma.Context)) {
	token, err := bearer(ctx)
	if err != nil {
		a.refuse(ctx, err)
		return
	}
	caller, err := a.service.AuthenticatePortal(ctx.Context(), token)
	if err != nil {
		a.refuse(ctx, err)
		return
	}
	next(huma.WithValue(ctx, portalUserKey, caller))
}

func bearer(ctx huma.Context) (string, error) {
	token, found := strings.CutPrefix(ctx.Header("Authorization"), "Bearer ")
	if !found || token == "" {
		return "", loyalty.ErrUnauthenticated
	}
	return token, nil
}

func (a *API) authenticate(ctx huma.Context, who access) (service.Actor, error) {
	token, err := bearer(ctx)
	if err != nil {
		return service.Actor{}, err
	}
	caller, err := a.service.Authenticate(ctx.Context(), token)
	if err != nil {
		return service.Actor{}, err
	}
	if !who.allows(caller.Role) {
		return service.Actor{}, loyalty.ErrForbidden
	}
	if caller.Role == loyalty.Superadmin && who.business {
		return a.chooseBusiness(ctx, caller)
	}
	return caller, nil
}

// chooseBusiness gives a SUPERADMIN the business that the request names.
func (a *API) chooseBusiness(ctx huma.Context, caller service.Actor) (service.Actor, error) {
	caller.BusinessID = ctx.Query("businessId")
	if caller.BusinessID == "" {
		return caller, loyalty.ErrBusinessRequired
	}
	if !loyalty.ValidID(caller.BusinessID) {
		return caller, loyalty.ErrBusinessNotFound
	}
	_, err := a.service.PublicBusiness(ctx.Context(), caller.BusinessID)
	return caller, err
}
