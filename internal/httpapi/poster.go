package httpapi

import (
	"bytes"
	"context"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/poster"
)

// ReachedInput is under which address the caller reached us.
type ReachedInput struct {
	ForwardedProto string `header:"X-Forwarded-Proto" hidden:"true"`
	host           string
	encrypted      bool
}

// Resolve notes that address.
func (in *ReachedInput) Resolve(ctx huma.Context) []error {
	in.host, in.encrypted = ctx.Host(), ctx.TLS() != nil
	return nil
}

var _ huma.Resolver = (*ReachedInput)(nil)

type posterInput struct {
	Size poster.Size `query:"size" enum:"A4,A6" default:"A4"`
	ReachedInput
}

// poster is the printable sheet with the QR of the registration form.
func (c businessCalls) poster(ctx context.Context, in *posterInput) (*fileOutput, error) {
	business, err := c.cases.Businesses.Get(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	terms := business.FamilyTerms()
	sheet := poster.Poster{
		Name:    business.Name,
		Address: c.address.registration(in.ReachedInput, business.ID),
		Welcome: business.WelcomeText,
		Target:  terms.Target,
		Half:    terms.Half,
	}
	var pdf bytes.Buffer
	if err := sheet.Draw(in.Size, &pdf); err != nil {
		return nil, err
	}
	return &fileOutput{
		ContentType: "application/pdf",
		Disposition: `attachment; filename="cartel-` + strings.ToLower(string(in.Size)) + `.pdf"`,
		Body:        pdf.Bytes(),
	}, nil
}

// publicAddress is where customers reach us.
type publicAddress struct {
	publicURL string // as it was set up, without trailing slash; empty: as the caller does
	proxied   bool   // the peer is our proxy: it says whether the caller came by https
}

// registration is where a business's customers register.
func (a publicAddress) registration(in ReachedInput, businessID string) string {
	return a.reached(in) + "/public/register?bid=" + url.QueryEscape(businessID)
}

// reached is where customers reach us: as it was set up, or else the address
// that the caller used.
func (a publicAddress) reached(in ReachedInput) string {
	if a.publicURL != "" {
		return a.publicURL
	}
	if in.encrypted || (a.proxied && in.ForwardedProto == "https") {
		return "https://" + in.host
	}
	return "http://" + in.host
}
