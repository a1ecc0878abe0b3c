package httpapi

import (
	"context"
	"net/http"
	"slices"
)

var refusals = []int{
	http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
	http.StatusUnprocessableEntity,
}

// logSecurityEvent logs a refused request without its content.
func (a *API) logSecurityEvent(r *http.Request, status int, route string) {
	if slices.Contains(refusals, status) {
		a.problems.log.InfoContext(r.Context(), "request refused", "status", status, "route", route, "from", a.originOf(r).address)
	}
}

type authenticatedUser interface{ subject() (kind, id string) }

func (o *loginOutput) subject() (kind, id string)         { return "user", o.Body.UserID }
func (o *sessionOutput) subject() (kind, id string)       { return "user", o.Body.UserID }
func (o *portalSessionOutput) subject() (kind, id string) { return "customer", o.Body.CustomerID }

func (p problems) logAuthentication(ctx context.Context, route string, out any) {
	if user, ok := out.(authenticatedUser); ok {
		kind, id := user.subject()
		p.log.InfoContext(ctx, "authenticated", "route", route, "from", address(ctx), kind, id)
	}
}
