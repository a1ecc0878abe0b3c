package googlewallet

import (
	"context"
	"regexp"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
)

const pictureEnd = ".png"

// pictureAddress returns a URL with a seal, so that others cannot make the server render pictures.
func (i *Issuer) pictureAddress(ctx context.Context, name string) (string, error) {
	seal, err := i.options.Cases.Seal(ctx, name)
	return i.options.PublicURL + i.options.Path + PicturesPath + name + "." + seal + pictureEnd, err
}

func logoName(businessID string, logo loyalty.LogoName) string {
	return "logo-" + businessID + "-" + string(logo)
}

var logoForm = regexp.MustCompile(`^logo-(.+)-([0-9a-f]+)$`)

func (i *Issuer) renderPicture(ctx context.Context, name string) ([]byte, error) {
	parts := logoForm.FindStringSubmatch(name)
	if parts == nil {
		return i.pictures.Render(name)
	}
	logo, err := i.options.Cases.Logo(ctx, parts[1], loyalty.LogoName(parts[2]))
	if err != nil {
		return nil, err
	}
	return wallet.RoundLogo(logo)
}

// Picture returns a PNG, or loyalty.ErrPassesUnavailable for an invalid name or seal.
func (i *Issuer) Picture(ctx context.Context, file string) ([]byte, error) {
	name, seal, _ := strings.Cut(strings.TrimSuffix(file, pictureEnd), ".")
	sealed, err := i.options.Cases.VerifySeal(ctx, name, seal)
	if err != nil {
		return nil, err
	}
	if !sealed {
		return nil, loyalty.ErrPassesUnavailable
	}
	picture, err := i.renderPicture(ctx, name)
	if err == nil && picture == nil {
		err = loyalty.ErrPassesUnavailable
	}
	return picture, err
}
