package googlewallet

import (
	"context"
	"strings"

	"axioma/internal/loyalty"
)

const pictureEnd = ".png"

// pictureAddress is where Google fetches a picture. The seal keeps others from having us
// draw what they like.
func (i *Issuer) pictureAddress(ctx context.Context, name string) (string, error) {
	seal, err := i.options.Cases.Seal(ctx, name)
	return i.options.PublicURL + i.options.Path + Pictures + name + "." + seal + pictureEnd, err
}

// Picture returns a picture by the last part of its address, as PNG. It refuses with
// loyalty.ErrNoPasses an address that is none of ours.
func (i *Issuer) Picture(ctx context.Context, file string) ([]byte, error) {
	name, seal, _ := strings.Cut(strings.TrimSuffix(file, pictureEnd), ".")
	sealed, err := i.options.Cases.Sealed(ctx, name, seal)
	if err != nil {
		return nil, err
	}
	if !sealed {
		return nil, loyalty.ErrNoPasses
	}
	picture, err := i.pictures.Draw(name)
	if err == nil && picture == nil {
		err = loyalty.ErrNoPasses
	}
	return picture, err
}
