package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
)

type ownSessionCalls struct{ cases *service.Service }

func (a *API) ownSessionRoutes() []route {
	calls := a.ownSessions
	return []route{
		get("/auth/session", anyUser, "When one's session ends", calls.show),
		get("/auth/sessions", anyUser, "The devices on which one is signed in", calls.list),
		remove("/auth/sessions/{id}", anyUser, "End one's session on one device", calls.end),
		post("/auth/sessions/close-others", anyUser, "End one's sessions on all other devices", calls.endOthers),
	}
}

// OwnSession says when the calling session ends.
type OwnSession struct {
	ExpiresAt   time.Time `json:"expiresAt" doc:"Latest end of the session"`
	IdleSeconds *int      `json:"idleSeconds" doc:"The session ends when it is not used for so long; null: it does not end by itself before. A call with the header Axioma-Automatic is no use"`

	IdleLeftSeconds *int `json:"idleLeftSeconds" doc:"How long until that end, by the server's clock; null: as idleSeconds, or the session ends before at expiresAt"`
}

type ownSessionOutput struct{ Body OwnSession }

func (c ownSessionCalls) show(ctx context.Context, _ *nothing) (*ownSessionOutput, error) {
	out := &ownSessionOutput{Body: OwnSession{ExpiresAt: actor(ctx).Session.ExpiresAt}}
	if actor(ctx).Role == loyalty.Superadmin {
		idle := int(loyalty.OperatorIdleTimeout.Seconds())
		out.Body.IdleSeconds = &idle
	}
	remaining, endsIdle, err := c.cases.Sessions.IdleLeft(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	if endsIdle {
		seconds := int(remaining.Seconds())
		out.Body.IdleLeftSeconds = &seconds
	}
	return out, nil
}

// StaffSession is an open session of a staff user.
type StaffSession struct {
	ID       string    `json:"id"`
	Device   string    `json:"device" doc:"In Spanish, guessed from the User-Agent of the last use"`
	Address  string    `json:"address" doc:"Network address of the last use; of IPv6 the network of the line; empty: unknown"`
	OpenedAt time.Time `json:"openedAt"`
	SeenAt   time.Time `json:"seenAt" doc:"Its last use, to within some minutes"`
	Current  bool      `json:"current" doc:"The calling session"`
}

func (c ownSessionCalls) list(ctx context.Context, _ *nothing) (*listOutput[StaffSession], error) {
	open, err := c.cases.Sessions.Open(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return wholeList(open, func(s access.OpenStaffSession) StaffSession {
		return StaffSession{ID: s.ID, Device: s.Device, Address: s.Address, OpenedAt: s.OpenedAt, SeenAt: s.SeenAt, Current: s.Current}
	}), nil
}

func (c ownSessionCalls) end(ctx context.Context, in *IDInput) (*okOutput, error) {
	return ok(), c.cases.Sessions.Close(ctx, actor(ctx), in.ID)
}

func (c ownSessionCalls) endOthers(ctx context.Context, _ *nothing) (*okOutput, error) {
	return ok(), c.cases.Sessions.CloseOthers(ctx, actor(ctx))
}
