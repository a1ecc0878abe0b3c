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
		get("/auth/session", anyUser, "Get the end of the caller's session", calls.show),
		get("/auth/sessions", anyUser, "List the devices on which the caller is signed in", calls.list),
		remove("/auth/sessions/{id}", anyUser, "End the caller's session on one device", calls.end),
		post("/auth/sessions/close-others", anyUser, "End the caller's sessions on all other devices", calls.endOthers),
	}
}

// OwnSession says when the calling session ends.
type OwnSession struct {
	ExpiresAt   time.Time `json:"expiresAt" doc:"When the session ends at the latest"`
	IdleSeconds *int      `json:"idleSeconds" doc:"Idle timeout of the session in seconds; null: none. Calls with the header Axioma-Automatic do not count as use"`

	IdleLeftSeconds *int `json:"idleLeftSeconds" doc:"Seconds until the idle timeout, by the server's clock; null: idleSeconds is null, or expiresAt comes first"`
}

type ownSessionOutput struct{ Body OwnSession }

func (c ownSessionCalls) show(ctx context.Context, _ *noInput) (*ownSessionOutput, error) {
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
	Address  string    `json:"address" doc:"Network address of the last use, of IPv6 the prefix of the line; empty: unknown"`
	OpenedAt time.Time `json:"openedAt"`
	SeenAt   time.Time `json:"seenAt" doc:"Last use, accurate to some minutes"`
	Current  bool      `json:"current" doc:"The calling session"`
}

func (c ownSessionCalls) list(ctx context.Context, _ *noInput) (*listOutput[StaffSession], error) {
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

func (c ownSessionCalls) endOthers(ctx context.Context, _ *noInput) (*okOutput, error) {
	return ok(), c.cases.Sessions.CloseOthers(ctx, actor(ctx))
}
