package httpapi

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"axioma/internal/googlewallet"
	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// GooglePassService is the base path for Google.
const GooglePassService = "/api/wallet/google"

// GooglePasses make passes of Google Wallet.
type GooglePasses struct {
	Issuer *googlewallet.Issuer
	Reason NoPassReason // empty: not configured
}

func (g GooglePasses) noPassReason() NoPassReason {
	if g.Issuer == nil {
		return cmp.Or(g.Reason, PassesNotSetUp)
	}
	return ""
}

func (c passCalls) googlePassURL(qrID string) *string {
	if c.google.noPassReason() != "" {
		return nil
	}
	address := "/api/public/customers/" + qrID + "/google-pass"
	return &address
}

// GoogleWalletState says whether there are passes of Google Wallet.
type GoogleWalletState struct {
	Missing *NoPassReason `json:"missing" doc:"Why no passes for Google Wallet are issued; null: they are issued"`
	Issuer  *string       `json:"issuer" doc:"Google's issuer id"`
}

func (g GooglePasses) state() GoogleWalletState {
	if missing := g.noPassReason(); missing != "" {
		return GoogleWalletState{Missing: &missing}
	}
	return GoogleWalletState{Issuer: orNull(g.Issuer.ID())}
}

type redirectOutput struct {
	Status       int
	Location     string `header:"Location"`
	CacheControl string `header:"Cache-Control"`
}

// redirectToGoogle creates the pass at Google, to keep the link short, and redirects to the link.
func (c passCalls) redirectToGoogle(ctx context.Context, in *IDInput) (*redirectOutput, error) {
	if c.google.noPassReason() != "" {
		return nil, loyalty.ErrPassesUnavailable
	}
	link, err := c.google.Issuer.CreateLink(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &redirectOutput{Status: http.StatusSeeOther, Location: link, CacheControl: "no-store"}, nil
}

// FamilyGooglePass links the family's cards.
type FamilyGooglePass struct {
	URL   string `json:"url" doc:"Link to Google Wallet, valid for at least an hour"`
	Saves int    `json:"saves" doc:"Number of cards that the link saves"`
	Cards int    `json:"cards" doc:"Number of cards. Save those that do not fit into the link one by one"`
}

// familyGoogleURL returns nil without children or passes.
func (c passCalls) familyGoogleURL(ctx context.Context, own service.OwnCard) (*FamilyGooglePass, error) {
	if own.CardsOnPhone < 2 || c.google.noPassReason() != "" {
		return nil, nil
	}
	saves := min(own.CardsOnPhone, c.google.Issuer.MaxPerLink())
	address, err := c.ticketURL(ctx, own, "google-passes")
	if err != nil || saves < 2 {
		return nil, err
	}
	return &FamilyGooglePass{URL: address, Saves: saves, Cards: own.CardsOnPhone}, nil
}

// redirectToGoogleBundle redirects to the link of several passes. It redirects an expired ticket to the portal.
func (c passCalls) redirectToGoogleBundle(ctx context.Context, in *ticketInput) (*redirectOutput, error) {
	if c.google.noPassReason() != "" {
		return nil, loyalty.ErrPassesUnavailable
	}
	link, err := c.google.Issuer.CreateLinkTogether(ctx, in.ticket())
	if errors.Is(err, loyalty.ErrTokenExpired) {
		link, err = c.portalURL(ctx, in.ID)
	}
	if err != nil {
		return nil, err
	}
	return &redirectOutput{Status: http.StatusSeeOther, Location: link, CacheControl: "no-store"}, nil
}

// PictureInput is Google's request for a picture.
type PictureInput struct {
	Name string `path:"name" maxLength:"200"`
}

// picture sends a picture of a pass. It may be cached: the content of a name never changes.
func (c passCalls) picture(ctx context.Context, in *PictureInput) (*qrOutput, error) {
	if c.google.noPassReason() != "" {
		return nil, loyalty.ErrPassesUnavailable
	}
	picture, err := c.google.Issuer.Picture(ctx, in.Name)
	return &qrOutput{ContentType: "image/png", CacheControl: "public, max-age=31536000, immutable", Body: picture}, err
}

// GoogleNotice is a signed notice about a pass. Unknown fields are ignored.
type GoogleNotice struct {
	_         struct{}        `additionalProperties:"true"`
	Signature string          `json:"signature" maxLength:"200"`
	Protocol  string          `json:"protocolVersion" maxLength:"50"`
	Message   string          `json:"signedMessage" maxLength:"4000"`
	Key       GoogleNoticeKey `json:"intermediateSigningKey"`
}

// GoogleNoticeKey signed a notice.
type GoogleNoticeKey struct {
	_          struct{} `additionalProperties:"true"`
	Key        string   `json:"signedKey" maxLength:"2000"`
	Signatures []string `json:"signatures" maxItems:"10" nullable:"false"`
}

type googleNoticeInput struct{ Body GoogleNotice }

// receiveGoogleNotice records a notice. Google repeats it until it gets a success.
func (c passCalls) receiveGoogleNotice(ctx context.Context, in *googleNoticeInput) (*okOutput, error) {
	if c.google.noPassReason() != "" {
		return nil, loyalty.ErrPassesUnavailable
	}
	err := c.google.Issuer.HandleCallback(ctx, googlewallet.SignedCallback{
		Signature: in.Body.Signature, Protocol: in.Body.Protocol, Message: in.Body.Message,
		Key: googlewallet.SignedKey{Key: in.Body.Key.Key, Signatures: in.Body.Key.Signatures},
	})
	var refusal *googlewallet.Refusal
	switch {
	case errors.Is(err, googlewallet.ErrNotGoogle):
		return nil, badSignatureProblem()
	case errors.As(err, &refusal):
		return nil, loyalty.ErrGoogleUnavailable
	case err != nil:
		return nil, err
	}
	return ok(), nil
}
