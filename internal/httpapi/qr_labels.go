package httpapi

import (
	"context"
	"io"
	"log/slog"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/poster"
	"axioma/internal/qr"
	"axioma/internal/service"
)

type qrLabelCalls struct {
	cases *service.Service
	log   *slog.Logger
}

type qrLabelsInput struct {
	Import string `query:"import" maxLength:"64" doc:"Only customers that this import created or completed, in the order of its file. Default: all, by name"`
}

func (c qrLabelCalls) file(ctx context.Context, in *qrLabelsInput) (*huma.StreamResponse, error) {
	business, err := c.cases.Businesses.Get(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	file := largeFile{contentType: "application/pdf", name: "etiquetas-qr.pdf", log: c.log}
	return file.send(func(out io.Writer) error {
		labels := poster.NewLabels(business.Name, out)
		err := c.cases.QRLabels.Each(ctx, actor(ctx), in.Import, func(label service.QRLabel) error {
			picture, err := qr.Customer(label.QR.ID, label.QR.BusinessID, label.QR.Signature)
			if err != nil {
				return err
			}
			return labels.Add(poster.Label{Name: label.Name, QR: picture})
		})
		if err != nil {
			return err
		}
		return labels.Close()
	})
}
