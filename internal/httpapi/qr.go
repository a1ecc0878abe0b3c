package httpapi

import (
	"context"
	"encoding/json"
	"fmt"

	"rsc.io/qr"
)

// qrContent is what a customer's QR says (specification, section 3): a type
// marker, the customer and the business.
type qrContent struct {
	Type       string `json:"type"`
	CustomerID string `json:"customerId"`
	BusinessID string `json:"businessId"`
}

const qrType = "AXIOMA_CUSTOMER"

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

func (a *API) qrPicture(ctx context.Context, in *qrInput) (*qrOutput, error) {
	businessID, err := a.service.CustomerBusiness(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	picture, err := drawQR(in.ID, businessID)
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

// drawQR returns the picture as a PNG with the quiet border that scanners
// need.
func drawQR(customerID, businessID string) ([]byte, error) {
	content, err := json.Marshal(qrContent{Type: qrType, CustomerID: customerID, BusinessID: businessID})
	if err != nil {
		return nil, fmt.Errorf("encoding a QR's content: %w", err)
	}
	code, err := qr.Encode(string(content), qr.M)
	if err != nil {
		return nil, fmt.Errorf("drawing a QR: %w", err)
	}
	return code.PNG(), nil
}
