package httpapi

import (
	"context"
	"encoding/base64"
	"fmt"

	"axioma/internal/qr"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

func qrURL(qrID string) string { return "/api/public/customers/" + qrID + "/qr.png" }

type qrPictures struct{ cases *service.Service }

func (p qrPictures) picture(ctx context.Context, qrID string) ([]byte, error) {
	content, err := p.cases.QRCodes.Content(ctx, qrID)
	if err != nil {
		return nil, err
	}
	return qr.Customer(content.ID, content.BusinessID, content.Signature)
}

// EmbeddedQR saves the request for the picture: two seconds on a slow line.
type EmbeddedQR struct {
	QRPicture string `json:"qrPicture,omitempty" doc:"The picture as a data URL; absent: fetch it from qrUrl"`
}

// embed returns no picture on an error: the request has succeeded.
func (p qrPictures) embed(ctx context.Context, qrID string) EmbeddedQR {
	picture, err := p.picture(ctx, qrID)
	if err != nil {
		return EmbeddedQR{}
	}
	return EmbeddedQR{"data:image/png;base64," + base64.StdEncoding.EncodeToString(picture)}
}

type qrInput struct {
	IDInput
	Download bool `query:"download" doc:"Send it as an attachment"`
}

type qrOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Disposition  string `header:"Content-Disposition"`
	Body         []byte
}

func (c customerCalls) qrPicture(ctx context.Context, in *qrInput) (*qrOutput, error) {
	picture, err := c.qrs.picture(ctx, in.ID)
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

type qrCalls struct{ cases *service.Service }

type changeOwnQRInput struct {
	Key string `header:"Idempotency-Key"`
}

// ChangedQR is a new QR.
type ChangedQR struct {
	QRURL string `json:"qrUrl"`
}

type changedQROutput struct{ Body ChangedQR }

func (c qrCalls) changeOwn(ctx context.Context, in *changeOwnQRInput) (*changedQROutput, error) {
	customer, err := c.cases.QRChanges.ChangeOwn(ctx, portalUser(ctx), usecase.IdempotencyKey(in.Key))
	if err != nil {
		return nil, err
	}
	return &changedQROutput{Body: ChangedQR{QRURL: qrURL(customer.QR())}}, nil
}

type changeQRInput struct {
	IDInput
	Key string `header:"Idempotency-Key"`
}

func (c qrCalls) change(ctx context.Context, in *changeQRInput) (*customerOutput, error) {
	return answerCustomer(ctx)(c.cases.QRChanges.Change(ctx, actor(ctx), in.ID, usecase.IdempotencyKey(in.Key)))
}
