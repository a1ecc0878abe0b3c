package httpapi

import (
	"context"

	"axioma/internal/badge"
	"axioma/internal/loyalty"
)

// Badges are the vendors' artwork for the buttons that lead into their wallets. Without one
// its button has words of ours.
type Badges struct{ Apple, Google *badge.Badge }

// badgeURL is where the artwork of a button is; nil where there is none, or no way that the
// button would lead.
func badgeURL(way *string, artwork *badge.Badge) *string {
	if artwork == nil || way == nil {
		return nil
	}
	address := PassService + "/badges/" + artwork.Name
	return &address
}

// BadgeInput names a badge.
type BadgeInput struct {
	Name string `path:"name" maxLength:"64"`
}

// badgePolicy keeps a drawing that is opened by itself from doing anything.
const badgePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

type badgeOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Policy       string `header:"Content-Security-Policy"`
	Body         []byte
}

// badge answers with a vendor's artwork, as the operator has given it.
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
