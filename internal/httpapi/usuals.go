package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/photo"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type usualCalls struct{ cases *service.Service }

// Usual is a customer's usual cut.
type Usual struct {
	CustomerID string         `json:"customerId"`
	Note       *string        `json:"note"`
	Version    int64          `json:"version" doc:"Version of the note, for If-Match"`
	Pictures   []UsualPicture `json:"pictures" doc:"Oldest first, at most three"`
	Consent    *UsualConsent  `json:"consent" doc:"The current decision; null: never asked"`
	Minor      bool           `json:"minor" doc:"The customer is under 14: the guardian consents"`
	Guardian   *string        `json:"guardianName" doc:"The guardian of a minor, as on file"`
}

// UsualPicture shows a usual cut.
type UsualPicture struct {
	ID      string    `json:"id"`
	URL     string    `json:"url" doc:"Path of the picture below the API's base URL, for the same caller. Its content never changes"`
	TakenAt time.Time `json:"takenAt"`
	Width   int       `json:"width" doc:"Pixels"`
	Height  int       `json:"height" doc:"Pixels"`
	Picture []byte    `json:"picture,omitempty" doc:"Content in base64; only in a download of the customer's data"`
}

// UsualConsent is a decision about note and pictures.
type UsualConsent struct {
	Granted bool                `json:"granted"`
	At      time.Time           `json:"at"`
	Form    loyalty.ConsentForm `json:"form" enum:"PUBLIC_REGISTER,PORTAL,UNSUBSCRIBE,STAFF,WHATSAPP_REPLY,WHATSAPP_STOP,MERGE,ERASURE"`
	GivenBy *string             `json:"givenBy" doc:"The minor's guardian; null: the customer"`
}

type usualOutput struct{ Body Usual }

func ownPicturePath(_, pictureID string) string { return "/portal/me/usual/pictures/" + pictureID }

func picturePath(customerID, pictureID string) string {
	return "/customers/" + customerID + "/usual/pictures/" + pictureID
}

func picturesOf(usual service.Usual, path func(customerID, pictureID string) string) []UsualPicture {
	pictures := make([]UsualPicture, len(usual.Pictures))
	for i, p := range usual.Pictures {
		pictures[i] = UsualPicture{ID: p.ID, URL: path(usual.CustomerID, p.ID), TakenAt: p.TakenAt, Width: p.Width, Height: p.Height}
	}
	return pictures
}

func answerUsual(path func(customerID, pictureID string) string) func(service.Usual, error) (*usualOutput, error) {
	return func(usual service.Usual, err error) (*usualOutput, error) {
		if err != nil {
			return nil, err
		}
		out := &usualOutput{Body: Usual{
			CustomerID: usual.CustomerID, Note: orNull(usual.Note), Version: usual.Version, Pictures: picturesOf(usual, path),
			Minor: usual.IsMinor, Guardian: orNull(usual.Guardian),
		}}
		if consent := usual.Consent; consent.ID != "" {
			out.Body.Consent = &UsualConsent{Granted: consent.Granted, At: consent.At, Form: consent.Form, GivenBy: orNull(consent.GivenBy)}
		}
		return out, nil
	}
}

func (c usualCalls) show(ctx context.Context, in *IDInput) (*usualOutput, error) {
	return answerUsual(picturePath)(c.cases.Usuals.Of(ctx, actor(ctx), in.ID))
}

func (c usualCalls) own(ctx context.Context, _ *noInput) (*usualOutput, error) {
	return answerUsual(ownPicturePath)(c.cases.Usuals.Own(ctx, portalUser(ctx)))
}

// UsualPermission is an answer at the counter, for a minor by the guardian.
type UsualPermission struct {
	Granted bool `json:"granted"`
	GuardianFields
}

func (p UsualPermission) permission() loyalty.UsualPermission {
	return loyalty.UsualPermission{Granted: p.Granted, Guardian: p.guardian()}
}

func permissionOrNil(input *UsualPermission) *loyalty.UsualPermission {
	if input == nil {
		return nil
	}
	permission := input.permission()
	return &permission
}

type setUsualConsentInput struct {
	IDInput
	Body UsualPermission
}

func (c usualCalls) setConsent(ctx context.Context, in *setUsualConsentInput) (*usualOutput, error) {
	return answerUsual(picturePath)(c.cases.Usuals.SetConsent(ctx, actor(ctx), in.ID, in.Body.permission()))
}

type changeUsualNoteInput struct {
	IDInput
	IfMatchInput
	Body struct {
		Note       *string          `json:"note" nullable:"true" doc:"One line of at most 160 characters; null: removes it"`
		Permission *UsualPermission `json:"permission,omitempty" doc:"The consent, if given now"`
	}
}

func (c usualCalls) changeNote(ctx context.Context, in *changeUsualNoteInput) (*usualOutput, error) {
	version, err := in.version()
	if err != nil {
		return nil, err
	}
	return answerUsual(picturePath)(c.cases.Usuals.ChangeNote(ctx, actor(ctx), service.UsualNoteRequest{
		CustomerID: in.ID, Note: orEmpty(in.Body.Note), Version: version, Permission: permissionOrNil(in.Body.Permission),
	}))
}

// maxPhoto is in bytes. Base64 adds a third.
const maxPhoto = photo.MaxUpload*4/3 + 1<<10

type addUsualPictureInput struct {
	IDInput
	Key  string `header:"Idempotency-Key"`
	Body struct {
		Picture    []byte           `json:"picture" doc:"A JPEG or WebP in base64, at most 1280 pixels on the longer side. Metadata is removed; the rest may have 200 KB"`
		Permission *UsualPermission `json:"permission,omitempty" doc:"The consent, if given now"`
	}
}

func (c usualCalls) addPicture(ctx context.Context, in *addUsualPictureInput) (*usualOutput, error) {
	return answerUsual(picturePath)(c.cases.Usuals.AddPicture(ctx, actor(ctx), service.UsualPictureRequest{
		CustomerID: in.ID, Upload: in.Body.Picture, Permission: permissionOrNil(in.Body.Permission), Key: usecase.IdempotencyKey(in.Key),
	}))
}

type usualPictureInput struct {
	IDInput
	PictureID string `path:"pictureId" maxLength:"64"`
}

func (c usualCalls) removePicture(ctx context.Context, in *usualPictureInput) (*usualOutput, error) {
	return answerUsual(picturePath)(c.cases.Usuals.RemovePicture(ctx, actor(ctx), in.ID, in.PictureID))
}

type photoOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Vary         string `header:"Vary"`
	Disposition  string `header:"Content-Disposition"`
	Body         []byte
}

// photoOutputOf lets the caller's browser cache for a day. After a withdrawal nothing refers to the picture.
func photoOutputOf(picture []byte, err error) (*photoOutput, error) {
	if err != nil {
		return nil, err
	}
	return &photoOutput{
		ContentType: photo.ContentType(picture), CacheControl: "private, max-age=86400, immutable", Vary: "Authorization",
		Disposition: "inline", Body: picture,
	}, nil
}

func (c usualCalls) picture(ctx context.Context, in *usualPictureInput) (*photoOutput, error) {
	return photoOutputOf(c.cases.Usuals.Picture(ctx, actor(ctx), in.ID, in.PictureID))
}

type ownPictureInput struct {
	PictureID string `path:"pictureId" maxLength:"64"`
}

func (c usualCalls) ownPicture(ctx context.Context, in *ownPictureInput) (*photoOutput, error) {
	return photoOutputOf(c.cases.Usuals.OwnPicture(ctx, portalUser(ctx), in.PictureID))
}
