package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
)

type whatsAppCalls struct{ cases *service.Service }

// WhatsAppStatus has rate and daily limit under two names, because the specification's client reads either.
type WhatsAppStatus struct {
	Enabled       bool    `json:"enabled"`
	From          *string `json:"from" doc:"The sender's phone; null: none is set up"`
	Provider      string  `json:"provider" enum:"log,cloud" doc:"log: messages are not sent, and operators read them in the control panel"`
	RatePerMinute int64   `json:"ratePerMinute"`
	RPM           int64   `json:"rpm"`
	DailyCap      int64   `json:"dailyCap"`
	DailyLimit    int64   `json:"dailyLimit"`
	MonthlyCap    int64   `json:"monthlyCap"`
	FreeCredits   int64   `json:"freeCredits" doc:"Free messages per month"`
	CodesAllowed  bool    `json:"codesAllowed" doc:"The business's own number may send codes; otherwise the platform's number sends them"`

	UsedToday       int64                `json:"usedToday"`
	UsedThisMonth   int64                `json:"usedThisMonth"`
	FreeCreditsLeft int64                `json:"freeCreditsLeft"`
	Waiting         int64                `json:"waiting" doc:"Queued messages"`
	HeldBy          *loyalty.MessageHold `json:"heldBy" enum:"RATE,DAILY,MONTHLY,QUIET,DISABLED,SUSPENDED,PROVIDER,SETUP,RESTORED" doc:"Why most queued messages wait. SETUP also if the last message was refused because of the setup, which an operator must fix"`
}

type whatsAppStatusOutput struct{ Body WhatsAppStatus }

func (c whatsAppCalls) status(ctx context.Context, _ *noInput) (*whatsAppStatusOutput, error) {
	sending, err := c.cases.Messages.Sending(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	limits := sending.Limits
	return &whatsAppStatusOutput{Body: WhatsAppStatus{
		Enabled:       limits.Enabled,
		From:          orNull(sending.From),
		Provider:      sending.Provider,
		RatePerMinute: limits.RatePerMinute,
		RPM:           limits.RatePerMinute,
		DailyCap:      limits.DailyCap,
		DailyLimit:    limits.DailyCap,
		MonthlyCap:    limits.MonthlyCap,
		FreeCredits:   limits.FreeCredits,
		CodesAllowed:  limits.CodesAllowed,

		UsedToday:       sending.UsedToday,
		UsedThisMonth:   sending.UsedThisMonth,
		FreeCreditsLeft: sending.FreeCreditsLeft(),
		Waiting:         sending.Waiting,
		HeldBy:          heldOrNull(sending.HeldBy),
	}}, nil
}

type probeOutput struct {
	Allow string `header:"Allow"`
}

func (c whatsAppCalls) probe(context.Context, *noInput) (*probeOutput, error) {
	return &probeOutput{Allow: "GET, OPTIONS"}, nil
}

// Message is a message in the operator's list.
type Message struct {
	CustomerMessage
	BusinessID   string `json:"businessId"`
	BusinessName string `json:"businessName"`
	To           string `json:"to" doc:"Phone in E.164, or WhatsApp's user id for a reply to a hidden phone"`
	Text         string `json:"text"`
	Tries        int64  `json:"tries" doc:"How often it was sent to the provider"`
}

// CustomerMessage is the state of a message to a customer.
type CustomerMessage struct {
	ID          string                `json:"id"`
	Kind        loyalty.MessageKind   `json:"kind"`
	Status      loyalty.MessageStatus `json:"status" enum:"QUEUED,SENDING,SENT,DELIVERED,READ,FAILED,DROPPED,UNKNOWN"`
	CreatedAt   time.Time             `json:"createdAt"`
	SentAt      *time.Time            `json:"sentAt"`
	DeliveredAt *time.Time            `json:"deliveredAt"`
	ReadAt      *time.Time            `json:"readAt"`
	HeldBy      *loyalty.MessageHold  `json:"heldBy" enum:"RATE,DAILY,MONTHLY,QUIET,DISABLED,SUSPENDED,PROVIDER,SETUP,RESTORED" doc:"Why a queued message waits. SETUP for a failed one: an operator must fix the setup"`
	Error       *string               `json:"error" doc:"Why the last attempt failed"`
}

func customerMessageOf(m loyalty.Message) CustomerMessage {
	return CustomerMessage{
		ID: m.ID, Kind: m.Kind, Status: m.Status, CreatedAt: m.CreatedAt, SentAt: instantOrNull(m.SentAt),
		DeliveredAt: instantOrNull(m.DeliveredAt), ReadAt: instantOrNull(m.ReadAt), HeldBy: heldOrNull(m.HeldBy), Error: orNull(m.Error),
	}
}

func heldOrNull(hold loyalty.MessageHold) *loyalty.MessageHold {
	if hold == "" {
		return nil
	}
	return &hold
}

type messagesInput struct {
	ListInput
	Status     loyalty.MessageStatus `query:"status" enum:"QUEUED,SENDING,SENT,DELIVERED,READ,FAILED,DROPPED,UNKNOWN" doc:"Only messages with this status"`
	Kind       loyalty.MessageKind   `query:"kind" doc:"Only messages of this kind"`
	BusinessID string                `query:"businessId" maxLength:"64" doc:"Only messages of this business"`
}

func (in *messagesInput) filter() messaging.MessageFilter {
	return messaging.MessageFilter{Status: in.Status, Kind: in.Kind, BusinessID: in.BusinessID}
}

func (c whatsAppCalls) messages(ctx context.Context, in *messagesInput) (*listOutput[Message], error) {
	page, err := c.cases.Messages.ListForOperator(ctx, actor(ctx), in.filter(), in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, func(m usecase.ListedMessage) Message {
		return Message{
			CustomerMessage: customerMessageOf(m.Message),
			BusinessID:      m.BusinessID, BusinessName: m.BusinessName, To: m.Phone, Text: m.Text, Tries: m.Tries,
		}
	}), nil
}

type customerMessagesInput struct {
	IDInput
	ListInput
}

func (c whatsAppCalls) customerMessages(ctx context.Context, in *customerMessagesInput) (*listOutput[CustomerMessage], error) {
	page, err := c.cases.Messages.CustomerMessages(ctx, actor(ctx), in.ID, in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, customerMessageOf), nil
}

// CustomerText is a customer's WhatsApp message.
type CustomerText struct {
	Text       string    `json:"text"`
	ReceivedAt time.Time `json:"receivedAt"`
}

func customerTextOf(t loyalty.CustomerText) CustomerText {
	return CustomerText{Text: t.Text, ReceivedAt: t.ReceivedAt}
}

func (c whatsAppCalls) customerTexts(ctx context.Context, in *IDInput) (*listOutput[CustomerText], error) {
	texts, err := c.cases.Messages.CustomerTexts(ctx, actor(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return wholeList(texts, customerTextOf), nil
}
