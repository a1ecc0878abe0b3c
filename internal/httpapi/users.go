package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

type userCalls struct{ cases *service.Service }

// User is an account of the staff.
type User struct {
	ID        string       `json:"id"`
	Email     string       `json:"email"`
	Name      string       `json:"name"`
	Role      loyalty.Role `json:"role" enum:"SUPERADMIN,OWNER,ADMIN,BARBER"`
	Disabled  bool         `json:"disabled"`
	CreatedAt time.Time    `json:"createdAt"`
	TwoSteps  bool         `json:"secondFactor" doc:"The account has a second factor"`
	InvitedTo *time.Time   `json:"invitedTo,omitempty" doc:"Until when the invitation is valid, for a user without a password"`
	TriedAt   *time.Time   `json:"triedAt,omitempty" doc:"Time of the last password-guessing attack, within seven days"`
}

func userOf(u loyalty.User) User {
	user := User{
		ID: u.ID, Email: u.Email, Name: u.Name, Role: u.Role, Disabled: !u.DisabledAt.IsZero(), CreatedAt: u.CreatedAt,
		TriedAt: instantOrNull(u.TriedAt), TwoSteps: u.SecondFactor.IsEnrolled(),
	}
	if u.IsInvited() {
		user.InvitedTo = instantOrNull(u.PasswordExpiresAt)
	}
	return user
}

func (c userCalls) list(ctx context.Context, _ *noInput) (*listOutput[User], error) {
	users, err := c.cases.Users.List(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return wholeList(users, userOf), nil
}

func (c userCalls) listGuessed(ctx context.Context, _ *noInput) (*listOutput[User], error) {
	users, err := c.cases.Users.ListGuessed(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return wholeList(users, userOf), nil
}

type createUserInput struct {
	Key  string `header:"Idempotency-Key"`
	Body struct {
		Email    string       `json:"email" maxLength:"254"`
		Password string       `json:"password" maxLength:"200"`
		Role     loyalty.Role `json:"role"`
		Name     *string      `json:"name,omitempty" nullable:"true" maxLength:"120"`
	}
}

type userOutput struct{ Body User }

func answerUser(user loyalty.User, err error) (*userOutput, error) {
	if err != nil {
		return nil, err
	}
	return &userOutput{Body: userOf(user)}, nil
}

func (c userCalls) create(ctx context.Context, in *createUserInput) (*userOutput, error) {
	return answerUser(c.cases.Users.Create(ctx, actor(ctx), access.NewUser{
		Email: in.Body.Email, Password: in.Body.Password, Role: in.Body.Role, Name: orEmpty(in.Body.Name),
	}, usecase.IdempotencyKey(in.Key)))
}

func (c userCalls) disable(ctx context.Context, in *IDInput) (*userOutput, error) {
	return answerUser(c.cases.Users.Disable(ctx, actor(ctx), in.ID))
}

func (c userCalls) enable(ctx context.Context, in *IDInput) (*userOutput, error) {
	return answerUser(c.cases.Users.Enable(ctx, actor(ctx), in.ID))
}

type resetOutput struct {
	Body struct {
		TempPassword string `json:"tempPassword" doc:"Shown only once: the server stores its hash"`
	}
}

type resetInput struct {
	IDInput
	// The middleware admit reads this; the field is for the contract.
	BusinessID string `query:"businessId" doc:"Business of the user, for an operator"`
}

func (c userCalls) resetPassword(ctx context.Context, in *resetInput) (*resetOutput, error) {
	return c.reset(ctx, in.ID, "")
}

type resetByBodyInput struct {
	Body struct {
		UserID string `json:"userId" minLength:"1" maxLength:"64"`
	}
}

func (c userCalls) resetPasswordNamed(ctx context.Context, in *resetByBodyInput) (*resetOutput, error) {
	return c.reset(ctx, in.Body.UserID, "")
}

type setPasswordInput struct {
	IDInput
	Body struct {
		NewPassword string `json:"newPassword" minLength:"1" maxLength:"200"`
	}
}

func (c userCalls) setPassword(ctx context.Context, in *setPasswordInput) (*resetOutput, error) {
	return c.reset(ctx, in.ID, in.Body.NewPassword)
}

func (c userCalls) reset(ctx context.Context, userID, password string) (*resetOutput, error) {
	password, err := c.cases.Users.ResetPassword(ctx, actor(ctx), userID, password)
	if err != nil {
		return nil, err
	}
	out := &resetOutput{}
	out.Body.TempPassword = password
	return out, nil
}
