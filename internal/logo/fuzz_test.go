package logo_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"axioma/internal/logo"
)

func FuzzRead(f *testing.F) {
	picture := paint(64, 64, color.White, color.Black)
	var asPNG, asJPEG bytes.Buffer
	if err := png.Encode(&asPNG, picture); err != nil {
		f.Fatal(err)
	}
	if err := jpeg.Encode(&asJPEG, picture, nil); err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{asPNG.Bytes(), asJPEG.Bytes(), asPNG.Bytes()[:40], []byte("<svg onload=alert(1)>"), []byte("GIF89a"), {}} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, upload []byte) {
		logoBytes, err := logo.NewReader().Read(t.Context(), upload)
		if err != nil {
			return
		}
		config, format, err := image.DecodeConfig(bytes.NewReader(logoBytes))
		if err != nil || format != "png" || max(config.Width, config.Height) > logo.Side || len(logoBytes) > logo.MaxBytes {
			t.Errorf("an upload of %d bytes became %d bytes of %q, %dx%d, %v", len(upload), len(logoBytes), format, config.Width, config.Height, err)
		}
	})
}
