package httpapi

import (
	"context"

	"axioma/internal/service"
)

type recoveryCalls struct {
	cases  *service.Service
	limits *Limits
}

// PasswordRecovery lists an owner's ways back.
type PasswordRecovery struct {
	ByEmail bool   `json:"byEmail" doc:"The server can e-mail a recovery link"`
	Contact string `json:"contact" doc:"Contact of the operator: e-mail, phone or URL; empty: unknown"`

	Organisation bool `json:"organisation" doc:"Operators can sign in with an OpenID provider (POST /auth/organisation)"`

	ShortestPassword int `json:"shortestPassword" doc:"Minimum length of a new password"`
}

type passwordRecoveryOutput struct{ Body PasswordRecovery }

func (c recoveryCalls) ways(context.Context, *struct{}) (*passwordRecoveryOutput, error) {
	return &passwordRecoveryOutput{Body: c.options()}, nil
}

func (c recoveryCalls) options() PasswordRecovery {
	methods := c.cases.Recovery.Methods()
	return PasswordRecovery{
		ByEmail: methods.Email, Contact: methods.Contact, Organisation: c.cases.Organisation.IsOffered(), ShortestPassword: methods.ShortestPassword,
	}
}

type requestRecoveryInput struct {
	Body struct {
		Email string `json:"email" maxLength:"254"`
	}
}

// request sends a reset link to an owner. The response does not reveal whether one has the address.
func (c recoveryCalls) request(ctx context.Context, in *requestRecoveryInput) (*okOutput, error) {
	if err := c.limits.recoverPassword(ctx, staffAccount(in.Body.Email)); err != nil {
		return nil, err
	}
	return ok(), c.cases.Recovery.Request(ctx, in.Body.Email)
}

type resetByLinkInput struct {
	Body struct {
		Token       string `json:"token" maxLength:"64" doc:"Token of the mailed link"`
		NewPassword string `json:"newPassword" maxLength:"200"`
	}
}

func (c recoveryCalls) reset(ctx context.Context, in *resetByLinkInput) (*okOutput, error) {
	return ok(), c.cases.Recovery.Reset(ctx, in.Body.Token, in.Body.NewPassword)
}
