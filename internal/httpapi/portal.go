package httpapi

import (
	"context"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

type portalCalls struct {
	cases  *service.Service
	passes passCalls
	limits *Limits
}

type requestCodeInput struct {
	Body struct {
		Phone      string  `json:"phone"`
		BusinessID *string `json:"businessId,omitempty" nullable:"true" maxLength:"64" doc:"The business; default: the one that the customer last visited"`
		Birthday   *string `json:"birthday,omitempty" nullable:"true" doc:"YYYY-MM-DD. The code is sent only if it equals the one on file"`
		Way        string  `json:"way,omitempty" maxLength:"20" doc:"Channel of the code: whatsapp (default), or email to the address on file"`
		Requester
	}
}

// Requester identifies a browser. Each has its own code for a phone, with attempts that others cannot use up.
type Requester struct {
	Asker string `json:"asker,omitempty" maxLength:"64" doc:"Random value of the browser, the same for request and attempt. Without it, the browsers of one network share a code"`
}

// of returns the requester: by the browser's id, else by the form's name (a sign-in can begin without the script), else
// by the network.
func (a Requester) of(ctx context.Context) string {
	if a.Asker != "" {
		return access.BrowserRequester(a.Asker)
	}
	if from, _ := ctx.Value(addressKey).(callerOrigin); from.openedForm != "" {
		return access.BrowserRequester(from.openedForm)
	}
	return access.NetworkRequester(network(ctx))
}

func (c portalCalls) requestCode(ctx context.Context, in *requestCodeInput) (*okOutput, error) {
	if err := c.limits.requestCode(ctx, in.Body.Phone); err != nil {
		return nil, err
	}
	_, known := c.cases.KnownDevices.Identify(ctx, access.DeviceMarks{Marks: deviceMarks(ctx), Account: phoneAccount(in.Body.Phone)})
	err := c.cases.Portal.RequestCode(ctx, access.CodeRequest{
		BusinessID: orEmpty(in.Body.BusinessID), Phone: in.Body.Phone, Birthday: orEmpty(in.Body.Birthday),
		Channel: in.Body.Way, Requester: in.Body.Requester.of(ctx), Network: network(ctx), KnownDevice: known,
	})
	if err != nil {
		return nil, err
	}
	return ok(), nil
}

// AgentInput is the browser's User-Agent.
type AgentInput struct {
	Agent string `header:"User-Agent" hidden:"true"`
}

type checkCodeInput struct {
	AgentInput
	Body struct {
		Phone      string  `json:"phone"`
		Code       string  `json:"code"`
		BusinessID *string `json:"businessId,omitempty" nullable:"true" maxLength:"64" doc:"As in the request for the code"`
		Birthday   *string `json:"birthday,omitempty" nullable:"true" doc:"YYYY-MM-DD. Required after BIRTHDAY_ASKED: the phone may have a new owner. The code stays valid"`
		Requester
	}
}

// PortalSession has the token under two names, like Session.
type PortalSession struct {
	Token        string `json:"token"`
	AccessToken  string `json:"access_token"`
	CustomerID   string `json:"customerId"`
	BusinessID   string `json:"businessId"`
	Name         string `json:"name"`
	BusinessName string `json:"businessName"`
	QRURL        string `json:"qrUrl"`
}

type portalSessionOutput struct {
	DeviceCookie string `header:"Set-Cookie" doc:"Marks the device as known, with its own limit of codes"`
	Body         PortalSession
}

func (c portalCalls) checkCode(ctx context.Context, in *checkCodeInput) (*portalSessionOutput, error) {
	if err := c.limits.checkCode(ctx, in.Body.Phone); err != nil {
		return nil, err
	}
	session, err := c.cases.Portal.ExchangeCode(usecase.WithUserAgent(ctx, in.Agent), access.CodeExchange{
		Requester: in.Body.Requester.of(ctx), BusinessID: orEmpty(in.Body.BusinessID), Phone: in.Body.Phone, Code: in.Body.Code,
		Birthday: orEmpty(in.Body.Birthday),
	})
	if err != nil {
		return nil, err
	}
	if err := c.limits.returnCheckCode(ctx, in.Body.Phone); err != nil {
		return nil, err
	}
	out := &portalSessionOutput{Body: portalSessionOf(session)}
	if session.User.Email == "" { // a session by e-mail does not prove the phone
		out.DeviceCookie = rememberDevice(ctx, c.cases, phoneAccount(session.Phone))
	}
	return out, nil
}

func portalSessionOf(session access.PortalSession) PortalSession {
	return PortalSession{
		Token: session.Token, AccessToken: session.Token,
		CustomerID: session.User.CustomerID, BusinessID: session.User.BusinessID,
		Name: session.CustomerName, BusinessName: session.BusinessName, QRURL: qrURL(session.QRID),
	}
}

func (c portalCalls) leave(ctx context.Context, in *logoutInput) (*okOutput, error) {
	return ok(), c.cases.Portal.SignOut(ctx, in.token())
}

// PortalCustomer is a signed-in customer.
type PortalCustomer struct {
	ID             string    `json:"id"`
	Name           string    `json:"name"`
	Phone          *string   `json:"phone"`
	QRURL          string    `json:"qrUrl"`
	BusinessID     string    `json:"businessId"`
	BusinessName   string    `json:"businessName"`
	TimeZone       string    `json:"timezone" doc:"The business's time zone, to which the days of visits refer"`
	WelcomeText    *string   `json:"welcomeText" doc:"Text of the welcome discount, written by the business"`
	VisitsCount    int64     `json:"visitsCount"`
	PendingRewards int       `json:"pendingRewards"`
	CreatedAt      time.Time `json:"createdAt"`
	Child          bool      `json:"child" doc:"The data are a child's, shown to the guardian"`
	PhoneUnproved  bool      `json:"phoneUnproved" doc:"The session was opened by an unconfirmed e-mail and the phone is unverified: the customer may only withdraw consents"`
	CanAddChildren bool      `json:"canAddChildren" doc:"The session may add children: those of the customer, or of the guardian of the shown child"`
	UsualEnabled   bool      `json:"usualEnabled" doc:"The business may store a note and pictures of the usual cut of customers who consent"`
	Progress       Progress  `json:"progress" doc:"Progress of the card that the customer's visits stamp: their own, or the shared one of the family"`
	Premises
	Look
	PassLinks
	FamilyPassesURL *string           `json:"familyPassesUrl" doc:"Link to all passes of the customer and their children for Apple Wallet, valid for at least an hour; null: one card, or no passes are issued"`
	FamilyGoogle    *FamilyGooglePass `json:"familyGooglePass" doc:"Link to all passes of the customer and their children for Google Wallet; null: one card, or no passes are issued"`
}

func portalCustomerOf(ctx context.Context, own service.OwnCard, passes passCalls) (PortalCustomer, error) {
	c := own.Customer
	family, err := passes.familyPassesURL(ctx, own)
	if err != nil {
		return PortalCustomer{}, err
	}
	familyGoogle, err := passes.familyGoogleURL(ctx, own)
	return PortalCustomer{
		ID: c.ID, Name: c.Name, Phone: orNull(c.Phone), QRURL: qrURL(c.QR()),
		BusinessID: own.Business.ID, BusinessName: own.Business.Name, TimeZone: own.Business.Zone.String(),
		WelcomeText: orNull(own.Business.WelcomeText), UsualEnabled: own.Business.UsualEnabled && !own.SessionUnverified,
		VisitsCount: c.VisitsCount, PendingRewards: len(own.Progress.Owed), CreatedAt: c.CreatedAt, Child: c.IsChild(), PhoneUnproved: own.SessionUnverified,
		CanAddChildren: own.CanAddChildren,
		Progress:       progressOf(own.Progress), Premises: premisesOf(own.Business.Premises), Look: lookOf(own.Business), PassLinks: passes.links(c.QR()),
		FamilyPassesURL: family, FamilyGoogle: familyGoogle,
	}, err
}

type portalCustomerOutput struct{ Body PortalCustomer }

func (c portalCalls) show(ctx context.Context, _ *noInput) (*portalCustomerOutput, error) {
	own, err := c.cases.SelfService.Card(ctx, portalUser(ctx))
	if err != nil {
		return nil, err
	}
	body, err := portalCustomerOf(ctx, own, c.passes)
	return &portalCustomerOutput{Body: body}, err
}

// OwnVisit is a visit as the customer sees it.
type OwnVisit struct {
	ID        string    `json:"id"`
	VisitedAt time.Time `json:"visitedAt"`
	Notes     *string   `json:"notes"`
}

func ownVisitOf(v usecase.ListedVisit) OwnVisit {
	return OwnVisit{ID: v.ID, VisitedAt: v.At, Notes: orNull(v.NotesForCustomer())}
}

func (c portalCalls) visits(ctx context.Context, in *ListInput) (*listOutput[OwnVisit], error) {
	page, err := c.cases.SelfService.Visits(ctx, portalUser(ctx), in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, ownVisitOf), nil
}

func (c portalCalls) rewards(ctx context.Context, in *ListInput) (*listOutput[Reward], error) {
	page, err := c.cases.SelfService.Rewards(ctx, portalUser(ctx), in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, ownRewardOf), nil
}
