package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// exportWriteTimeout limits how long an export may take to send.
const exportWriteTimeout = 30 * time.Minute

// export sends a ZIP with all data of a business. It is written to a temporary file first: a slow client does not hold
// the database snapshot, and an error before the first byte is still answered.
func (c controlPanelCalls) export(ctx context.Context, in *IDInput) (*huma.StreamResponse, error) {
	file, err := createAnonymousFile()
	if err != nil {
		return nil, err
	}
	err = c.cases.Exports.Write(ctx, actor(ctx), in.ID, file)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, discard(file))
	}
	return &huma.StreamResponse{Body: func(out huma.Context) { c.sendExport(out, file, in.ID) }}, nil
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

func (c controlPanelCalls) sendExport(out huma.Context, file *os.File, businessID string) {
	_, writer := humago.Unwrap(out)
	out.SetHeader("Content-Type", "application/zip")
	out.SetHeader("Content-Disposition", fmt.Sprintf(`attachment; filename="negocio-%.8s.zip"`, businessID))
	err := http.NewResponseController(writer).SetWriteDeadline(time.Now().Add(exportWriteTimeout))
	if errors.Is(err, http.ErrNotSupported) {
		err = nil
	}
	if err == nil {
		_, err = io.Copy(out.BodyWriter(), file)
	}
	if err = errors.Join(err, discard(file)); err != nil {
		c.log.WarnContext(out.Context(), "sending an export", "error", err)
	}
}

func discard(file *os.File) error {
	err := file.Close()
	if removed := os.Remove(file.Name()); !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}
