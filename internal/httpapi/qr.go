package httpapi

import (
	"context"
	"fmt"
)

func qrURL(customerID string) string { return "/api/public/customers/" + customerID + "/qr.png" }

type qrInput struct {
	IDInput
	Download bool `query:"download" doc:"Answer as a file to save"`
}

type qrOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Disposition  string `header:"Content-Disposition"`
	Body         []byte
}

func (c customerCalls) qrPicture(ctx context.Context, in *qrInput) (*qrOutput, error) {
	says, err := c.cases.QRCodes.Of(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	picture, err := c.pictures.Customer(says.CustomerID, says.BusinessID, says.Signature)
	if err != nil {
		return nil, err
	}
	out := &qrOutput{ContentType: "image/png", CacheControl: "private, max-age=3600", Body: picture}
	if in.Download {
		// The first 8 characters of the id (specification, section 9).
		out.Disposition = fmt.Sprintf(`attachment; filename="qr-%.8s.png"`, in.ID)
	}
	return out, nil
}
