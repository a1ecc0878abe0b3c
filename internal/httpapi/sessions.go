package httpapi

import (
	"context"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

type sessionCalls struct {
	cases  *service.Service
	limits *Limits
}

// Session has the token under two names, because the specification's client reads either.
type Session struct {
	Token        string                `json:"token"`
	AccessToken  string                `json:"access_token"`
	Role         loyalty.Role          `json:"role" enum:"SUPERADMIN,OWNER,ADMIN,BARBER"`
	UserID       string                `json:"userId"`
	BusinessID   *string               `json:"businessId"`
	BusinessName *string               `json:"businessName"`
	Email        string                `json:"email"`
	Name         string                `json:"name"`
	SecondFactor loyalty.PendingFactor `json:"secondFactor" enum:"NONE,CODE,ENROLMENT" doc:"What the session still needs: a code, or a second factor. Until then, all other calls answer SECOND_FACTOR_REQUIRED"`
	MustChange   bool                  `json:"mustChangePassword" doc:"The password is temporary. All calls except changing it answer PASSWORD_CHANGE_REQUIRED"`
}

type sessionOutput struct{ Body Session }

type loginOutput struct {
	DeviceCookie string `header:"Set-Cookie" doc:"Marks the device as known, with its own limit of attempts"`
	Body         Session
}

func sessionOf(s access.Session) *sessionOutput {
	return &sessionOutput{Body: sessionBody(s)}
}

func sessionBody(s access.Session) Session {
	return Session{
		Token:        s.Token,
		AccessToken:  s.Token,
		Role:         s.User.Role,
		UserID:       s.User.ID,
		BusinessID:   orNull(s.User.BusinessID),
		BusinessName: orNull(s.BusinessName),
		Email:        s.User.Email,
		Name:         s.User.Name,
		SecondFactor: s.Pending,
		MustChange:   s.User.MustChoosePassword(),
	}
}

type loginInput struct {
	Body struct {
		Email    string `json:"email" maxLength:"254"`
		Password string `json:"password" maxLength:"200"`
	}
}

func (c sessionCalls) login(ctx context.Context, in *loginInput) (*loginOutput, error) {
	account := staffAccount(in.Body.Email)
	if err := c.limits.signIn(ctx, account); err != nil {
		return nil, err
	}
	if _, known := c.cases.KnownDevices.Identify(ctx, access.DeviceMarks{Marks: deviceMarks(ctx), Account: account}); !known {
		ctx = usecase.WithNewDevice(ctx)
	}
	session, err := c.cases.Sessions.SignIn(ctx, in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	if err := c.limits.returnSignIn(ctx, account); err != nil {
		return nil, err
	}
	c.limits.noteSession(ctx, session)
	return &loginOutput{DeviceCookie: rememberDevice(ctx, c.cases, account), Body: sessionBody(session)}, nil
}

type logoutInput struct {
	Authorization string `header:"Authorization" hidden:"true"`
}

func (in logoutInput) token() string { return credentials(in.Authorization, "Bearer") }

func (c sessionCalls) logout(ctx context.Context, in *logoutInput) (*okOutput, error) {
	return ok(), c.cases.Sessions.SignOut(ctx, in.token())
}

type changePasswordInput struct {
	Body struct {
		CurrentPassword string `json:"currentPassword" maxLength:"200"`
		NewPassword     string `json:"newPassword" maxLength:"200"`
	}
}

func (c sessionCalls) changePassword(ctx context.Context, in *changePasswordInput) (*sessionOutput, error) {
	if err := c.limits.ownPassword(ctx, actor(ctx).UserID); err != nil {
		return nil, err
	}
	session, err := c.cases.Sessions.ChangePassword(ctx, actor(ctx), in.Body.CurrentPassword, in.Body.NewPassword)
	if errors.Is(err, loyalty.ErrWrongPassword) {
		return nil, err
	}
	if err := c.limits.returnOwnPassword(ctx, actor(ctx).UserID, err == nil); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	return sessionOf(session), nil
}
