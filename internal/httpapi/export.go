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

// exportWriteTimeout is how long a slow line may take to receive an export.
const exportWriteTimeout = 30 * time.Minute

// export sends a ZIP with all data of a business. It is put together
// in a file without a name: the snapshot of the database
// ends with the last row, however slow the caller reads, and what goes wrong
// before the first byte is answered as an error.
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

// createAnonymousFile is an empty file that nobody finds and that is gone with the program,
// however it ends. Where the system keeps the name of a file that is open, it is
// removed by discard.
func createAnonymousFile() (*os.File, error) {
	file, err := os.CreateTemp("", "axioma-export-*.zip")
	if err != nil {
		return nil, fmt.Errorf("making room for an export: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil && runtime.GOOS != "windows" {
		return nil, errors.Join(fmt.Errorf("hiding an export: %w", err), file.Close())
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
