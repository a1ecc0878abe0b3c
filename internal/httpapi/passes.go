package httpapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/qr"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/passes"
	"axioma/internal/wallet"
)

// PassService is the base path for Apple's devices, which append /v1.
const PassService = "/api/wallet"

// Passes make Apple's passes.
type Passes struct {
	Maker     *wallet.Maker
	Reason    NoPassReason // empty: not configured
	ExpiredAt time.Time    // zero: the certificate is valid

	Google GooglePasses

	Badges Badges
}

// ExpiresAt returns the certificate's expiry; zero: passes are unavailable for another reason.
func (p Passes) ExpiresAt() time.Time {
	if p.Maker == nil {
		return p.ExpiredAt
	}
	return p.Maker.Identity().ExpiresAt()
}

// NoPassReason says why no passes are issued.
type NoPassReason string

// The reasons.
const (
	PassesNotSetUp NoPassReason = "NOT_SET_UP"
	PassesNoHTTPS  NoPassReason = "NO_HTTPS" // devices require https
	PassesUnusable NoPassReason = "UNUSABLE"
)

// PortalPath is the portal's path, without the business id.
const PortalPath = "/portal?bid="

type passCalls struct {
	cases     *service.Service
	maker     *wallet.Maker
	reason    NoPassReason
	google    GooglePasses
	badges    Badges
	publicURL string
	log       *slog.Logger
}

func newPassCalls(cases *service.Service, options Options) passCalls {
	return passCalls{
		cases: cases, maker: options.Passes.Maker, reason: options.Passes.Reason, google: options.Passes.Google,
		badges: options.Passes.Badges, publicURL: options.PublicURL, log: options.Log,
	}
}

// noPassReason returns why no passes are issued. It checks at each call: the certificate may expire.
func (c passCalls) noPassReason() NoPassReason {
	switch {
	case c.maker == nil:
		return cmp.Or(c.reason, PassesNotSetUp)
	case c.cases.Passes.IsPast(c.maker.Identity().ExpiresAt()):
		return PassesUnusable
	}
	return ""
}

// PassLinks are the links to a customer's passes.
type PassLinks struct {
	PassURL   *string `json:"passUrl" doc:"Link to the pass for Apple Wallet; null: no passes are issued"`
	GoogleURL *string `json:"googlePassUrl" doc:"Link to the pass for Google Wallet; null: no passes are issued"`

	PassBadge   *string `json:"passBadge" doc:"Apple's artwork for the button; null: not configured"`
	GoogleBadge *string `json:"googlePassBadge" doc:"Google's artwork for the button; null: not configured"`
}

func (c passCalls) links(qrID string) PassLinks {
	apple, google := c.passURL(qrID), c.googlePassURL(qrID)
	return PassLinks{
		PassURL: apple, GoogleURL: google, PassBadge: badgeURL(apple, c.badges.Apple), GoogleBadge: badgeURL(google, c.badges.Google),
	}
}

func passURL(qrID string) string { return "/api/public/customers/" + qrID + "/pass.pkpass" }

func (c passCalls) passURL(qrID string) *string {
	if c.noPassReason() != "" {
		return nil
	}
	address := passURL(qrID)
	return &address
}

type passOutput struct {
	Status       int
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	LastModified string `header:"Last-Modified"`
	Body         []byte
}

type passFileInput struct {
	IDInput
	UserAgent string `header:"User-Agent" hidden:"true"`
	From      string `header:"Sec-Fetch-Site" hidden:"true"`
}

// refusesPass reports whether the browser opens no pass. It is false for an unnamed web view: a page on the home screen
// looks the same and opens passes.
func (in *passFileInput) refusesPass() bool {
	browser := browserOf(in.UserAgent)
	if browser.Device != AppleDevice || browser.Kind != InAppBrowser {
		return false
	}
	return isNamedApp(in.UserAgent) || in.From != "" && in.From != "same-origin"
}

func (c passCalls) sendPass(ctx context.Context, in *passFileInput) (*passOutput, error) {
	if c.noPassReason() != "" {
		return nil, loyalty.ErrPassesUnavailable
	}
	if in.refusesPass() {
		return nil, loyalty.ErrOpenInSafari
	}
	pass, err := c.cases.Passes.Issue(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return c.buildPass(pass)
}

func (c passCalls) familyPassesURL(ctx context.Context, own service.OwnCard) (*string, error) {
	if own.CardsOnPhone < 2 || c.noPassReason() != "" {
		return nil, nil
	}
	address, err := c.ticketURL(ctx, own, "passes.pkpasses")
	return &address, err
}

// ticketURL returns a signed link, because a plain link carries no token.
func (c passCalls) ticketURL(ctx context.Context, own service.OwnCard, kind string) (string, error) {
	ticket, err := c.cases.Passes.CreateTicket(ctx, own.Customer.QR())
	return fmt.Sprintf("/api/public/customers/%s/%s?until=%d&key=%s", ticket.QRID, kind, ticket.Until.Unix(), ticket.Key), err
}

type ticketInput struct {
	IDInput
	Until int64  `query:"until" doc:"When the link expires, in Unix seconds"`
	Key   string `query:"key" maxLength:"64" doc:"The link's signature"`

	UserAgent string `header:"User-Agent" hidden:"true"`
}

func (in *ticketInput) ticket() passes.PassTicket {
	return passes.PassTicket{QRID: in.ID, Until: time.Unix(in.Until, 0), Key: in.Key}
}

type passesOutput struct {
	Status      int
	Location    string `header:"Location"`
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// sendBundle sends all passes of a phone. It redirects an expired link to the portal.
func (c passCalls) sendBundle(ctx context.Context, in *ticketInput) (*passesOutput, error) {
	if c.noPassReason() != "" {
		return nil, loyalty.ErrPassesUnavailable
	}
	if browser := browserOf(in.UserAgent); browser.Device == AppleDevice && browser.Kind != SafariBrowser {
		return nil, loyalty.ErrOpenInSafari // only Safari accepts a bundle
	}
	passes, err := c.cases.Passes.IssueTogether(ctx, in.ticket())
	if errors.Is(err, loyalty.ErrTokenExpired) {
		portal, err := c.portalURL(ctx, in.ID)
		return &passesOutput{Status: http.StatusSeeOther, Location: portal}, err
	}
	if err != nil {
		return nil, err
	}
	files := make([][]byte, len(passes))
	for i, pass := range passes {
		output, err := c.buildPass(pass)
		if err != nil {
			return nil, err
		}
		files[i] = output.Body
	}
	bundle, err := wallet.Bundle(files)
	return &passesOutput{
		Status: http.StatusOK, ContentType: wallet.BundleType, Disposition: `inline; filename="tarjetas.pkpasses"`, Body: bundle,
	}, err
}

func (c passCalls) portalURL(ctx context.Context, qrID string) (string, error) {
	customer, err := c.cases.Customers.Public(ctx, qrID)
	return PortalPath + url.QueryEscape(customer.BusinessID), err
}

func (c passCalls) buildPass(pass passes.IssuedPass) (*passOutput, error) {
	card := wallet.Card{Serial: pass.Serial, Token: pass.Token, PassFace: pass.Face, LogoPicture: pass.Logo}
	if !pass.Face.Void {
		code, err := qr.Text(pass.QR.ID, pass.QR.BusinessID, pass.QR.Signature)
		if err != nil {
			return nil, err
		}
		card.QR, card.Portal = code, c.publicURL+PortalPath+url.QueryEscape(pass.BusinessID)
	}
	content, err := c.maker.Make(card)
	if err != nil {
		return nil, err
	}
	return &passOutput{
		Status: http.StatusOK, ContentType: wallet.ContentType, Disposition: `inline; filename="tarjeta.pkpass"`,
		LastModified: pass.ModifiedAt.UTC().Format(http.TimeFormat), Body: content,
	}, nil
}

func (c passCalls) walletQR(ctx context.Context, in *IDInput) (*qrOutput, error) {
	if c.links(in.ID) == (PassLinks{}) {
		return nil, loyalty.ErrPassesUnavailable
	}
	if _, err := c.cases.Customers.Public(ctx, in.ID); err != nil {
		return nil, err
	}
	picture, err := qr.Link(c.publicURL + messaging.WalletPath + in.ID)
	return &qrOutput{ContentType: "image/png", CacheControl: "private, max-age=3600", Body: picture}, err
}

type walletInput struct {
	IDInput
	UserAgent string `header:"User-Agent" hidden:"true"`
}

type walletOutput struct {
	Status   int
	Location string `header:"Location"`
}

// redirectToWallet gives in-app browsers, which open no pass, the URL to open elsewhere.
func (c passCalls) redirectToWallet(ctx context.Context, in *walletInput) (*walletOutput, error) {
	location, err := c.portalURL(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	links, passLink, refusal := c.links(in.ID), (*string)(nil), loyalty.ErrOpenInSafari
	browser := browserOf(in.UserAgent)
	switch browser.Device {
	case AndroidDevice:
		passLink, refusal = links.GoogleURL, loyalty.ErrOpenInBrowser
	case AppleDevice:
		passLink = links.PassURL
	}
	if passLink != nil && browser.Kind == InAppBrowser {
		return nil, refusal
	}
	if passLink != nil {
		location = *passLink
	}
	return &walletOutput{http.StatusSeeOther, location}, nil
}

// WalletState says whether there are passes.
type WalletState struct {
	Missing  *NoPassReason `json:"missing" doc:"Why no passes are issued; null: they are issued"`
	PassType *string       `json:"passType" doc:"Apple's pass type id"`
	EndsAt   *time.Time    `json:"endsAt" doc:"When the certificate expires"`

	Google GoogleWalletState `json:"google"`
}

type walletStateOutput struct{ Body WalletState }

func (c passCalls) state(context.Context, *noInput) (*walletStateOutput, error) {
	state := WalletState{Google: c.google.state()}
	if missing := c.noPassReason(); missing != "" {
		state.Missing = &missing
	}
	if c.maker != nil {
		identity := c.maker.Identity()
		state.PassType, state.EndsAt = orNull(identity.PassType()), instantOrNull(identity.ExpiresAt().UTC())
	}
	return &walletStateOutput{Body: state}, nil
}

// WalletDeviceInput names device and pass type.
type WalletDeviceInput struct {
	Device   string `path:"device" maxLength:"64" doc:"The device's id"`
	PassType string `path:"passType" maxLength:"200"`
}

// PassInput is a device's request for a pass.
type PassInput struct {
	PassType      string `path:"passType" maxLength:"200"`
	Serial        string `path:"serial" maxLength:"64"`
	Authorization string `header:"Authorization" doc:"ApplePass followed by the pass's token"`
}

func (c passCalls) token(passType, authorization string) string {
	if c.maker == nil || passType != c.maker.Identity().PassType() {
		return ""
	}
	return credentials(authorization, "ApplePass")
}

type registerDeviceInput struct {
	Device string `path:"device" maxLength:"64" doc:"The device's id"`
	PassInput
	Body struct {
		_         struct{} `additionalProperties:"true"`
		PushToken string   `json:"pushToken" maxLength:"200" doc:"The device's push token"`
	}
}

type statusOutput struct{ Status int }

func (c passCalls) registerDevice(ctx context.Context, in *registerDeviceInput) (*statusOutput, error) {
	holder := loyalty.PassHolder{Vendor: loyalty.AppleWallet, ID: in.Device, PushToken: in.Body.PushToken}
	fresh, err := c.cases.Passes.AddHolder(ctx, in.Serial, c.token(in.PassType, in.Authorization), holder)
	if err != nil {
		return nil, err
	}
	if fresh {
		return &statusOutput{http.StatusCreated}, nil
	}
	return &statusOutput{http.StatusOK}, nil
}

type unregisterDeviceInput struct {
	Device string `path:"device" maxLength:"64" doc:"The device's id"`
	PassInput
}

func (c passCalls) unregisterDevice(ctx context.Context, in *unregisterDeviceInput) (*statusOutput, error) {
	err := c.cases.Passes.RemoveHolder(ctx, in.Serial, c.token(in.PassType, in.Authorization), in.Device)
	return &statusOutput{http.StatusOK}, err
}

type changedPassesInput struct {
	WalletDeviceInput
	Since string `query:"passesUpdatedSince" maxLength:"20" doc:"lastUpdated of the previous response; absent in the first call"`
}

// ChangedPasses lists the changed passes of a device.
type ChangedPasses struct {
	SerialNumbers []string `json:"serialNumbers" nullable:"false"`
	LastUpdated   string   `json:"lastUpdated" doc:"Value of passesUpdatedSince for the next call"`
}

type changedPassesOutput struct {
	Status int
	Body   *ChangedPasses
}

func (c passCalls) listChanged(ctx context.Context, in *changedPassesInput) (*changedPassesOutput, error) {
	if c.maker == nil || in.PassType != c.maker.Identity().PassType() {
		return nil, loyalty.ErrPassesUnavailable
	}
	since, err := strconv.ParseInt(in.Since, 10, 64)
	if err != nil {
		since = 0 // the first call, or an unknown value
	}
	serials, version, err := c.cases.Passes.ChangedSerials(ctx, in.Device, since)
	if err != nil {
		return nil, err
	}
	if len(serials) == 0 {
		return &changedPassesOutput{Status: http.StatusNoContent}, nil
	}
	return &changedPassesOutput{http.StatusOK, &ChangedPasses{SerialNumbers: serials, LastUpdated: strconv.FormatInt(version, 10)}}, nil
}

type currentPassInput struct {
	PassInput
	Since string `header:"If-Modified-Since"`
}

func (c passCalls) sendCurrentPass(ctx context.Context, in *currentPassInput) (*passOutput, error) {
	pass, err := c.cases.Passes.Fetch(ctx, in.Serial, c.token(in.PassType, in.Authorization))
	if err != nil {
		return nil, err
	}
	if since, err := http.ParseTime(in.Since); err == nil && !pass.ModifiedAt.After(since) {
		return &passOutput{Status: http.StatusNotModified, LastModified: pass.ModifiedAt.UTC().Format(http.TimeFormat)}, nil
	}
	return c.buildPass(pass)
}

type deviceErrorsInput struct {
	Body struct {
		_    struct{} `additionalProperties:"true"`
		Logs []string `json:"logs" nullable:"false" doc:"Error messages of the device"`
	}
}

const (
	maxDeviceErrors = 10
	maxDeviceError  = 300
)

// logDeviceErrors logs the errors that devices report and show nowhere else.
func (c passCalls) logDeviceErrors(ctx context.Context, in *deviceErrorsInput) (*statusOutput, error) {
	for i, complaint := range in.Body.Logs {
		if i == maxDeviceErrors {
			break
		}
		c.log.WarnContext(ctx, "wallet device reported an error", "device_message", strings.ToValidUTF8(complaint[:min(len(complaint), maxDeviceError)], ""))
	}
	return &statusOutput{http.StatusOK}, nil
}
