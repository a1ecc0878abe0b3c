package httpapi

import (
	"bytes"
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
	"axioma/internal/poster"
	"axioma/internal/wallet"
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
	sheet, err := c.sheet(ctx, in.ReachedInput)
	if err != nil {
		return nil, err
	}
	var pdf bytes.Buffer
	if err := sheet.WritePDF(in.Size, &pdf); err != nil {
		return nil, err
	}
	return &fileOutput{
		ContentType: "application/pdf",
		Disposition: `attachment; filename="cartel-` + strings.ToLower(string(in.Size)) + `.pdf"`,
		Body:        pdf.Bytes(),
	}, nil
}

// Poster is what the poster shows, before it is printed.
type Poster struct {
	Address     string `json:"address" doc:"The short address of the registration page, which its QR says"`
	Reach       reach  `json:"reach" enum:"EVERYWHERE,LOCAL,UNENCRYPTED" doc:"LOCAL: customers' phones cannot open the address; UNENCRYPTED: they warn of it"`
	Picture     string `json:"picture" doc:"The sheet as an SVG"`
	Unprintable string `json:"unprintable" doc:"Signs of the name that the sheet cannot print; empty: it prints them all"`
}

type shownPosterInput struct {
	BusinessID string `query:"businessId" doc:"Of an operator's call: whose poster it is"`
	ReachedInput
}

type shownPosterOutput struct{ Body Poster }

// showPoster is the same sheet to be looked at, and whether its address will do.
func (c businessCalls) showPoster(ctx context.Context, in *shownPosterInput) (*shownPosterOutput, error) {
	sheet, err := c.sheet(ctx, in.ReachedInput)
	if err != nil {
		return nil, err
	}
	var picture bytes.Buffer
	if err := sheet.WriteSVG(&picture); err != nil {
		return nil, err
	}
	return &shownPosterOutput{Body: Poster{Address: sheet.Address, Reach: reachOf(sheet.Address), Picture: picture.String(), Unprintable: poster.Unprintable(sheet.Name)}}, nil
}

func (c businessCalls) sheet(ctx context.Context, in ReachedInput) (poster.Poster, error) {
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
		Address: c.address.reached(in) + shortAddresses + code,
		Welcome: business.WelcomeText,
		Target:  terms.Target,
		Half:    terms.Half,
		Enamel:  wallet.InksOf(business.Colour).Enamel,
		Logo:    logo,
		Hours:   hoursSaid(business.Premises.Hours),
	}, err
}

func hoursSaid(hours loyalty.OpeningHours) []string {
	var lines []string
	for _, line := range hours.Lines() {
		lines = append(lines, line.Days+" "+line.Hours)
	}
	return lines
}
