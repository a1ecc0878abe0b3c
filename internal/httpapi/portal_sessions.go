package httpapi

import (
	"context"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/access"
)

type openSessionCalls struct{ cases *service.Service }

// OpenSession is an open portal session of a customer's phone.
type OpenSession struct {
	ID       string    `json:"id"`
	Device   string    `json:"device" doc:"In Spanish, guessed from the User-Agent"`
	OpenedAt time.Time `json:"openedAt"`
	SeenAt   time.Time `json:"seenAt" doc:"The day of its last use"`
	Current  bool      `json:"current" doc:"The calling session"`

	SignedInBy string `json:"signedInBy" enum:"phone,email" doc:"How it was opened"`
}

func (c openSessionCalls) list(ctx context.Context, in *logoutInput) (*listOutput[OpenSession], error) {
	open, err := c.cases.Portal.OpenSessions(ctx, in.token())
	if err != nil {
		return nil, err
	}
	return wholeList(open, func(s access.OpenSession) OpenSession {
		return OpenSession{
			ID: s.ID, Device: s.Device, OpenedAt: s.OpenedAt, SeenAt: s.SeenAt, Current: s.Current,
			SignedInBy: signedInBy(s.Origin.EmailKey != ""),
		}
	}), nil
}

type closeSessionInput struct {
	IDInput
	Authorization string `header:"Authorization" hidden:"true"`
}

func (c openSessionCalls) end(ctx context.Context, in *closeSessionInput) (*okOutput, error) {
	return ok(), c.cases.Portal.CloseSession(ctx, logoutInput{in.Authorization}.token(), in.ID)
}

type closeSessionsInput struct {
	Authorization string `header:"Authorization" hidden:"true"`
	Body          struct {
		ButThis bool `json:"butThis,omitempty" doc:"Keep the calling session"`
	}
}

func (c openSessionCalls) endAll(ctx context.Context, in *closeSessionsInput) (*okOutput, error) {
	return ok(), c.cases.Portal.CloseSessions(ctx, logoutInput{in.Authorization}.token(), in.Body.ButThis)
}
