package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

// phoneProofCalls are the calls about proving a phone by a message, which also signs in.
type phoneProofCalls struct {
	cases  *service.Service
	limits *Limits
}

// PhoneProof is what a customer needs to prove a phone by writing from it.
type PhoneProof struct {
	Link      string    `json:"link" doc:"Opens WhatsApp with the message to send"`
	ExpiresAt time.Time `json:"expiresAt"`
}

type phoneProofOutput struct{ Body PhoneProof }

func (c phoneProofCalls) ask(ctx context.Context, in *IDInput) (*phoneProofOutput, error) {
	if err := c.limits.askForProof(ctx, in.ID); err != nil {
		return nil, err
	}
	request, err := c.cases.Proofs.Ask(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &phoneProofOutput{Body: PhoneProof{Link: request.Link, ExpiresAt: request.ExpiresAt}}, nil
}

// ProofState says how far a customer has come with proving her phone.
type ProofState struct {
	Verified bool `json:"verified" doc:"Her phone is known to be hers"`
	Offered  bool `json:"offered" doc:"She can prove it by writing from it"`
	Hidden   bool `json:"hidden" doc:"She has written, but WhatsApp hides her phone, which proves nothing"`
}

type proofStateOutput struct{ Body ProofState }

func (c phoneProofCalls) state(ctx context.Context, in *IDInput) (*proofStateOutput, error) {
	if err := c.limits.checkProof(ctx); err != nil {
		return nil, err
	}
	state, err := c.cases.Proofs.State(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &proofStateOutput{Body: ProofState(state)}, nil
}

type signInWaysInput struct {
	BusinessID string `query:"businessId" maxLength:"64"`
}

// SignInWays says how a customer can sign in.
type SignInWays struct {
	Code    bool `json:"code" doc:"With a code that is sent to her phone"`
	Email   bool `json:"email" doc:"With a code that is sent to the e-mail on her record"`
	Message bool `json:"message" doc:"With a message that she sends"`

	WhatsApp loyalty.WhatsAppSending `json:"whatsapp" enum:"ON,TRIAL,OFF" doc:"Whether the code to her phone leaves: TRIAL records it only, OFF holds it back"`
}

type signInWaysOutput struct{ Body SignInWays }

func (c phoneProofCalls) signInWays(ctx context.Context, in *signInWaysInput) (*signInWaysOutput, error) {
	ways, err := c.cases.Proofs.SignInWays(ctx, in.BusinessID)
	if err != nil {
		return nil, err
	}
	business := loyalty.Business{}
	if in.BusinessID != "" {
		if business, err = c.cases.Businesses.ByID(ctx, in.BusinessID); err != nil {
			return nil, err
		}
	}
	leave, err := c.cases.Messages.Ways(ctx, business)
	if err != nil {
		return nil, err
	}
	return &signInWaysOutput{Body: SignInWays{Code: ways.Code, Email: ways.Email, Message: ways.Message, WhatsApp: leave.WhatsApp}}, nil
}

type askToSignInInput struct {
	Body struct {
		BusinessID *string `json:"businessId,omitempty" nullable:"true" maxLength:"64" doc:"Where one is a customer; without it the business one visited last"`
	}
}

// SignInTicket is a PhoneProof for which a browser waits.
type SignInTicket struct {
	PhoneProof
	Ticket string `json:"ticket" doc:"For the browser that waits, and nobody else"`
}

type signInTicketOutput struct{ Body SignInTicket }

func (c phoneProofCalls) askToSignIn(ctx context.Context, in *askToSignInInput) (*signInTicketOutput, error) {
	if err := c.limits.askToSignIn(ctx); err != nil {
		return nil, err
	}
	request, err := c.cases.Proofs.AskToSignIn(ctx, orEmpty(in.Body.BusinessID))
	if err != nil {
		return nil, err
	}
	return &signInTicketOutput{Body: SignInTicket{
		PhoneProof: PhoneProof{Link: request.Link, ExpiresAt: request.ExpiresAt}, Ticket: request.Ticket,
	}}, nil
}

type takeSignInInput struct {
	AgentInput
	Body struct {
		Ticket   string  `json:"ticket" maxLength:"64"`
		Asker    string  `json:"asker,omitempty" maxLength:"64" doc:"What the browser has thought of: with it a ticket whose answer was lost is answered again until it expires"`
		Birthday *string `json:"birthday,omitempty" nullable:"true" doc:"YYYY-MM-DD: asked for with BIRTHDAY_ASKED, as in the exchange of a code; the ticket still holds"`
	}
}

// AwaitedSession is the session that a ticket opens: null while the message has
// not come.
type AwaitedSession struct {
	Session *PortalSession `json:"session"`
}

type awaitedSessionOutput struct {
	DeviceCookie string `header:"Set-Cookie" doc:"As in the exchange of a code"`
	Body         AwaitedSession
}

func (c phoneProofCalls) takeSignIn(ctx context.Context, in *takeSignInInput) (*awaitedSessionOutput, error) {
	asker := Requester{in.Body.Asker}.of(ctx)
	try := access.TicketTry{Asker: asker, Ticket: in.Body.Ticket, Birthday: orEmpty(in.Body.Birthday)}
	session, opened, err := c.cases.Proofs.TryTicket(usecase.WithUserAgent(ctx, in.Agent), try)
	if err != nil {
		return nil, err
	}
	out := &awaitedSessionOutput{}
	if opened {
		awaited := portalSessionOf(session)
		out.DeviceCookie, out.Body.Session = rememberDevice(ctx, c.cases, phoneAccount(session.Phone)), &awaited
	}
	return out, nil
}
