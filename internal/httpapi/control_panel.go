package httpapi

import (
	"context"
	"log/slog"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type controlPanelCalls struct {
	cases    *service.Service
	log      *slog.Logger
	mailFrom string
}

// ListedBusiness is a business in the control panel.
type ListedBusiness struct {
	ID        string                 `json:"id"`
	Name      string                 `json:"name"`
	Status    loyalty.BusinessStatus `json:"status" enum:"ACTIVE,SUSPENDED"`
	TimeZone  string                 `json:"timezone"`
	Country   string                 `json:"country"`
	CreatedAt time.Time              `json:"createdAt"`
	Activity  Activity               `json:"activity"`
	WhatsApp  Sending                `json:"whatsApp"`
	Version   int64                  `json:"version" doc:"Version of the settings and of the WhatsApp configuration, for If-Match"`
}

// Sending is a business's WhatsApp configuration.
type Sending struct {
	Enabled       bool    `json:"enabled"`
	From          *string `json:"from" doc:"The business's own number, E.164"`
	PhoneNumberID *string `json:"phoneNumberId" doc:"The provider's id of that number; null: the platform's number sends"`
	CodesAllowed  bool    `json:"codesAllowed" doc:"The business's own number may send codes; otherwise the platform's number sends them"`
	RatePerMinute int64   `json:"ratePerMinute"`
	DailyCap      int64   `json:"dailyCap"`
	MonthlyCap    int64   `json:"monthlyCap"`
	FreeCredits   int64   `json:"freeCredits"`
}

func sendingOf(l loyalty.WhatsAppLimits) Sending {
	return Sending{
		Enabled: l.Enabled, From: orNull(l.From), PhoneNumberID: orNull(l.PhoneNumberID), CodesAllowed: l.CodesAllowed,
		RatePerMinute: l.RatePerMinute, DailyCap: l.DailyCap, MonthlyCap: l.MonthlyCap, FreeCredits: l.FreeCredits,
	}
}

// Activity counts what happens in a business.
type Activity struct {
	Customers         int64 `json:"customers" doc:"Without archived customers"`
	VisitsThisMonth   int64 `json:"visitsThisMonth" doc:"In the current month of the business's time zone"`
	MessagesThisMonth int64 `json:"messagesThisMonth" doc:"Messages sent by WhatsApp"`
	MonthlyCap        int64 `json:"monthlyCap" doc:"Limit of messages per month"`
}

func listedBusinessOf(b service.ListedBusiness) ListedBusiness {
	return ListedBusiness{
		ID:        b.ID,
		Name:      b.Name,
		Status:    b.Status,
		TimeZone:  b.Zone.String(),
		Country:   b.Country,
		CreatedAt: b.CreatedAt,
		Activity: Activity{
			Customers:         b.Activity.Customers,
			VisitsThisMonth:   b.Activity.Visits,
			MessagesThisMonth: b.Activity.Messages,
			MonthlyCap:        b.WhatsApp.MonthlyCap,
		},
		WhatsApp: sendingOf(b.WhatsApp),
		Version:  b.Version,
	}
}

func (c controlPanelCalls) list(ctx context.Context, in *ListInput) (*listOutput[ListedBusiness], error) {
	page, err := c.cases.ControlPanel.List(ctx, in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, listedBusinessOf), nil
}

type openBusinessInput struct {
	Key  string `header:"Idempotency-Key"`
	Body struct {
		Name       string  `json:"name"`
		TimeZone   *string `json:"timezone,omitempty" maxLength:"64" doc:"Default: Europe/Madrid"`
		Country    *string `json:"country,omitempty" doc:"Default: ES"`
		OwnerEmail string  `json:"ownerEmail" maxLength:"254"`
		OwnerName  *string `json:"ownerName,omitempty" nullable:"true" maxLength:"120"`
	}
}

// OpenedBusiness is a new business with its owner.
type OpenedBusiness struct {
	Business     ListedBusiness `json:"business"`
	Owner        User           `json:"owner"`
	TempPassword *string        `json:"tempPassword" doc:"The owner's temporary password. Shown only once: a replayed response has none"`
	Replayed     bool           `json:"replayed" doc:"The idempotency key was used before: this is that business"`
}

type openedBusinessOutput struct{ Body OpenedBusiness }

func (c controlPanelCalls) open(ctx context.Context, in *openBusinessInput) (*openedBusinessOutput, error) {
	result, err := c.cases.ControlPanel.Open(ctx, actor(ctx), service.BusinessDraft{
		Name: in.Body.Name, TimeZone: orEmpty(in.Body.TimeZone), Country: orEmpty(in.Body.Country),
		OwnerEmail: in.Body.OwnerEmail, OwnerName: orEmpty(in.Body.OwnerName),
	}, usecase.IdempotencyKey(in.Key))
	if err != nil {
		return nil, err
	}
	return &openedBusinessOutput{Body: OpenedBusiness{
		Business: listedBusinessOf(result.Business), Owner: userOf(result.Owner),
		TempPassword: orNull(result.Password), Replayed: result.Replayed,
	}}, nil
}

type listedBusinessOutput struct{ Body ListedBusiness }

func answerListedBusiness(business service.ListedBusiness, err error) (*listedBusinessOutput, error) {
	if err != nil {
		return nil, err
	}
	return &listedBusinessOutput{Body: listedBusinessOf(business)}, nil
}

// SendingChanges changes a Sending.
type SendingChanges struct {
	Enabled       *bool  `json:"enabled,omitempty"`
	From          change `json:"from,omitempty"`
	PhoneNumberID change `json:"phoneNumberId,omitempty"`
	CodesAllowed  *bool  `json:"codesAllowed,omitempty"`
	RatePerMinute *int64 `json:"ratePerMinute,omitempty"`
	DailyCap      *int64 `json:"dailyCap,omitempty"`
	MonthlyCap    *int64 `json:"monthlyCap,omitempty"`
	FreeCredits   *int64 `json:"freeCredits,omitempty"`
}

type reviseBusinessInput struct {
	IDInput
	IfMatchInput
	Body struct {
		Name     *string         `json:"name,omitempty"`
		WhatsApp *SendingChanges `json:"whatsApp,omitempty"`
	}
}

// Overview has the figures of the installation.
type Overview struct {
	Businesses       int64 `json:"businesses"`
	ActiveBusinesses int64 `json:"activeBusinesses"`
	WaitingMessages  int64 `json:"waitingMessages" doc:"Queued WhatsApp messages of all businesses"`
	BlockedMessages  int64 `json:"blockedMessages" doc:"Queued messages that wait because the provider refuses the sender. An operator must fix it"`
}

type overviewOutput struct{ Body Overview }

func (c controlPanelCalls) overview(ctx context.Context, _ *noInput) (*overviewOutput, error) {
	overview, err := c.cases.ControlPanel.Overview(ctx)
	if err != nil {
		return nil, err
	}
	return &overviewOutput{Body: Overview(overview)}, nil
}

// revise changes the name or the sending. It refuses both in one call: one could succeed alone.
func (c controlPanelCalls) revise(ctx context.Context, in *reviseBusinessInput) (*listedBusinessOutput, error) {
	name, w := in.Body.Name, in.Body.WhatsApp
	sends := w != nil && *w != SendingChanges{}
	version, err := in.version()
	if err != nil {
		return nil, err
	}
	switch {
	case (name != nil) == sends:
		return nil, loyalty.InvalidField("name", "Indica el nombre o los envíos: una cosa cada vez.")
	case !sends:
		return answerListedBusiness(c.cases.ControlPanel.Rename(ctx, actor(ctx), in.ID, *name, version))
	}
	return answerListedBusiness(c.cases.ControlPanel.ChangeSending(ctx, actor(ctx), in.ID, loyalty.WhatsAppChanges{
		Enabled: w.Enabled, From: w.From.Change, PhoneNumberID: w.PhoneNumberID.Change, CodesAllowed: w.CodesAllowed,
		RatePerMinute: w.RatePerMinute, DailyCap: w.DailyCap, MonthlyCap: w.MonthlyCap, FreeCredits: w.FreeCredits, Version: version,
	}))
}

func (c controlPanelCalls) suspend(ctx context.Context, in *IDInput) (*listedBusinessOutput, error) {
	return answerListedBusiness(c.cases.ControlPanel.Suspend(ctx, actor(ctx), in.ID))
}

func (c controlPanelCalls) reactivate(ctx context.Context, in *IDInput) (*listedBusinessOutput, error) {
	return answerListedBusiness(c.cases.ControlPanel.Reactivate(ctx, actor(ctx), in.ID))
}

// MailState says whether e-mails can be sent.
type MailState struct {
	From    *string `json:"from" doc:"The sender's address; null: no mail server is set up"`
	Waiting int64   `json:"waiting" doc:"Queued e-mails"`
	Stuck   bool    `json:"stuck" doc:"The oldest one has waited for over two minutes"`

	WhatsApp loyalty.WhatsAppSending `json:"whatsapp" enum:"ON,TRIAL,OFF" doc:"How WhatsApp messages are sent: TRIAL only records them"`
}

type mailStateOutput struct{ Body MailState }

func (c controlPanelCalls) mail(ctx context.Context, _ *noInput) (*mailStateOutput, error) {
	state, err := c.cases.Mails.State(ctx)
	if err != nil {
		return nil, err
	}
	channels, err := c.cases.Messages.Channels(ctx, loyalty.Business{})
	if err != nil {
		return nil, err
	}
	return &mailStateOutput{Body: MailState{From: orNull(c.mailFrom), Waiting: state.Waiting, Stuck: state.Stuck, WhatsApp: channels.WhatsApp}}, nil
}
