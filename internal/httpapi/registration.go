package httpapi

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type registerInput struct {
	Key  string `header:"Idempotency-Key"`
	Body struct {
		BusinessID         string  `json:"businessId" maxLength:"64"`
		Name               string  `json:"name"`
		Phone              string  `json:"phone"`
		Email              *string `json:"email,omitempty" nullable:"true"`
		Birthday           *string `json:"birthday,omitempty" nullable:"true"`
		WhatsAppOptIn      bool    `json:"whatsappOptIn,omitempty"`
		EmailOptIn         bool    `json:"emailOptIn,omitempty"`
		SMSOptIn           bool    `json:"smsOptIn,omitempty"`
		AcceptedPrivacy    bool    `json:"acceptedPrivacy,omitempty"`
		AcceptedPromotions bool    `json:"acceptedPromotions,omitempty" doc:"Of a minor it is recorded as not accepted"`
		GuardianSaid
	}
}

// GuardianSaid is what a form asks of whoever consents for a customer under 14.
type GuardianSaid struct {
	GuardianName    string `json:"guardianName,omitempty" doc:"Required when the customer is under 14"`
	GuardianConsent bool   `json:"guardianConsent,omitempty" doc:"Required when the customer is under 14"`
}

func (g GuardianSaid) guardian() loyalty.Guardian {
	return loyalty.Guardian{Name: g.GuardianName, Consents: g.GuardianConsent}
}

// Registered is what a customer gets who registered herself.
type Registered struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Phone        string `json:"phone"`
	QRURL        string `json:"qrUrl"`
	BusinessID   string `json:"businessId"`
	BusinessName string `json:"businessName"`
}

type registeredOutput struct{ Body Registered }

func (a *API) register(ctx context.Context, in *registerInput) (*registeredOutput, error) {
	if err := a.limits.register(ctx, in.Body.Phone); err != nil {
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
	}
	registered, err := a.service.Registrations.RegisterFrom(ctx, a.limits.registering(ctx), in.Body.BusinessID, form, service.Key(in.Key))
	if err != nil {
		return nil, err
	}
	c := registered.Customer
	return &registeredOutput{Body: Registered{
		ID: c.ID, Name: c.Name, Phone: c.Phone, QRURL: qrURL(c.ID),
		BusinessID: in.Body.BusinessID, BusinessName: registered.BusinessName,
	}}, nil
}

type unsubscribeInput struct {
	IDInput
	Body struct {
		Reason string `json:"reason" maxLength:"200"`
	}
}

func (a *API) unsubscribe(ctx context.Context, in *unsubscribeInput) (*okOutput, error) {
	if err := a.limits.withdraw(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := a.service.Consents.Unsubscribe(ctx, in.ID); err != nil {
		return nil, err
	}
	return ok(), nil
}
