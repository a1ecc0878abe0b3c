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

// GooglePassService is where Google fetches pictures and tells what becomes of passes, below
// the public address.
const GooglePassService = "/api/wallet/google"

// GooglePasses are what makes passes of Google Wallet.
type GooglePasses struct {
	Issuer *googlewallet.Issuer // nil: none are made
	Reason NoPassReason         // why not; empty: nothing is set up
}

// missing is why no passes of Google Wallet are given out; empty: they are.
func (g GooglePasses) missing() NoPassReason {
	if g.Issuer == nil {
		return cmp.Or(g.Reason, PassesNotSetUp)
	}
	return ""
}

// googlePassURL is the way to a customer's pass of Google Wallet; nil where none are given
// out.
func (c passCalls) googlePassURL(qrID string) *string {
	if c.google.missing() != "" {
		return nil
	}
	address := "/api/public/customers/" + qrID + "/google-pass"
	return &address
}

// GoogleWalletState is whether customers can have passes of Google Wallet, for the operator.
type GoogleWalletState struct {
	Missing *NoPassReason `json:"missing" doc:"Why no passes of Google Wallet are given out; null: they are"`
	Issuer  *string       `json:"issuer" doc:"Google's id for the operator"`
}

func (g GooglePasses) state() GoogleWalletState {
	if missing := g.missing(); missing != "" {
		return GoogleWalletState{Missing: &missing}
	}
	return GoogleWalletState{Issuer: orNull(g.Issuer.ID())}
}

type redirectOutput struct {
	Status       int
	Location     string `header:"Location"`
	CacheControl string `header:"Cache-Control"`
}

// redirectToGoogle leads a customer to where she puts her card into her wallet. Google has it made
// first, so that the way to it stays short.
func (c passCalls) redirectToGoogle(ctx context.Context, in *IDInput) (*redirectOutput, error) {
	if c.google.missing() != "" {
		return nil, loyalty.ErrPassesUnavailable
	}
	link, err := c.google.Issuer.CreateLink(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &redirectOutput{Status: http.StatusSeeOther, Location: link, CacheControl: "no-store"}, nil
}

// FamilyGooglePass is the way by which a guardian saves her card and her children's at once.
type FamilyGooglePass struct {
	URL   string `json:"url" doc:"Leads to Google Wallet, for an hour at least"`
	Saves int    `json:"saves" doc:"How many cards it saves"`
	Cards int    `json:"cards" doc:"How many there are: of more than fit into one link the others are saved one by one"`
}

// familyGoogleURL is that way for a customer who has proved who she is; nil where she has no
// children, or no passes of Google Wallet are given out.
func (c passCalls) familyGoogleURL(ctx context.Context, own service.OwnCard) (*FamilyGooglePass, error) {
	if own.CardsOnPhone < 2 || c.google.missing() != "" {
		return nil, nil
	}
	saves := min(own.CardsOnPhone, c.google.Issuer.MaxPerLink())
	address, err := c.ticketURL(ctx, own, "google-passes")
	if err != nil || saves < 2 {
		return nil, err
	}
	return &FamilyGooglePass{URL: address, Saves: saves, Cards: own.CardsOnPhone}, nil
}

// redirectToGoogleBundle leads to where the cards that a phone opens are put into a wallet. An
// address that holds no more leads to the portal, where there is another.
func (c passCalls) redirectToGoogleBundle(ctx context.Context, in *ticketInput) (*redirectOutput, error) {
	if c.google.missing() != "" {
		return nil, loyalty.ErrPassesUnavailable
	}
	way, err := c.google.Issuer.CreateLinkTogether(ctx, in.ticket())
	if errors.Is(err, loyalty.ErrTokenExpired) {
		way, err = c.portalURL(ctx, in.ID)
	}
	if err != nil {
		return nil, err
	}
	return &redirectOutput{Status: http.StatusSeeOther, Location: way, CacheControl: "no-store"}, nil
}

// PictureInput is how Google asks for a picture.
type PictureInput struct {
	Name string `path:"name" maxLength:"200"`
}

// picture answers with a picture of passes. What its name says never changes.
func (c passCalls) picture(ctx context.Context, in *PictureInput) (*qrOutput, error) {
	if c.google.missing() != "" {
		return nil, loyalty.ErrPassesUnavailable
	}
	picture, err := c.google.Issuer.Picture(ctx, in.Name)
	return &qrOutput{ContentType: "image/png", CacheControl: "public, max-age=31536000, immutable", Body: picture}, err
}

// GoogleNotice is what Google tells of a pass, in the form in which it is signed. What it
// may have more is not read.
type GoogleNotice struct {
	_         struct{}        `additionalProperties:"true"`
	Signature string          `json:"signature" maxLength:"200"`
	Protocol  string          `json:"protocolVersion" maxLength:"50"`
	Message   string          `json:"signedMessage" maxLength:"4000"`
	Key       GoogleNoticeKey `json:"intermediateSigningKey"`
}

// GoogleNoticeKey is the key that a notice is signed with.
type GoogleNoticeKey struct {
	_          struct{} `additionalProperties:"true"`
	Key        string   `json:"signedKey" maxLength:"2000"`
	Signatures []string `json:"signatures" maxItems:"10" nullable:"false"`
}

type googleNoticeInput struct{ Body GoogleNotice }

// receiveGoogleNotice hears what becomes of a pass. Google tells again what is not answered well.
func (c passCalls) receiveGoogleNotice(ctx context.Context, in *googleNoticeInput) (*okOutput, error) {
	if c.google.missing() != "" {
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
