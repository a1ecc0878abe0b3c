package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type registrationCalls struct {
	cases  *service.Service
	passes passCalls
	qrs    qrPictures
	limits *Limits
}

type registerInput struct {
	Key     string        `header:"Idempotency-Key"`
	keyLife time.Duration // zero: as long as stored responses
	Body    struct {
		BusinessID         string  `json:"businessId" maxLength:"64"`
		Name               string  `json:"name"`
		Phone              string  `json:"phone"`
		Email              *string `json:"email,omitempty" nullable:"true"`
		Birthday           *string `json:"birthday,omitempty" nullable:"true"`
		WhatsAppOptIn      bool    `json:"whatsappOptIn,omitempty"`
		EmailOptIn         bool    `json:"emailOptIn,omitempty"`
		SMSOptIn           bool    `json:"smsOptIn,omitempty"`
		AcceptedPrivacy    bool    `json:"acceptedPrivacy,omitempty"`
		AcceptedPromotions bool    `json:"acceptedPromotions,omitempty" doc:"For a minor it is recorded as not accepted"`
		ClaimedStamps      int64   `json:"claimedStamps,omitempty" doc:"Stamps of a paper card. They count after the staff confirm them"`
		AtCounter          bool    `json:"atCounter,omitempty" doc:"The device belongs to the business, so it stores nothing of the customer"`
		GuardianFields
	}
}

// GuardianFields are for a customer under 14.
type GuardianFields struct {
	GuardianName    string `json:"guardianName,omitempty" doc:"Required when the customer is under 14"`
	GuardianConsent bool   `json:"guardianConsent,omitempty" doc:"Required when the customer is under 14"`
}

func (g GuardianFields) guardian() loyalty.Guardian {
	return loyalty.Guardian{Name: g.GuardianName, Consents: g.GuardianConsent}
}

// RegisteredCustomer is the response to a registration.
type RegisteredCustomer struct {
	ID           string `json:"id" doc:"The id in the QR"`
	Name         string `json:"name"`
	Phone        string `json:"phone"`
	QRURL        string `json:"qrUrl"`
	BusinessID   string `json:"businessId"`
	BusinessName string `json:"businessName"`

	WelcomeText       *string            `json:"welcomeText" doc:"Text of the welcome discount, written by the business; null: none"`
	QRSentBy          *loyalty.QRChannel `json:"qrSentBy" enum:"WHATSAPP,EMAIL" doc:"How the QR is also sent; null: it is not sent"`
	RegistrationToken *string            `json:"registrationToken" doc:"Token to add children without the phone, valid for half an hour; null for a minor"`
	EmbeddedQR
	PassLinks
}

type registeredOutput struct {
	Browser string `header:"Set-Cookie" doc:"Marks the browser in which the phone may be verified later"`
	Body    RegisteredCustomer
}

func (c registrationCalls) register(ctx context.Context, in *registerInput) (*registeredOutput, error) {
	if err := c.limits.register(ctx, in.Body.Phone); err != nil {
		return nil, err
	}
	form := loyalty.Registration{
		CustomerDraft: loyalty.CustomerDraft{
			Name:     in.Body.Name,
			Phone:    in.Body.Phone,
			Email:    orEmpty(in.Body.Email),
			Birthday: orEmpty(in.Body.Birthday),
			Guardian: in.Body.guardian(),
		},
		AcceptedPrivacy:    in.Body.AcceptedPrivacy,
		WhatsAppOptIn:      in.Body.WhatsAppOptIn,
		EmailOptIn:         in.Body.EmailOptIn,
		SMSOptIn:           in.Body.SMSOptIn,
		AcceptedPromotions: in.Body.AcceptedPromotions,
		ClaimedStamps:      in.Body.ClaimedStamps,
	}
	ctx, cookie, err := c.markBrowser(ctx, in.Body.AtCounter)
	if err != nil {
		return nil, err
	}
	result, err := c.cases.Registrations.RegisterFrom(ctx, service.RegistrationRequest{
		BusinessID: in.Body.BusinessID, Form: form, Key: usecase.IdempotencyKey(in.Key), KeyLifetime: in.keyLife, Origin: c.limits.origin(ctx),
	})
	if err != nil {
		return nil, err
	}
	customer := result.Customer
	if in.Body.AtCounter {
		result.Token = ""
	}
	return &registeredOutput{Browser: cookie, Body: RegisteredCustomer{
		ID: customer.QR(), Name: customer.Name, Phone: customer.Phone, QRURL: qrURL(customer.QR()),
		BusinessID: in.Body.BusinessID, BusinessName: result.BusinessName,
		WelcomeText:       orNull(result.Promise),
		QRSentBy:          qrWayOrNull(result.SentBy),
		RegistrationToken: orNull(result.Token),
		EmbeddedQR:        c.qrs.embed(ctx, customer.QR()),
		PassLinks:         c.passes.links(customer.QR()),
	}}, nil
}

// markBrowser marks the browser, except a counter's, where many customers register.
func (c registrationCalls) markBrowser(ctx context.Context, atCounter bool) (context.Context, string, error) {
	if atCounter {
		return usecase.WithBrowserMark(ctx, ""), "", nil
	}
	return markBrowser(ctx, c.cases.Registrations.NewBrowserMark)
}

func qrWayOrNull(channel loyalty.QRChannel) *loyalty.QRChannel {
	if channel == "" {
		return nil
	}
	return &channel
}
