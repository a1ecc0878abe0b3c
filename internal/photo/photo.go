// Package photo checks the pictures that customers consent to: JPEG or WebP of a bounded size, without metadata.
package photo

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/jpeg" // decodes JPEG

	_ "golang.org/x/image/webp" // decodes WebP

	"axioma/internal/loyalty"
)

// Limits of an upload.
const (
	MaxUpload = 1 << 20   // bytes
	MaxBytes  = 200 << 10 // without metadata
	MinSide   = 64        // pixels of the longer side
	MaxSide   = 1280      // pixels of the longer side
)

// maxScans limits the scans of a progressive JPEG: each takes a few bytes, but as long to decode as a whole picture.
const maxScans = 100

// Photo is a checked picture without metadata.
type Photo struct {
	Bytes         []byte
	Width, Height int
}

// Reader checks one upload at a time: a decoded picture takes 5 MB of memory.
type Reader struct{ slot chan struct{} }

// NewReader returns a reader.
func NewReader() *Reader { return &Reader{slot: make(chan struct{}, 1)} }

// Read removes metadata, and decodes the picture to refuse a broken one. Errors: loyalty.ErrPhotoUnreadable,
// ErrPhotoTooLarge, ErrPhotoTooSmall.
func (r *Reader) Read(ctx context.Context, upload []byte) (Photo, error) {
	clean, size, err := measure(upload)
	if err != nil {
		return Photo{}, err
	}
	select {
	case r.slot <- struct{}{}:
		defer func() { <-r.slot }()
	case <-ctx.Done():
		return Photo{}, fmt.Errorf("waiting to read a photo: %w", ctx.Err())
	}
	if _, _, err := image.Decode(bytes.NewReader(clean)); err != nil {
		return Photo{}, loyalty.ErrPhotoUnreadable
	}
	return Photo{Bytes: clean, Width: size.Width, Height: size.Height}, nil
}

// IsClean reports whether Read would not change a picture. It does not decode the pixels.
func IsClean(picture []byte, width, height int64) bool {
	clean, size, err := measure(picture)
	return err == nil && bytes.Equal(clean, picture) && int64(size.Width) == width && int64(size.Height) == height
}

// ContentType returns the media type of a checked picture.
func ContentType(picture []byte) string {
	if isJPEG(picture) {
		return "image/jpeg"
	}
	return "image/webp"
}

// measure checks the size before decoding.
func measure(upload []byte) (clean []byte, size image.Config, err error) {
	if len(upload) > MaxUpload {
		return nil, size, loyalty.ErrPhotoTooLarge
	}
	clean, ok := withoutMetadata(upload)
	if !ok {
		return nil, size, loyalty.ErrPhotoUnreadable
	}
	size, _, err = image.DecodeConfig(bytes.NewReader(clean))
	longer := max(size.Width, size.Height)
	switch {
	case err != nil:
		return nil, size, loyalty.ErrPhotoUnreadable
	case len(clean) > MaxBytes, longer > MaxSide:
		return nil, size, loyalty.ErrPhotoTooLarge
	case longer < MinSide:
		return nil, size, loyalty.ErrPhotoTooSmall
	}
	return clean, size, nil
}

func withoutMetadata(upload []byte) (clean []byte, ok bool) {
	if isJPEG(upload) {
		return cleanJPEG(upload)
	}
	return cleanWebP(upload)
}
