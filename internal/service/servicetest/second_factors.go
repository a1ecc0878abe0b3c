package servicetest

import (
	"context"
	"time"

	"github.com/pquerna/otp/totp"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

// Code returns the code that an authenticator app shows now.
func (c *Clock) Code(t Fataler, secret string) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, c.Now())
	if err != nil {
		t.Fatalf("computing a code: %v", err)
	}
	return code
}

// NextCode moves the clock to the next code and returns it.
func (c *Clock) NextCode(t Fataler, secret string) string {
	t.Helper()
	c.Advance(30 * time.Second)
	return c.Code(t, secret)
}

// App is a user's app with recovery codes.
type App struct {
	Secret        string
	RecoveryCodes []string
	Session       access.Session
}

// Enrol enrols an authenticator app for a user.
func (town *Town) Enrol(t Fataler, user loyalty.User) App {
	t.Helper()
	actor := town.Actor(t, town.Token(t, user))
	enrolment, err := town.Cases.SecondFactors.Begin(context.Background(), actor)
	if err != nil {
		t.Fatalf("beginning an enrolment: %v", err)
	}
	session, codes, err := town.Cases.SecondFactors.Confirm(context.Background(), actor, town.Clock.Code(t, enrolment.Secret))
	if err != nil {
		t.Fatalf("enrolling: %v", err)
	}
	return App{Secret: enrolment.Secret, RecoveryCodes: codes, Session: session}
}

// Recent returns the actor as just authenticated.
func (town *Town) Recent(actor usecase.Actor) usecase.Actor {
	actor.Session.AuthenticatedAt = town.Clock.Now()
	return actor
}

// Actor returns a token's actor.
func (town *Town) Actor(t Fataler, token string) usecase.Actor {
	t.Helper()
	actor, err := town.Cases.Sessions.Authenticate(context.Background(), token)
	if err != nil {
		t.Fatalf("authenticating: %v", err)
	}
	return actor
}
