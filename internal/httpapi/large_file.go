package httpapi

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

type largeFile struct {
	contentType string
	name        string
	log         *slog.Logger
}

const largeFileTimeout = 30 * time.Minute

// send writes a file by way of a temporary one: a slow client holds no database resources, and an early error gets a
// problem response.
func (f largeFile) send(write func(io.Writer) error) (*huma.StreamResponse, error) {
	file, err := createAnonymousFile()
	if err != nil {
		return nil, err
	}
	var size int64
	if err = write(file); err == nil {
		size, err = file.Seek(0, io.SeekCurrent)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, discard(file))
	}
	return &huma.StreamResponse{Body: func(out huma.Context) { f.copy(out, file, size) }}, nil
}

func (f largeFile) copy(out huma.Context, file *os.File, size int64) {
	_, writer := humago.Unwrap(out)
	out.SetHeader("Content-Type", f.contentType)
	out.SetHeader("Content-Length", strconv.FormatInt(size, 10))
	out.SetHeader("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.name))
	err := ifSupported(http.NewResponseController(writer).SetWriteDeadline(time.Now().Add(largeFileTimeout)))
	if err == nil {
		_, err = io.Copy(out.BodyWriter(), file)
	}
	if err = errors.Join(err, discard(file)); err != nil {
		f.log.WarnContext(out.Context(), "sending a file", "name", f.name, "error", err)
	}
}

// createAnonymousFile returns a file that disappears with the process; on Windows discard removes it.
func createAnonymousFile() (*os.File, error) {
	file, err := os.CreateTemp("", "axioma-export-*")
	if err != nil {
		return nil, fmt.Errorf("creating a temporary file: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil && runtime.GOOS != "windows" {
		return nil, errors.Join(fmt.Errorf("unlinking a temporary file: %w", err), file.Close())
	}
	return file, nil
}

func discard(file *os.File) error {
	err := file.Close()
	if removeError := os.Remove(file.Name()); !errors.Is(removeError, os.ErrNotExist) {
		err = errors.Join(err, removeError)
	}
	return err
}
