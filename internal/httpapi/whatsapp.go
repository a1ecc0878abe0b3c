package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// WhatsAppStatus says how a business's messages are sent. Rate and daily limit
// stand twice: the specification's client reads either name.
type WhatsAppStatus struct {
	Enabled       bool    `json:"enabled"`
	From          *string `json:"from" doc:"The sender's phone, null while none is set up"`
	Provider      string  `json:"provider" doc:"log: messages are written to the server's log"`
	RatePerMinute int64   `json:"ratePerMinute"`
	RPM           int64   `json:"rpm"`
	DailyCap      int64   `json:"dailyCap"`
	DailyLimit    int64   `json:"dailyLimit"`
	MonthlyCap    int64   `json:"monthlyCap"`
	FreeCredits   int64   `json:"freeCredits"`
}

type whatsAppStatusOutput struct{ Body WhatsAppStatus }

// whatsAppProvider is the only way of sending that there is yet.
const whatsAppProvider = "log"

func (a *API) whatsAppStatus(ctx context.Context, _ *nothing) (*whatsAppStatusOutput, error) {
	business, err := a.service.Business(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	limits := business.WhatsApp
	return &whatsAppStatusOutput{Body: WhatsAppStatus{
		Enabled:       limits.Enabled,
		From:          orNull(limits.From),
		Provider:      whatsAppProvider,
		RatePerMinute: limits.RatePerMinute,
		RPM:           limits.RatePerMinute,
		DailyCap:      limits.DailyCap,
		DailyLimit:    limits.DailyCap,
		MonthlyCap:    limits.MonthlyCap,
		FreeCredits:   limits.FreeCredits,
	}}, nil
}

type probeOutput struct {
	Allow string `header:"Allow"`
}

func (a *API) probe(context.Context, *nothing) (*probeOutput, error) {
	return &probeOutput{Allow: "GET, OPTIONS"}, nil
}

// Message is a message in the operator's list.
type Message struct {
	ID           string                `json:"id"`
	BusinessID   string                `json:"businessId"`
	BusinessName string                `json:"businessName"`
	To           string                `json:"to" doc:"Phone, E.164"`
	Kind         loyalty.MessageKind   `json:"kind"`
	Text         string                `json:"text"`
	Status       loyalty.MessageStatus `json:"status"`
	CreatedAt    time.Time             `json:"createdAt"`
	SentAt       *time.Time            `json:"sentAt"`
}

type messagesInput struct {
	ListInput
	Status loyalty.MessageStatus `query:"status" enum:"QUEUED,SENT,FAILED,DROPPED" doc:"Only those of a status"`
}

func (a *API) messages(ctx context.Context, in *messagesInput) (*listOutput[Message], error) {
	page, err := a.service.Messages(ctx, in.Status, in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, func(m service.ListedMessage) Message {
		return Message{
			ID: m.ID, BusinessID: m.BusinessID, BusinessName: m.BusinessName, To: m.Phone, Kind: m.Kind, Text: m.Text, Status: m.Status,
			CreatedAt: m.CreatedAt, SentAt: instantOrNull(m.SentAt),
		}
	}), nil
}
