package httpapi

import (
	"context"

	"axioma/internal/logo"
	"axioma/internal/loyalty"
)

// Look is the look of a business's card.
type Look struct {
	Colour  loyalty.Colour `json:"colour" enum:"GREEN,TEAL,BLUE,PURPLE,RED,BROWN,OLIVE,BLACK" doc:"Colour of the sign and of the stamps"`
	LogoURL *string        `json:"logoUrl" doc:"URL of the logo, an immutable PNG; null: no logo, or the business is suspended"`
}

func lookOf(b loyalty.Business) Look {
	look := Look{Colour: b.Colour.OrDefault()}
	if logo := b.VisibleLogo(); logo != "" {
		address := "/api/public/businesses/" + b.ID + "/logo/" + string(logo)
		look.LogoURL = &address
	}
	return look
}

// maxLogo is in bytes. Base64 adds a third.
const maxLogo = logo.MaxUpload*4/3 + 1<<10

type setLogoInput struct {
	Body struct {
		Picture []byte `json:"picture" doc:"A PNG or JPEG in base64, at most 2 MB. Each side at most 2048 pixels, the longer one at least 64"`
	}
}

func (c businessCalls) setLogo(ctx context.Context, in *setLogoInput) (*businessOutput, error) {
	return c.answer(ctx)(c.cases.Businesses.SetLogo(ctx, actor(ctx), in.Body.Picture))
}

func (c businessCalls) removeLogo(ctx context.Context, _ *noInput) (*businessOutput, error) {
	return c.answer(ctx)(c.cases.Businesses.RemoveLogo(ctx, actor(ctx)))
}

type logoInput struct {
	IDInput
	Name string `path:"name" maxLength:"64" doc:"The name in logoUrl, which changes with the logo"`
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
