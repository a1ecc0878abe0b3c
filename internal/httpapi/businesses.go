package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
)

type businessCalls struct {
	cases         *service.Service
	address       publicAddress
	fixedBusiness string
}

// Business is a business as its staff see it.
type Business struct {
	ID                    string                 `json:"id"`
	Name                  string                 `json:"name"`
	Status                loyalty.BusinessStatus `json:"status" enum:"ACTIVE,SUSPENDED"`
	TimeZone              string                 `json:"timezone"`
	Country               string                 `json:"country"`
	VisitTarget           int64                  `json:"visitTarget"`
	VIPVisitTarget        int64                  `json:"vipVisitTarget"`
	HalfRewardEnabled     bool                   `json:"halfRewardEnabled"`
	MeanTicket            int64                  `json:"meanTicket" doc:"Average price of a service in cents, for estimates; 0: unknown"`
	ServiceCost           int64                  `json:"serviceCost" doc:"Cost of a service as a percentage of its price, for estimates; 0: unknown"`
	BarberOpeningBalances bool                   `json:"barberOpenings" doc:"Users with the role BARBER may enter the stamps of a paper card"`
	UsualEnabled          bool                   `json:"usualEnabled" doc:"The staff may store a note and pictures of the usual cut of customers who consent"`
	ServedByEnabled       bool                   `json:"servedByEnabled" doc:"The counter asks who did the service, for shops where several barbers share a device"`
	HoldBack              bool                   `json:"holdBack" doc:"A tenth of the absent customers is not invited, to measure the effect"`
	WelcomeText           *string                `json:"welcomeText" doc:"Text of the welcome discount, written by the business"`
	BirthdayMessages      bool                   `json:"birthdayMessages" doc:"Customers who consented get a birthday message"`
	OneMoreMessages       bool                   `json:"oneMoreMessages" doc:"Customers who consented get a message when they are one visit short of a reward"`
	QuietFrom             loyalty.Clock          `json:"quietFrom" doc:"HH:MM. No marketing is sent from quietFrom to quietTo"`
	QuietTo               loyalty.Clock          `json:"quietTo" doc:"HH:MM"`
	WeekMail              bool                   `json:"weekMail" doc:"The owners get the weekly summary by e-mail on Mondays"`
	WeekPhone             *string                `json:"weekPhone" doc:"The owner's phone for the weekly summary by WhatsApp; null: none, or the caller is not an owner"`
	SendsWeek             bool                   `json:"sendsWeek" doc:"This server can send the weekly summary by WhatsApp"`
	SecondFactor          bool                   `json:"secondFactorRequired" doc:"The staff must have a second factor"`
	LegalName             *string                `json:"legalName" doc:"Name of the data controller"`
	TaxID                 *string                `json:"taxId" doc:"NIF of the data controller"`
	LegalAddress          *string                `json:"legalAddress"`
	ContactEmail          *string                `json:"contactEmail" doc:"The e-mail address for data protection requests"`
	Premises
	CreatedAt time.Time `json:"createdAt"`
	Version   int64     `json:"version" doc:"Version of the settings, for If-Match"`
	Look
	MessageWays
}

type businessOutput struct{ Body Business }

func (c businessCalls) show(ctx context.Context, _ *noInput) (*businessOutput, error) {
	return c.answer(ctx)(c.cases.Businesses.Get(ctx, actor(ctx)))
}

func (c businessCalls) answer(ctx context.Context) func(loyalty.Business, error) (*businessOutput, error) {
	return func(b loyalty.Business, err error) (*businessOutput, error) {
		if err != nil {
			return nil, err
		}
		channels, err := c.cases.Messages.Channels(ctx, b)
		if err != nil {
			return nil, err
		}
		out := businessOutputOf(b, channels)
		out.Body.SendsWeek = c.cases.Messages.SendsWeek()
		if actor(ctx).Role == loyalty.Owner {
			out.Body.WeekPhone = orNull(b.WeekPhone)
		}
		return out, nil
	}
}

func businessOutputOf(b loyalty.Business, channels messaging.DeliveryChannels) *businessOutput {
	return &businessOutput{Body: Business{
		ID:                    b.ID,
		Name:                  b.Name,
		Status:                b.Status,
		TimeZone:              b.Zone.String(),
		Country:               b.Country,
		VisitTarget:           b.VisitTarget,
		VIPVisitTarget:        b.VIPVisitTarget,
		HalfRewardEnabled:     b.HalfRewardEnabled,
		MeanTicket:            b.MeanTicket,
		ServiceCost:           b.ServiceCost,
		BarberOpeningBalances: b.BarberOpeningBalances,
		UsualEnabled:          b.UsualEnabled,
		ServedByEnabled:       b.ServedByEnabled,
		HoldBack:              b.HoldBack,
		WelcomeText:           orNull(b.WelcomeText),
		BirthdayMessages:      b.BirthdayMessages,
		OneMoreMessages:       b.OneMoreMessages,
		QuietFrom:             b.Quiet.From,
		QuietTo:               b.Quiet.To,
		WeekMail:              b.WeekMail,
		SecondFactor:          b.SecondFactorRequired,
		LegalName:             orNull(b.Legal.Name),
		TaxID:                 orNull(b.Legal.TaxID),
		LegalAddress:          orNull(b.Legal.Address),
		ContactEmail:          orNull(b.Legal.Email),
		Premises:              premisesOf(b.Premises),
		Look:                  lookOf(b),
		MessageWays:           MessageWays(channels),
		CreatedAt:             b.CreatedAt,
		Version:               b.Version,
	}}
}

// TargetChanges decide when cards earn rewards.
type TargetChanges struct {
	VisitTarget       *int64 `json:"visitTarget,omitempty"`
	VIPVisitTarget    *int64 `json:"vipVisitTarget,omitempty"`
	HalfRewardEnabled *bool  `json:"halfRewardEnabled,omitempty"`
}

type changeBusinessInput struct {
	IfMatchInput
	Body struct {
		TargetChanges
		Name                  *string `json:"name,omitempty"`
		TimeZone              *string `json:"timezone,omitempty"`
		Country               *string `json:"country,omitempty"`
		WelcomeText           change  `json:"welcomeText,omitempty"`
		BarberOpeningBalances *bool   `json:"barberOpenings,omitempty"`
		UsualEnabled          *bool   `json:"usualEnabled,omitempty"`
		ServedByEnabled       *bool   `json:"servedByEnabled,omitempty"`
		HoldBack              *bool   `json:"holdBack,omitempty"`
		MeanTicket            *int64  `json:"meanTicket,omitempty" doc:"Cents; at most 100000; 0: unknown"`
		ServiceCost           *int64  `json:"serviceCost,omitempty" doc:"Percentage; 0: unknown"`
		BirthdayMessages      *bool   `json:"birthdayMessages,omitempty"`
		OneMoreMessages       *bool   `json:"oneMoreMessages,omitempty"`
		QuietFrom             *string `json:"quietFrom,omitempty" doc:"HH:MM"`
		QuietTo               *string `json:"quietTo,omitempty" doc:"HH:MM"`
		WeekMail              *bool   `json:"weekMail,omitempty"`
		WeekPhone             change  `json:"weekPhone,omitempty" doc:"The owner's phone, as consent to the weekly summary by WhatsApp; null: none"`
		SecondFactor          *bool   `json:"secondFactorRequired,omitempty"`
		LegalName             change  `json:"legalName,omitempty"`
		TaxID                 change  `json:"taxId,omitempty"`
		LegalAddress          change  `json:"legalAddress,omitempty"`
		ContactEmail          change  `json:"contactEmail,omitempty"`
		PremisesChanges
		Colour       *string `json:"colour,omitempty"`
		GrantReached bool    `json:"grantReached,omitempty" doc:"Grant the rewards that cards have already reached under the new targets"`
	}
}

func (c businessCalls) change(ctx context.Context, in *changeBusinessInput) (*businessOutput, error) {
	version, err := in.version()
	if err != nil {
		return nil, err
	}
	changes := loyalty.SettingChanges{
		Version:               version,
		Name:                  in.Body.Name,
		TimeZone:              in.Body.TimeZone,
		Country:               in.Body.Country,
		VisitTarget:           in.Body.VisitTarget,
		VIPVisitTarget:        in.Body.VIPVisitTarget,
		HalfRewardEnabled:     in.Body.HalfRewardEnabled,
		BarberOpeningBalances: in.Body.BarberOpeningBalances,
		UsualEnabled:          in.Body.UsualEnabled,
		ServedByEnabled:       in.Body.ServedByEnabled,
		HoldBack:              in.Body.HoldBack,
		MeanTicket:            in.Body.MeanTicket,
		ServiceCost:           in.Body.ServiceCost,
		WelcomeText:           in.Body.WelcomeText.Change,
		BirthdayMessages:      in.Body.BirthdayMessages,
		OneMoreMessages:       in.Body.OneMoreMessages,
		QuietFrom:             in.Body.QuietFrom,
		QuietTo:               in.Body.QuietTo,
		WeekMail:              in.Body.WeekMail,
		WeekPhone:             in.Body.WeekPhone.Change,
		SecondFactorRequired:  in.Body.SecondFactor,
		Legal: loyalty.LegalChanges{
			Name: in.Body.LegalName.Change, TaxID: in.Body.TaxID.Change,
			Address: in.Body.LegalAddress.Change, Email: in.Body.ContactEmail.Change,
		},
		Premises: in.Body.PremisesChanges.changes(),
		Colour:   in.Body.Colour,
	}
	if changes.SecondFactorRequired != nil {
		if err := c.cases.Sessions.RequireRecent(actor(ctx)); err != nil {
			return nil, err
		}
	}
	return c.answer(ctx)(c.cases.Businesses.ChangeSettings(ctx, actor(ctx), changes, in.Body.GrantReached))
}

type previewInput struct{ Body TargetChanges }

// TargetPreview lists the rewards that new targets would owe.
type TargetPreview struct {
	Customers int          `json:"customers" doc:"Customers and families who would be owed a reward"`
	Rewards   int          `json:"rewards"`
	Free      int          `json:"free" doc:"Number of rewards that are a free service"`
	Holders   []OwedHolder `json:"holders" doc:"In Spanish order; at most 1000"`
}

// OwedHolder is owed a reward by new targets.
type OwedHolder struct {
	CustomerID string `json:"customerId" doc:"The customer, or a member of the family with the card"`
	Name       string `json:"name" doc:"Name of the customer or of the family"`
	Family     bool   `json:"family"`
	Rewards    int    `json:"rewards"`
}

type previewOutput struct{ Body TargetPreview }

func (c businessCalls) previewTargets(ctx context.Context, in *previewInput) (*previewOutput, error) {
	owed, err := c.cases.Businesses.PreviewSettings(ctx, actor(ctx), loyalty.SettingChanges{
		VisitTarget:       in.Body.VisitTarget,
		VIPVisitTarget:    in.Body.VIPVisitTarget,
		HalfRewardEnabled: in.Body.HalfRewardEnabled,
	})
	if err != nil {
		return nil, err
	}
	holders := make([]OwedHolder, len(owed.Holders))
	for i, holder := range owed.Holders {
		holders[i] = OwedHolder(holder)
	}
	return &previewOutput{Body: TargetPreview{
		Customers: owed.Customers, Rewards: owed.Rewards, Free: owed.Free, Holders: holders,
	}}, nil
}

// MessageWays says which messages reach customers.
type MessageWays struct {
	WhatsApp loyalty.WhatsAppSending `json:"whatsapp" enum:"ON,TRIAL,OFF" doc:"How WhatsApp messages to customers are sent: TRIAL only records them, OFF holds them back"`
	Emails   bool                    `json:"emails" doc:"E-mails to customers are sent"`
}

// PublicBusiness is the public part of a business.
type PublicBusiness struct {
	ID            string                 `json:"id"`
	Name          string                 `json:"name"`
	Status        loyalty.BusinessStatus `json:"status" enum:"ACTIVE,SUSPENDED"`
	TimeZone      string                 `json:"timezone" doc:"Time zone to which the days of visits refer"`
	Country       string                 `json:"country"`
	VisitTarget   int64                  `json:"visitTarget"`
	HalfMilestone *int64                 `json:"halfMilestone"`
	WelcomeText   *string                `json:"welcomeText" doc:"Text of the welcome discount, written by the business"`
	LegalName     string                 `json:"legalName,omitempty" doc:"The data controller's name, if set"`
	Look
	MessageWays
}

type publicBusinessOutput struct{ Body PublicBusiness }

func (c businessCalls) showFixed(ctx context.Context, _ *noInput) (*publicBusinessOutput, error) {
	return c.public(ctx, c.fixedBusiness)
}

func (c businessCalls) showPublic(ctx context.Context, in *IDInput) (*publicBusinessOutput, error) {
	return c.public(ctx, in.ID)
}

func (c businessCalls) public(ctx context.Context, id string) (*publicBusinessOutput, error) {
	b, err := c.cases.Businesses.ByID(ctx, id)
	if err != nil {
		return nil, err
	}
	channels, err := c.cases.Messages.Channels(ctx, b)
	if err != nil {
		return nil, err
	}
	return &publicBusinessOutput{Body: PublicBusiness{
		ID:            b.ID,
		Name:          b.Name,
		Status:        b.Status,
		TimeZone:      b.Zone.String(),
		Country:       b.Country,
		VisitTarget:   b.VisitTarget,
		HalfMilestone: halfMilestone(b.FamilyTerms()),
		WelcomeText:   orNull(b.WelcomeText),
		LegalName:     b.Legal.Name,
		Look:          lookOf(b),
		MessageWays:   MessageWays(channels),
	}}, nil
}

// LegalIdentity is the data controller. It stays public during a suspension: customers keep their rights.
type LegalIdentity struct {
	BusinessID   string  `json:"businessId"`
	BusinessName string  `json:"businessName"`
	LegalName    *string `json:"legalName"`
	TaxID        *string `json:"taxId"`
	LegalAddress *string `json:"legalAddress"`
	ContactEmail *string `json:"contactEmail"`
}

type legalIdentityOutput struct{ Body LegalIdentity }

func (c businessCalls) legalIdentity(ctx context.Context, in *IDInput) (*legalIdentityOutput, error) {
	b, err := c.cases.Businesses.ByID(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &legalIdentityOutput{Body: LegalIdentity{
		BusinessID:   b.ID,
		BusinessName: b.Name,
		LegalName:    orNull(b.Legal.Name),
		TaxID:        orNull(b.Legal.TaxID),
		LegalAddress: orNull(b.Legal.Address),
		ContactEmail: orNull(b.Legal.Email),
	}}, nil
}

func halfMilestone(terms loyalty.Terms) *int64 {
	if terms.Half == 0 {
		return nil
	}
	return &terms.Half
}
