package httpapi

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/qr"
	"axioma/internal/service"
	"axioma/internal/service/access"
)

type secondFactorCalls struct {
	cases  *service.Service
	limits *Limits
}

// secondFactorRoutes returns the routes of second factors (decision 0042).
func (a *API) secondFactorRoutes() []route {
	calls := a.secondFactors
	return []route{
		get("/auth/second-factor", signedIn, "Get the caller's second factor, and what the session still needs", calls.show),
		post("/auth/second-factor", signedIn, "Complete the session with a code of the authenticator app or a recovery code", calls.pass),
		remove("/auth/second-factor", anyUser, "Remove the caller's second factor", calls.remove).recently(),
		post("/auth/second-factor/enrolment", signedIn, "Create a key for an authenticator app", calls.begin).recently(),
		post("/auth/second-factor/enrolment/confirm", signedIn, "Enrol the app with its first code: returns the session and the recovery codes", calls.confirm),
		post("/auth/second-factor/recovery-codes", anyUser, "Replace the caller's recovery codes", calls.drawCodes).recently(),
		post("/auth/recent", signedIn, "Authenticate again, which counts as recent for five minutes", calls.reauthenticate),
		remove("/users/{id}/second-factor", adminLevel, "Remove the second factor of a user who lost it, and end their sessions", calls.removeOf).recently(),
	}
}

// SecondFactor is a user's view of their second factor.
type SecondFactor struct {
	EnrolledAt *time.Time            `json:"enrolledAt" doc:"When the authenticator app was enrolled; null: none"`
	Passkeys   PasskeyState          `json:"passkeys"`
	CodesLeft  int                   `json:"recoveryCodesLeft"`
	Compulsory bool                  `json:"compulsory" doc:"The second factor is compulsory and cannot be removed"`
	Pending    loyalty.PendingFactor `json:"pending" enum:"NONE,CODE,ENROLMENT" doc:"What the session still needs"`
}

type secondFactorOutput struct{ Body SecondFactor }

func (c secondFactorCalls) show(ctx context.Context, _ *noInput) (*secondFactorOutput, error) {
	state, err := c.cases.SecondFactors.State(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return &secondFactorOutput{Body: SecondFactor{
		EnrolledAt: instantOrNull(state.EnrolledAt), Passkeys: PasskeyState(state.Passkeys), CodesLeft: state.CodesLeft, Compulsory: state.IsCompulsory, Pending: state.PendingFactor,
	}}, nil
}

type codeInput struct {
	Body struct {
		Code string `json:"code" maxLength:"40" doc:"Six digits from the app, or a recovery code"`
	}
}

func (c secondFactorCalls) pass(ctx context.Context, in *codeInput) (*sessionOutput, error) {
	// A complete session must not use up the attempts.
	if actor(ctx).Session.Pending != loyalty.CodePending {
		return nil, loyalty.ErrNoSecondStep
	}
	var session access.Session
	err := c.withLimit(ctx, func() (err error) {
		session, err = c.cases.SecondFactors.Pass(ctx, actor(ctx), in.Body.Code)
		return err
	})
	if err != nil {
		return nil, err
	}
	c.limits.noteSession(ctx, session)
	return sessionOf(session), nil
}

func (c secondFactorCalls) withLimit(ctx context.Context, try func() error) error {
	if err := c.limits.secondFactor(ctx, actor(ctx)); err != nil {
		return err
	}
	err := try()
	if errors.Is(err, loyalty.ErrSecondFactorRefused) || errors.Is(err, loyalty.ErrPasskeyRefused) {
		return err
	}
	return errors.Join(err, c.limits.returnSecondFactor(ctx, actor(ctx)))
}

// Enrolment is a key for an authenticator app.
type Enrolment struct {
	Secret  string `json:"secret" doc:"The key in base32, in groups of four, for typing"`
	Address string `json:"address" doc:"The key as an otpauth URL, for an app on this device"`
	QR      string `json:"qr" doc:"The otpauth URL as a QR: a data URL of a PNG"`
}

type enrolmentOutput struct{ Body Enrolment }

func (c secondFactorCalls) begin(ctx context.Context, _ *noInput) (*enrolmentOutput, error) {
	enrolment, err := c.cases.SecondFactors.Begin(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	picture, err := qr.Link(enrolment.URL)
	if err != nil {
		return nil, err
	}
	return &enrolmentOutput{Body: Enrolment{
		Secret: groupsOfFour(enrolment.Secret), Address: enrolment.URL,
		QR: "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture),
	}}, nil
}

func groupsOfFour(text string) string {
	var groups []string
	for ; len(text) > 4; text = text[4:] {
		groups = append(groups, text[:4])
	}
	return strings.Join(append(groups, text), " ")
}

// EnrolledFactor is the session after an enrolment.
type EnrolledFactor struct {
	Session
	RecoveryCodes []string `json:"recoveryCodes" nullable:"false" doc:"Shown only once: the server stores their hashes. Each works once. Empty: the account had another factor, and its codes stay valid"`
}

type newFactorOutput struct{ Body EnrolledFactor }

func (c secondFactorCalls) confirm(ctx context.Context, in *codeInput) (*newFactorOutput, error) {
	out := &newFactorOutput{}
	err := c.withLimit(ctx, func() error {
		session, codes, err := c.cases.SecondFactors.Confirm(ctx, actor(ctx), in.Body.Code)
		out.Body = enrolledFactor(session, codes)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func enrolledFactor(session access.Session, codes []string) EnrolledFactor {
	return EnrolledFactor{Session: sessionBody(session), RecoveryCodes: append([]string{}, codes...)}
}

// RecoveryCodes are new recovery codes.
type RecoveryCodes struct {
	Codes []string `json:"recoveryCodes" doc:"Each works once. Shown only once: the server stores their hashes"`
}

type recoveryCodesOutput struct{ Body RecoveryCodes }

func (c secondFactorCalls) drawCodes(ctx context.Context, _ *noInput) (*recoveryCodesOutput, error) {
	codes, err := c.cases.SecondFactors.DrawCodes(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return &recoveryCodesOutput{Body: RecoveryCodes{Codes: codes}}, nil
}

func (c secondFactorCalls) remove(ctx context.Context, _ *noInput) (*okOutput, error) {
	return ok(), c.cases.SecondFactors.Remove(ctx, actor(ctx))
}

func (c secondFactorCalls) removeOf(ctx context.Context, in *IDInput) (*userOutput, error) {
	return answerUser(c.cases.SecondFactors.RemoveOf(ctx, actor(ctx), in.ID))
}

type reauthenticateInput struct {
	Body struct {
		Password string `json:"password" maxLength:"200" doc:"The caller's own password"`
		Code     string `json:"code,omitempty" maxLength:"40" doc:"For accounts with a second factor: six digits from the app, or a recovery code"`
	}
}

func (c secondFactorCalls) reauthenticate(ctx context.Context, in *reauthenticateInput) (*sessionOutput, error) {
	user := actor(ctx).UserID
	if err := c.limits.ownPassword(ctx, user); err != nil {
		return nil, err
	}
	var session access.Session
	err := c.withLimit(ctx, func() (err error) {
		session, err = c.cases.SecondFactors.Reauthenticate(ctx, actor(ctx), in.Body.Password, in.Body.Code)
		return err
	})
	if errors.Is(err, loyalty.ErrWrongPassword) {
		return nil, err
	}
	if fault := c.limits.returnOwnPassword(ctx, user, true); fault != nil {
		return nil, fault
	}
	if err != nil {
		return nil, err
	}
	return sessionOf(session), nil
}
