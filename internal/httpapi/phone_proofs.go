package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

type phoneProofCalls struct {
	cases  *service.Service
	limits *Limits
}

// PhoneProof asks for a verifying message.
type PhoneProof struct {
	Link      string    `json:"link" doc:"Link that opens WhatsApp with the message"`
	ExpiresAt time.Time `json:"expiresAt"`
}

type phoneProofOutput struct{ Body PhoneProof }

func (c phoneProofCalls) ask(ctx context.Context, in *IDInput) (*phoneProofOutput, error) {
	if err := c.limits.askForProof(ctx, in.ID); err != nil {
		return nil, err
	}
	request, err := c.cases.Proofs.Request(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &phoneProofOutput{Body: PhoneProof{Link: request.Link, ExpiresAt: request.ExpiresAt}}, nil
}

// ProofState is the state of a phone's verification.
type ProofState struct {
	Verified bool `json:"verified" doc:"The phone is verified"`
	Offered  bool `json:"offered" doc:"The phone can be verified by a message"`
	Hidden   bool `json:"hidden" doc:"A message arrived, but WhatsApp hides its phone, so it verifies nothing"`
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

// SignInWays are the methods to sign in to the portal.
type SignInWays struct {
	Code    bool `json:"code" doc:"A code sent to the phone"`
	Email   bool `json:"email" doc:"A code sent to the e-mail on file"`
	Message bool `json:"message" doc:"A message from the customer"`

	WhatsApp loyalty.WhatsAppSending `json:"whatsapp" enum:"ON,TRIAL,OFF" doc:"How the code to the phone is sent: TRIAL only records it, OFF holds it back"`
}

type signInWaysOutput struct{ Body SignInWays }

func (c phoneProofCalls) signInWays(ctx context.Context, in *signInWaysInput) (*signInWaysOutput, error) {
	methods, err := c.cases.Proofs.SignInMethods(ctx, in.BusinessID)
	if err != nil {
		return nil, err
	}
	business := loyalty.Business{}
	if in.BusinessID != "" {
		if business, err = c.cases.Businesses.ByID(ctx, in.BusinessID); err != nil {
			return nil, err
		}
	}
	channels, err := c.cases.Messages.Channels(ctx, business)
	if err != nil {
		return nil, err
	}
	return &signInWaysOutput{Body: SignInWays{Code: methods.Code, Email: methods.Email, Message: methods.Message, WhatsApp: channels.WhatsApp}}, nil
}

type askToSignInInput struct {
	Body struct {
		BusinessID *string `json:"businessId,omitempty" nullable:"true" maxLength:"64" doc:"The business; default: the one that the customer last visited"`
	}
}

// SignInTicket has a ticket for the waiting browser.
type SignInTicket struct {
	PhoneProof
	Ticket string `json:"ticket" doc:"Secret of the browser that waits for the message"`
}

type signInTicketOutput struct{ Body SignInTicket }

func (c phoneProofCalls) askToSignIn(ctx context.Context, in *askToSignInInput) (*signInTicketOutput, error) {
	if err := c.limits.askToSignIn(ctx); err != nil {
		return nil, err
	}
	request, err := c.cases.Proofs.RequestSignIn(ctx, orEmpty(in.Body.BusinessID))
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
		Asker    string  `json:"asker,omitempty" maxLength:"64" doc:"Random value of the browser. With it, a request can be retried until the ticket expires"`
		Birthday *string `json:"birthday,omitempty" nullable:"true" doc:"YYYY-MM-DD. Required after BIRTHDAY_ASKED, as for a code. The ticket stays valid"`
	}
}

// AwaitedSession is null until the message arrives.
type AwaitedSession struct {
	Session *PortalSession `json:"session"`
}

type awaitedSessionOutput struct {
	DeviceCookie string `header:"Set-Cookie" doc:"Marks the device as known, as for a code"`
	Body         AwaitedSession
}

func (c phoneProofCalls) takeSignIn(ctx context.Context, in *takeSignInInput) (*awaitedSessionOutput, error) {
	requester := Requester{in.Body.Asker}.of(ctx)
	try := access.TicketExchange{Requester: requester, Ticket: in.Body.Ticket, Birthday: orEmpty(in.Body.Birthday)}
	session, opened, err := c.cases.Proofs.ExchangeTicket(usecase.WithUserAgent(ctx, in.Agent), try)
	if err != nil {
		return nil, err
	}
	out := &awaitedSessionOutput{}
	if opened {
		portalSession := portalSessionOf(session)
		out.DeviceCookie, out.Body.Session = rememberDevice(ctx, c.cases, phoneAccount(session.Phone)), &portalSession
	}
	return out, nil
}
