package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"axioma/internal/service"
)

// exportWriteTimeout limits how long an export may take to send.
const exportWriteTimeout = 30 * time.Minute

// fileSender writes a file of a business and streams it. It is written to a temporary file first: a slow client does not
// hold the database snapshot, and an error before the first byte is still answered.
type fileSender struct {
	cases *service.Service
	log   *slog.Logger
}

// sentFile is a file to write and send.
type sentFile struct {
	businessID, name, contentType string
	write                         func(io.Writer) error
}

// send writes a file, and returns the response that streams it. One runs at a time for a business, until it is sent.
func (s fileSender) send(ctx context.Context, sent sentFile) (response *huma.StreamResponse, err error) {
	job, err := s.cases.Exports.Begin(ctx, sent.businessID)
	if err != nil {
		return nil, err
	}
	defer func() {
		if response == nil {
			err = errors.Join(err, job.End(ctx))
		}
	}()
	file, err := createAnonymousFile()
	if err != nil {
		return nil, err
	}
	err = sent.write(file)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, discard(file))
	}
	return &huma.StreamResponse{Body: func(out huma.Context) {
		err := errors.Join(stream(out, file, sent), job.End(out.Context()))
		if err != nil {
			s.log.WarnContext(out.Context(), "sending an export", "error", err)
		}
	}}, nil
}

// export sends a ZIP with all data of a business to the operator.
func (c controlPanelCalls) export(ctx context.Context, in *IDInput) (*huma.StreamResponse, error) {
	return fileSender{c.cases, c.log}.sendExport(ctx, in.ID)
}

func (s fileSender) sendExport(ctx context.Context, businessID string) (*huma.StreamResponse, error) {
	return s.send(ctx, sentFile{
		businessID: businessID, name: fmt.Sprintf("negocio-%.8s.zip", businessID), contentType: "application/zip",
		write: func(out io.Writer) error { return s.cases.Exports.Write(ctx, actor(ctx), businessID, out) },
	})
}

// createAnonymousFile returns a file without a name, which disappears with the process. On Windows discard removes it.
func createAnonymousFile() (*os.File, error) {
	file, err := os.CreateTemp("", "axioma-export-*.zip")
	if err != nil {
		return nil, fmt.Errorf("creating the export file: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil && runtime.GOOS != "windows" {
		return nil, errors.Join(fmt.Errorf("unlinking the export file: %w", err), file.Close())
	}
	return file, nil
}

// stream sends a file and discards it.
func stream(out huma.Context, file *os.File, sent sentFile) error {
	_, writer := humago.Unwrap(out)
	out.SetHeader("Content-Type", sent.contentType)
	out.SetHeader("Content-Disposition", fmt.Sprintf("attachment; filename=%q", sent.name))
	err := http.NewResponseController(writer).SetWriteDeadline(time.Now().Add(exportWriteTimeout))
	if errors.Is(err, http.ErrNotSupported) {
		err = nil
	}
	if err == nil {
		_, err = io.Copy(out.BodyWriter(), file)
	}
	return errors.Join(err, discard(file))
}

func discard(file *os.File) error {
	err := file.Close()
	if removed := os.Remove(file.Name()); !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}
