package httpapi

import (
	"context"

	"axioma/internal/badge"
	"axioma/internal/loyalty"
)

// Badges are the vendors' artwork for wallet buttons. Without it a button shows text.
type Badges struct{ Apple, Google *badge.Badge }

func badgeURL(link *string, artwork *badge.Badge) *string {
	if artwork == nil || link == nil {
		return nil
	}
	address := PassService + "/badges/" + artwork.Name
	return &address
}

// BadgeInput names a badge.
type BadgeInput struct {
	Name string `path:"name" maxLength:"64"`
}

// badgePolicy sandboxes the badge: an SVG may contain scripts.
const badgePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

type badgeOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Policy       string `header:"Content-Security-Policy"`
	Body         []byte
}

func (c passCalls) badge(_ context.Context, in *BadgeInput) (*badgeOutput, error) {
	for _, artwork := range []*badge.Badge{c.badges.Apple, c.badges.Google} {
		if artwork != nil && artwork.Name == in.Name {
			return &badgeOutput{
				ContentType: artwork.ContentType, CacheControl: "public, max-age=31536000, immutable", Policy: badgePolicy, Body: artwork.Picture,
			}, nil
		}
	}
	return nil, loyalty.ErrPassesUnavailable
}
