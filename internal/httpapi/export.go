package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/service"
)

// exportSender sends exports, one at a time per business.
type exportSender struct {
	cases *service.Service
	log   *slog.Logger
}

func (s exportSender) send(ctx context.Context, businessID string, file largeFile, write func(io.Writer) error) (*huma.StreamResponse, error) {
	job, err := s.cases.Exports.Begin(ctx, businessID)
	if err != nil {
		return nil, err
	}
	file.log = s.log
	response, err := file.send(write)
	if err != nil {
		return nil, errors.Join(err, job.End(ctx))
	}
	stream := response.Body
	response.Body = func(out huma.Context) {
		defer func() {
			if err := job.End(out.Context()); err != nil {
				s.log.WarnContext(out.Context(), "ending an export", "error", err)
			}
		}()
		stream(out)
	}
	return response, nil
}

func (s exportSender) sendExport(ctx context.Context, businessID string) (*huma.StreamResponse, error) {
	file := largeFile{contentType: "application/zip", name: fmt.Sprintf("negocio-%.8s.zip", businessID)}
	return s.send(ctx, businessID, file, func(out io.Writer) error { return s.cases.Exports.Write(ctx, actor(ctx), businessID, out) })
}

func (c controlPanelCalls) export(ctx context.Context, in *IDInput) (*huma.StreamResponse, error) {
	return exportSender{c.cases, c.log}.sendExport(ctx, in.ID)
}
