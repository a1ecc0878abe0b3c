package servicetest

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// EnableUsual switches 'lo de siempre' on or off.
func (shop *Shop) EnableUsual(enabled bool) {
	shop.T.Helper()
	changes := loyalty.SettingChanges{UsualEnabled: &enabled}
	if _, err := shop.Cases.Businesses.ChangeSettings(context.Background(), shop.Owner, changes, false); err != nil {
		shop.T.Fatalf("switching the usual cut: %v", err)
	}
}

// Photo returns a grey JPEG.
func (shop *Shop) Photo(grey uint8) []byte {
	shop.T.Helper()
	picture, out := image.NewGray(image.Rect(0, 0, 80, 64)), bytes.Buffer{}
	draw.Draw(picture, picture.Bounds(), image.NewUniform(color.Gray{Y: grey}), image.Point{}, draw.Src)
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		shop.T.Fatalf("drawing a photo: %v", err)
	}
	return out.Bytes()
}

// Permission returns a consent at the counter, for a minor by the guardian on record.
func Permission() *loyalty.UsualPermission {
	return &loyalty.UsualPermission{Granted: true, Guardian: loyalty.Guardian{Consents: true}}
}

// KeepUsual records consent to the usual cut, a note and pictures.
func (shop *Shop) KeepUsual(customer loyalty.Customer, note string, pictures int) service.Usual {
	shop.T.Helper()
	ctx := context.Background()
	usual, err := shop.Cases.Usuals.ChangeNote(ctx, shop.Barber, service.UsualNoteRequest{CustomerID: customer.ID, Note: note, Permission: Permission()})
	for i := 0; i < pictures && err == nil; i++ {
		usual, err = shop.Cases.Usuals.AddPicture(ctx, shop.Barber, service.UsualPictureRequest{CustomerID: customer.ID, Upload: shop.Photo(uint8(60 * i))})
	}
	if err != nil {
		shop.T.Fatalf("keeping the usual cut of %s: %v", customer.Name, err)
	}
	return usual
}
