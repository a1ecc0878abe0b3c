package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

type invitationCalls struct {
	cases   *service.Service
	limits  *Limits
	address publicAddress
}

// InvitedUser has the link to join.
type InvitedUser struct {
	User         User      `json:"user"`
	BusinessName string    `json:"businessName"`
	URL          string    `json:"url" doc:"Works once. Shown only once: the server stores the hash of its token"`
	Reach        reach     `json:"reach" enum:"EVERYWHERE,LOCAL,UNENCRYPTED" doc:"LOCAL: the user's phone cannot open the URL elsewhere. UNENCRYPTED: it warns about it"`
	ExpiresAt    time.Time `json:"expiresAt"`
	Mailed       bool      `json:"mailed" doc:"The link is also sent to the account's e-mail"`
}

type invitedOutput struct{ Body InvitedUser }

func (c invitationCalls) answer(base BaseURLInput, invitation access.InvitedUser, err error) (*invitedOutput, error) {
	if err != nil {
		return nil, err
	}
	link := access.InvitationURL(c.address.baseURL(base), invitation.Token)
	return &invitedOutput{Body: InvitedUser{
		User: userOf(invitation.User), BusinessName: invitation.BusinessName,
		URL: link, Reach: reachOf(link), ExpiresAt: invitation.ExpiresAt, Mailed: invitation.Mailed,
	}}, nil
}

type inviteInput struct {
	BaseURLInput
	Key  string `header:"Idempotency-Key"`
	Body struct {
		Email string       `json:"email" maxLength:"254"`
		Role  loyalty.Role `json:"role"`
		Name  *string      `json:"name,omitempty" nullable:"true" maxLength:"120"`
	}
}

func (c invitationCalls) create(ctx context.Context, in *inviteInput) (*invitedOutput, error) {
	invitation, err := c.cases.Invitations.Create(ctx, actor(ctx), access.NewUser{
		Email: in.Body.Email, Role: in.Body.Role, Name: orEmpty(in.Body.Name),
	}, usecase.IdempotencyKey(in.Key))
	return c.answer(in.BaseURLInput, invitation, err)
}

type renewInvitationInput struct {
	BaseURLInput
	IDInput
}

func (c invitationCalls) renew(ctx context.Context, in *renewInvitationInput) (*invitedOutput, error) {
	invitation, err := c.cases.Invitations.Renew(ctx, actor(ctx), in.ID)
	return c.answer(in.BaseURLInput, invitation, err)
}

type invitationInput struct {
	Body struct {
		Token string `json:"token" maxLength:"64" doc:"Token of the link"`
	}
}

// Invitation is shown on its page.
type Invitation struct {
	BusinessName string       `json:"businessName"`
	Name         string       `json:"name"`
	Email        string       `json:"email" doc:"The e-mail with which the user signs in"`
	Role         loyalty.Role `json:"role" enum:"ADMIN,BARBER,OWNER"`
}

type invitationOutput struct{ Body Invitation }

func (c invitationCalls) show(ctx context.Context, in *invitationInput) (*invitationOutput, error) {
	open, err := c.cases.Invitations.Show(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	return &invitationOutput{Body: Invitation{
		BusinessName: open.BusinessName, Name: open.User.Name, Email: open.User.Email, Role: open.User.Role,
	}}, nil
}

type acceptInvitationInput struct {
	Body struct {
		Token       string `json:"token" maxLength:"64" doc:"Token of the link"`
		NewPassword string `json:"newPassword" maxLength:"200"`
	}
}

func (c invitationCalls) accept(ctx context.Context, in *acceptInvitationInput) (*loginOutput, error) {
	session, err := c.cases.Invitations.Accept(ctx, in.Body.Token, in.Body.NewPassword)
	if err != nil {
		return nil, err
	}
	c.limits.noteSession(ctx, session)
	device := rememberDevice(ctx, c.cases, staffAccount(session.User.Email))
	return &loginOutput{DeviceCookie: device, Body: sessionOf(session).Body}, nil
}
