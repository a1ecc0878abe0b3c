package httpapi

import (
	"context"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

// portalCalls are the calls about a customer's session and what she sees in it.
type portalCalls struct {
	cases  *service.Service
	passes passCalls
	limits *Limits
}

type requestCodeInput struct {
	Body struct {
		Phone      string  `json:"phone"`
		BusinessID *string `json:"businessId,omitempty" nullable:"true" maxLength:"64" doc:"Where one is a customer; without it the business one visited last"`
		Birthday   *string `json:"birthday,omitempty" nullable:"true" doc:"YYYY-MM-DD: the code is sent only if it is the one on file"`
		Way        string  `json:"way,omitempty" maxLength:"20" doc:"How the code comes: whatsapp, as without it, or email, to the e-mail on file"`
		Requester
	}
}

// Requester tells who asks for a code from others who ask for one to the same phone:
// each has a code of her own, whose tries nobody else uses up.
type Requester struct {
	Asker string `json:"asker,omitempty" maxLength:"64" doc:"What the browser has thought of, the same for asking and trying; without it those of one network share a code"`
}

// of returns the asker of a call. A browser that names itself by nothing else is known by the form that
// it has opened: it may have asked without a script, and go on with one.
func (a Requester) of(ctx context.Context) string {
	if a.Asker != "" {
		return access.BrowserAsker(a.Asker)
	}
	if from, _ := ctx.Value(addressKey).(callerOrigin); from.openedForm != "" {
		return access.BrowserAsker(from.openedForm)
	}
	return access.NetworkAsker(network(ctx))
}

func (c portalCalls) requestCode(ctx context.Context, in *requestCodeInput) (*okOutput, error) {
	if err := c.limits.requestCode(ctx, in.Body.Phone); err != nil {
		return nil, err
	}
	_, known := c.cases.KnownDevices.Known(ctx, access.KnownDevice{Marks: deviceMarks(ctx), Account: phoneAccount(in.Body.Phone)})
	err := c.cases.Portal.RequestCode(ctx, access.CodeRequest{
		BusinessID: orEmpty(in.Body.BusinessID), Phone: in.Body.Phone, Birthday: orEmpty(in.Body.Birthday),
		Way: in.Body.Way, Asker: in.Body.Requester.of(ctx), Network: network(ctx), Known: known,
	})
	if err != nil {
		return nil, err
	}
	return ok(), nil
}

// AgentInput is what a browser says of itself.
type AgentInput struct {
	Agent string `header:"User-Agent" hidden:"true"`
}

type checkCodeInput struct {
	AgentInput
	Body struct {
		Phone      string  `json:"phone"`
		Code       string  `json:"code"`
		BusinessID *string `json:"businessId,omitempty" nullable:"true" maxLength:"64" doc:"As in the request for the code"`
		Birthday   *string `json:"birthday,omitempty" nullable:"true" doc:"YYYY-MM-DD: asked for with BIRTHDAY_ASKED where the phone may have passed to somebody else; the code still holds"`
		Requester
	}
}

// PortalSession is what a code or a message opens. The token stands twice, as in the
// staff's Session.
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
	DeviceCookie string `header:"Set-Cookie" doc:"By which the device is known where others ask for codes to the phone"`
	Body         PortalSession
}

func (c portalCalls) checkCode(ctx context.Context, in *checkCodeInput) (*portalSessionOutput, error) {
	if err := c.limits.checkCode(ctx, in.Body.Phone); err != nil {
		return nil, err
	}
	session, err := c.cases.Portal.TryCode(usecase.WithUserAgent(ctx, in.Agent), access.CodeTry{
		Asker: in.Body.Requester.of(ctx), BusinessID: orEmpty(in.Body.BusinessID), Phone: in.Body.Phone, Code: in.Body.Code,
		Birthday: orEmpty(in.Body.Birthday),
	})
	if err != nil {
		return nil, err
	}
	if err := c.limits.returnCheckCode(ctx, in.Body.Phone); err != nil {
		return nil, err
	}
	out := &portalSessionOutput{Body: portalSessionOf(session)}
	if session.User.Email == "" { // with an e-mail beside it the phone may be a stranger's
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

// PortalCustomer is a signed-in customer as she sees herself.
type PortalCustomer struct {
	ID             string    `json:"id"`
	Name           string    `json:"name"`
	Phone          *string   `json:"phone"`
	QRURL          string    `json:"qrUrl"`
	BusinessID     string    `json:"businessId"`
	BusinessName   string    `json:"businessName"`
	TimeZone       string    `json:"timezone" doc:"The business's, whose days the visits are shown by"`
	WelcomeText    *string   `json:"welcomeText" doc:"What the welcome discount is, in the business's words"`
	VisitsCount    int64     `json:"visitsCount"`
	PendingRewards int       `json:"pendingRewards"`
	CreatedAt      time.Time `json:"createdAt"`
	Child          bool      `json:"child" doc:"Of a child, whose guardian looks at it"`
	PhoneUnproved  bool      `json:"phoneUnproved" doc:"The session came by an e-mail, and neither it nor the phone is proved: nothing can be changed in it"`
	Progress       Progress  `json:"progress" doc:"Of the card that her visits stamp: her own, or her family's while it is shared"`
	Premises
	Look
	PassLinks
	FamilyPassesURL *string           `json:"familyPassesUrl" doc:"Her card and her children's for Apple Wallet in one step, for an hour at least; null where there is one card, or none are made"`
	FamilyGoogle    *FamilyGooglePass `json:"familyGooglePass" doc:"Her card and her children's for Google Wallet in one step; null where there is one card, or none are made"`
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
		WelcomeText: orNull(own.Business.WelcomeText),
		VisitsCount: c.VisitsCount, PendingRewards: len(own.Progress.Owed), CreatedAt: c.CreatedAt, Child: c.IsChild(), PhoneUnproved: own.SessionUnverified,
		Progress: progressOf(own.Progress), Premises: premisesOf(own.Business.Premises), Look: lookOf(own.Business), PassLinks: passes.links(c.QR()),
		FamilyPassesURL: family, FamilyGoogle: familyGoogle,
	}, err
}

type portalCustomerOutput struct{ Body PortalCustomer }

func (c portalCalls) show(ctx context.Context, _ *nothing) (*portalCustomerOutput, error) {
	own, err := c.cases.SelfService.Card(ctx, portalUser(ctx))
	if err != nil {
		return nil, err
	}
	body, err := portalCustomerOf(ctx, own, c.passes)
	return &portalCustomerOutput{Body: body}, err
}

// OwnVisit is a visit as its customer sees it, who has proved who she is.
type OwnVisit struct {
	ID        string    `json:"id"`
	VisitedAt time.Time `json:"visitedAt"`
	Notes     *string   `json:"notes"`
}

func ownVisitOf(v usecase.ListedVisit) OwnVisit {
	return OwnVisit{ID: v.ID, VisitedAt: v.At, Notes: orNull(v.Notes)}
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
