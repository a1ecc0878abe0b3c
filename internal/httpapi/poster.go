package httpapi

import (
	"bytes"
	"context"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
	"axioma/internal/poster"
	"axioma/internal/wallet"
)

// BaseURLInput has the URL that the caller used.
type BaseURLInput struct {
	ForwardedProto string `header:"X-Forwarded-Proto" hidden:"true"`
	host           string
	encrypted      bool
}

// Resolve reads host and TLS.
func (in *BaseURLInput) Resolve(ctx huma.Context) []error {
	in.host, in.encrypted = ctx.Host(), ctx.TLS() != nil
	return nil
}

var _ huma.Resolver = (*BaseURLInput)(nil)

type posterInput struct {
	Size poster.Size `query:"size" enum:"A4,A6" default:"A4"`
	BaseURLInput
}

func (c businessCalls) poster(ctx context.Context, in *posterInput) (*fileOutput, error) {
	sheet, err := c.sheet(ctx, in.BaseURLInput)
	if err != nil {
		return nil, err
	}
	var pdf bytes.Buffer
	if err := sheet.WritePDF(in.Size, &pdf); err != nil {
		return nil, err
	}
	if err := c.cases.FirstSteps.Note(ctx, actor(ctx), loyalty.StepPoster); err != nil {
		return nil, err
	}
	return &fileOutput{
		ContentType: "application/pdf",
		Disposition: `attachment; filename="cartel-` + strings.ToLower(string(in.Size)) + `.pdf"`,
		Body:        pdf.Bytes(),
	}, nil
}

// Poster is a preview of the poster.
type Poster struct {
	Address     string `json:"address" doc:"Short URL of the registration page, which is in the QR"`
	Reach       reach  `json:"reach" enum:"EVERYWHERE,LOCAL,UNENCRYPTED" doc:"LOCAL: customers' phones cannot open the URLs. UNENCRYPTED: they warn about them"`
	Portal      string `json:"portal" doc:"URL where customers sign in to see their card and QR"`
	Picture     string `json:"picture" doc:"The poster as an SVG"`
	Unprintable string `json:"unprintable" doc:"Characters of the name that the poster cannot print"`
}

type posterPreviewInput struct {
	BusinessID string `query:"businessId" doc:"Business of the poster, for an operator"`
	BaseURLInput
}

type posterPreviewOutput struct{ Body Poster }

func (c businessCalls) previewPoster(ctx context.Context, in *posterPreviewInput) (*posterPreviewOutput, error) {
	sheet, err := c.sheet(ctx, in.BaseURLInput)
	if err != nil {
		return nil, err
	}
	var picture bytes.Buffer
	if err := sheet.WriteSVG(&picture); err != nil {
		return nil, err
	}
	return &posterPreviewOutput{Body: Poster{
		Address: sheet.Address, Reach: reachOf(sheet.Address),
		Portal:  c.address.baseURL(in.BaseURLInput) + PortalPath + url.QueryEscape(actor(ctx).BusinessID),
		Picture: picture.String(), Unprintable: poster.Unprintable(sheet.Name),
	}}, nil
}

func (c businessCalls) sheet(ctx context.Context, in BaseURLInput) (poster.Poster, error) {
	business, err := c.cases.Businesses.Get(ctx, actor(ctx))
	if err != nil {
		return poster.Poster{}, err
	}
	logo, err := c.cases.Businesses.OwnLogo(ctx, actor(ctx))
	if err != nil {
		return poster.Poster{}, err
	}
	code, err := c.cases.Businesses.ShortCode(ctx, actor(ctx))
	terms := business.FamilyTerms()
	return poster.Poster{
		Name:    business.Name,
		Address: c.address.baseURL(in) + shortAddresses + code,
		Welcome: business.WelcomeText,
		Target:  terms.Target,
		Half:    terms.Half,
		Enamel:  wallet.InksOf(business.Colour).Enamel,
		Logo:    logo,
		Hours:   hoursLines(business.Premises.Hours),
	}, err
}

func hoursLines(hours loyalty.OpeningHours) []string {
	var lines []string
	for _, line := range hours.Lines() {
		lines = append(lines, line.Days+" "+line.Hours)
	}
	return lines
}
