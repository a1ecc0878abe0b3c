package photo

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

// browserWebP is a 96 x 64 picture with a colour profile, as a browser's canvas writes it.
const browserWebP = "UklGRjYCAABXRUJQVlA4WAoAAAAgAAAAXwAAPwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggSAAAAHAEAJ0BKmAAQAA+7Xa3VamnJSMhaAEwHYlpANZegAALMiRIkSJKCEiRIgAAAP7aJv+HLDPRv+LYpDwa1zyOPswrlEqYIAAAAA=="

func picture(width, height int) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.RGBA{170, 85, 34, 255}), image.Point{}, draw.Src)
	return out
}

func jpegOf(t *testing.T, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture(width, height), nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func segment(marker byte, text string) []byte {
	out := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(2+len(text)))
	return append(out, text...)
}

const place = "GPSLatitude 40.4168 Ana Ruiz"

func TestReader_Metadata_AreRemoved(t *testing.T) {
	t.Parallel()
	plain := jpegOf(t, 90, 60)
	camera := append(bytes.Clone(plain[:2]), segment(0xe1, "Exif\x00\x00"+place)...)
	camera = append(camera, segment(0xe2, "ICC_PROFILE"+place)...)
	camera = append(camera, segment(0xfe, place)...)
	camera = append(append(camera, plain[2:]...), "<script>"+place...)
	browser, err := base64.StdEncoding.DecodeString(browserWebP)
	if err != nil {
		t.Fatal(err)
	}
	exif := append(binary.LittleEndian.AppendUint32([]byte("EXIF"), uint32(len(place))), place...)
	taggedPicture := append(append(bytes.Clone(browser), exif...), "trailing "+place...)
	for name, upload := range map[string][]byte{"JPEG": camera, "WebP": taggedPicture} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read, err := NewReader().Read(t.Context(), upload)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(read.Bytes), place) || bytes.Contains(read.Bytes, []byte("ICC")) {
				t.Error("the stored picture has metadata")
			}
			if _, _, err := image.Decode(bytes.NewReader(read.Bytes)); err != nil || read.Width < 90 || read.Height < 60 {
				t.Errorf("the picture of %d x %d pixels is broken: %v; want at least 90 and at least 60", read.Width, read.Height, err)
			}
			if !IsClean(read.Bytes, int64(read.Width), int64(read.Height)) || IsClean(upload, int64(read.Width), int64(read.Height)) {
				t.Error("IsClean confuses the stored picture and the upload")
			}
			if want := "image/" + strings.ToLower(name); ContentType(read.Bytes) != want {
				t.Errorf("the picture is served as %s, want %s", ContentType(read.Bytes), want)
			}
		})
	}
}

func TestReader_UnfitUpload_IsRefused(t *testing.T) {
	t.Parallel()
	whole := jpegOf(t, 90, 60)
	var drawing bytes.Buffer
	if err := png.Encode(&drawing, picture(90, 60)); err != nil {
		t.Fatal(err)
	}
	scan := bytes.Index(whole, []byte{0xff, markerSOS})
	end := []byte{0xff, markerEOI}
	bomb := append(bytes.Clone(whole[:len(whole)-2]), bytes.Repeat(whole[scan:len(whole)-2], maxScans)...)
	cases := map[string]struct {
		upload []byte
		want   error
	}{
		"empty":              {nil, loyalty.ErrPhotoUnreadable},
		"HTML":               {[]byte("<script>alert(1)</script>"), loyalty.ErrPhotoUnreadable},
		"PNG":                {drawing.Bytes(), loyalty.ErrPhotoUnreadable},
		"cut":                {whole[:len(whole)/2], loyalty.ErrPhotoUnreadable},
		"only the header":    {append(bytes.Clone(whole[:scan]), end...), loyalty.ErrPhotoUnreadable},
		"scan without data":  {append(bytes.Clone(whole[:scan+14]), end...), loyalty.ErrPhotoUnreadable},
		"too many scans":     {append(bomb, end...), loyalty.ErrPhotoUnreadable},
		"animation":          {append([]byte("RIFF\x1a\x00\x00\x00WEBPANIM"), make([]byte, 14)...), loyalty.ErrPhotoUnreadable},
		"chunk past the end": {[]byte("RIFF\x10\x00\x00\x00WEBPVP8 \xff\xff\xff\xff"), loyalty.ErrPhotoUnreadable},
		"too wide":           {jpegOf(t, MaxSide+1, 10), loyalty.ErrPhotoTooLarge},
		"too many bytes":     {make([]byte, MaxUpload+1), loyalty.ErrPhotoTooLarge},
		"too small":          {jpegOf(t, MinSide-1, 10), loyalty.ErrPhotoTooSmall},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := NewReader().Read(t.Context(), c.upload); !errors.Is(err, c.want) {
				t.Errorf("Read returned %v, want %v", err, c.want)
			}
		})
	}
}

func TestReader_PictureAbove200KB_IsRefused(t *testing.T) {
	t.Parallel()
	noise := image.NewGray(image.Rect(0, 0, MaxSide, MaxSide))
	for i := range noise.Pix {
		noise.Pix[i] = byte(i * 2654435761 >> 13)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, noise, &jpeg.Options{Quality: 60}); err != nil {
		t.Fatal(err)
	}
	if out.Len() <= MaxBytes || out.Len() > MaxUpload {
		t.Fatalf("the test's picture has %d bytes; want more than %d and at most %d", out.Len(), MaxBytes, MaxUpload)
	}
	if _, err := NewReader().Read(t.Context(), out.Bytes()); !errors.Is(err, loyalty.ErrPhotoTooLarge) {
		t.Errorf("Read of %d bytes returned %v, want ErrPhotoTooLarge", out.Len(), err)
	}
}

func FuzzReader(f *testing.F) {
	browser, err := base64.StdEncoding.DecodeString(browserWebP)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(browser)
	f.Add([]byte{0xff, markerSOI, 0xff, markerEOI})
	f.Fuzz(func(t *testing.T, upload []byte) {
		read, err := NewReader().Read(t.Context(), upload)
		if err == nil && !IsClean(read.Bytes, int64(read.Width), int64(read.Height)) {
			t.Error("cleaning twice changes the picture")
		}
	})
}
