package httpapi

import (
	"context"

	"axioma/internal/logo"
	"axioma/internal/loyalty"
)

// Look is how the card of a business looks.
type Look struct {
	Colour  loyalty.Colour `json:"colour" enum:"GREEN,TEAL,BLUE,PURPLE,RED,BROWN,OLIVE,BLACK" doc:"Of the business's sign, and of the stamps on its cards"`
	LogoURL *string        `json:"logoUrl" doc:"Where its logo is, a PNG, which stays the same under this address; null where it has none, or is suspended"`
}

func lookOf(b loyalty.Business) Look {
	look := Look{Colour: b.Colour.OrDefault()}
	if logo := b.VisibleLogo(); logo != "" {
		address := "/api/public/businesses/" + b.ID + "/logo/" + string(logo)
		look.LogoURL = &address
	}
	return look
}

// maxLogo is the largest body with a logo, in bytes: base64 makes it a third longer.
const maxLogo = logo.MaxUpload*4/3 + 1<<10

type setLogoInput struct {
	Body struct {
		Picture []byte `json:"picture" doc:"A PNG or JPEG of at most 2 MB, in base64: each side at most 2048 pixels, the longer one at least 64"`
	}
}

func (c businessCalls) setLogo(ctx context.Context, in *setLogoInput) (*businessOutput, error) {
	return c.answer(ctx)(c.cases.Businesses.SetLogo(ctx, actor(ctx), in.Body.Picture))
}

func (c businessCalls) removeLogo(ctx context.Context, _ *nothing) (*businessOutput, error) {
	return c.answer(ctx)(c.cases.Businesses.RemoveLogo(ctx, actor(ctx)))
}

type logoInput struct {
	IDInput
	Name string `path:"name" maxLength:"64" doc:"As logoUrl names it: another one has another name"`
}

type logoOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

func (c businessCalls) logo(ctx context.Context, in *logoInput) (*logoOutput, error) {
	picture, err := c.cases.Businesses.Logo(ctx, in.ID, loyalty.LogoName(in.Name))
	if err != nil {
		return nil, err
	}
	return &logoOutput{ContentType: "image/png", CacheControl: "public, max-age=31536000, immutable", Body: picture}, nil
}
