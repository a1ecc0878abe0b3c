package googlewallet

import (
	"context"
	"regexp"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
)

const pictureEnd = ".png"

// pictureAddress is where Google fetches a picture. The seal keeps others from having us
// draw what they like.
func (i *Issuer) pictureAddress(ctx context.Context, name string) (string, error) {
	seal, err := i.options.Cases.Seal(ctx, name)
	return i.options.PublicURL + i.options.Path + PicturesPath + name + "." + seal + pictureEnd, err
}

// logoName is the name of the picture of a business's logo.
func logoName(businessID string, logo loyalty.LogoName) string {
	return "logo-" + businessID + "-" + string(logo)
}

var logoForm = regexp.MustCompile(`^logo-(.+)-([0-9a-f]+)$`)

// renderPicture is the picture of a name; nil where that says nothing.
func (i *Issuer) renderPicture(ctx context.Context, name string) ([]byte, error) {
	says := logoForm.FindStringSubmatch(name)
	if says == nil {
		return i.pictures.Render(name)
	}
	logo, err := i.options.Cases.Logo(ctx, says[1], loyalty.LogoName(says[2]))
	if err != nil {
		return nil, err
	}
	return wallet.RoundLogo(logo)
}

// Picture returns a picture by the last part of its address, as PNG. It refuses with
// loyalty.ErrNoPasses an address that is none of ours.
func (i *Issuer) Picture(ctx context.Context, file string) ([]byte, error) {
	name, seal, _ := strings.Cut(strings.TrimSuffix(file, pictureEnd), ".")
	sealed, err := i.options.Cases.VerifySeal(ctx, name, seal)
	if err != nil {
		return nil, err
	}
	if !sealed {
		return nil, loyalty.ErrNoPasses
	}
	picture, err := i.renderPicture(ctx, name)
	if err == nil && picture == nil {
		err = loyalty.ErrNoPasses
	}
	return picture, err
}
