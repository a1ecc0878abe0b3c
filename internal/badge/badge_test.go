package badge

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const drawing = `<?xml version="1.0"?><!-- from the vendor --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 48"><path d="M0 0h9"/></svg>`

func writeBadge(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "badge")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRead_SVGOrPNG_IsUnchanged(t *testing.T) {
	t.Parallel()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 4, 2))); err != nil {
		t.Fatal(err)
	}
	for ending, content := range map[string][]byte{".svg": []byte(drawing), ".png": picture.Bytes()} {
		read, err := Read(writeBadge(t, content))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(read.Picture, content) || !strings.HasSuffix(read.Name, ending) || !strings.HasPrefix(read.ContentType, "image/"+ending[1:]) {
			t.Errorf("%s is read as %s, %s, of %d bytes", ending, read.Name, read.ContentType, len(read.Picture))
		}
	}
}

func TestRead_OtherContent_HasAnotherName(t *testing.T) {
	t.Parallel()
	first, err := Read(writeBadge(t, []byte(drawing)))
	second, err2 := Read(writeBadge(t, []byte(drawing+"\n")))
	if err != nil || err2 != nil || first.Name == second.Name {
		t.Errorf("both pictures have the name %s: %v, %v", first.Name, err, err2)
	}
}

func TestRead_OtherFiles_AreRefused(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"a page":            "<html><svg/></html>",
		"a truncated SVG":   strings.TrimSuffix(drawing, "</svg>"),
		"nothing":           "",
		"too much":          drawing + "<!--" + strings.Repeat("x", maxSize) + "-->",
		"some other file":   "%PDF-1.7",
		"a broken PNG":      "\x89PNG\r\n\x1a\n",
		"a drawing of text": "svg",
	} {
		if read, err := Read(writeBadge(t, []byte(content))); err == nil {
			t.Errorf("%s is accepted as %s", name, read.ContentType)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("a missing file was read")
	}
}
