package httpapi

import (
	"context"
	"net/http"

	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

// organisationCalls serves the sign-in by an OpenID provider (decision 0050).
type organisationCalls struct {
	cases  *service.Service
	limits *Limits
}

func (a *API) organisationRoutes() []route {
	calls := organisationCalls{cases: a.cases, limits: a.limits}
	return []route{
		post("/auth/organisation", public, "Start an operator's sign-in with the organisation's OpenID provider", calls.begin).limitedBy(a.limits.signInFrom),
		post("/auth/organisation/complete", public, "Complete a sign-in with the response of the OpenID provider", calls.complete).limitedBy(a.limits.signInFrom),
	}
}

// organisationCookie holds the ticket.
const organisationCookie = "axioma_organisation"

type organisationOutput struct {
	TicketCookie string `header:"Set-Cookie" doc:"Binds the provider's response to this browser"`
	Body         struct {
		URL string `json:"url" doc:"URL of the provider, to open in the browser"`
	}
}

func (c organisationCalls) begin(ctx context.Context, _ *noInput) (*organisationOutput, error) {
	address, ticket, err := c.cases.Organisation.Begin(ctx)
	if err != nil {
		return nil, err
	}
	output := &organisationOutput{TicketCookie: ticketCookie(ctx, ticket, int(access.OrganisationTicketLifetime.Seconds()))}
	output.Body.URL = address
	return output, nil
}

// ticketCookie takes an age in seconds; a negative one removes the cookie.
func ticketCookie(ctx context.Context, ticket string, age int) string {
	from, _ := ctx.Value(addressKey).(callerOrigin)
	cookie := http.Cookie{
		Name: organisationCookie, Value: ticket, Path: "/api/auth/organisation", MaxAge: age,
		Secure: from.secure, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
	return cookie.String()
}

type completeOrganisationInput struct {
	Ticket string `cookie:"axioma_organisation" maxLength:"64" hidden:"true"`
	Body   struct {
		State string `json:"state" maxLength:"100" doc:"Code that the provider added to the URL"`
		Code  string `json:"code" maxLength:"4096" doc:"Code that the provider added to the URL"`
	}
}

type organisationSession struct {
	Cookies []string `header:"Set-Cookie" doc:"Marks the device as known and removes the ticket"`
	Body    Session
}

func (c organisationCalls) complete(ctx context.Context, in *completeOrganisationInput) (*organisationSession, error) {
	if _, known := c.cases.KnownDevices.IdentifyForAnyAccount(deviceMarks(ctx)); !known {
		ctx = usecase.WithNewDevice(ctx)
	}
	session, err := c.cases.Organisation.Complete(ctx, in.Ticket, in.Body.State, in.Body.Code)
	if err != nil {
		return nil, err
	}
	c.limits.noteSession(ctx, session)
	device := rememberDevice(ctx, c.cases, staffAccount(session.User.Email))
	return &organisationSession{Cookies: []string{device, ticketCookie(ctx, "", -1)}, Body: sessionBody(session)}, nil
}
