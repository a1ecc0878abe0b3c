package webui

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
)

// What the build leaves for pages that the server draws (web/scripts/finish-build.mjs).
// Nobody gets these files themselves: their names begin with a dot.
const (
	drawingScript = ".drawing.js"
	drawnTemplate = ".drawn.html"
	drawnStyle    = ".drawn.css"
)

// pagesKept is how many drawn pages are kept, of some 80 kB each. Drawing one takes
// twenty milliseconds.
const pagesKept = 128

// drawer makes whole pages of what is drawn.
type drawer struct {
	drawing *drawing
	page    *template.Template
	style   string
	kept    *lru.Cache[string, *Page]
	begun   beginnings
}

func newDrawer(files fs.FS) (*drawer, error) {
	d := &drawer{begun: beginnings{ends: map[string]chan struct{}{}}}
	parts := map[string]string{}
	for _, name := range []string{drawingScript, drawnTemplate, drawnStyle} {
		content, err := fs.ReadFile(files, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("reading how pages are drawn: %w", err)
		}
		parts[name] = string(content)
	}
	d.drawing, d.style = newDrawing([]byte(parts[drawingScript])), parts[drawnStyle]
	var err error
	if d.page, err = template.New(drawnTemplate).Parse(parts[drawnTemplate]); err != nil {
		return nil, fmt.Errorf("reading how pages are made: %w", err)
	}
	if d.kept, err = lru.New[string, *Page](pagesKept); err != nil {
		return nil, fmt.Errorf("making room for drawn pages: %w", err)
	}
	return d, nil
}

// StyleHash is what a content security policy says of the style that stands in drawn
// pages.
func (ui *UI) StyleHash() string {
	sum := sha256.Sum256([]byte(ui.drawer.style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Page is a page that the server has drawn.
type Page struct {
	plain, gzipped version
	once           bool // it is somebody's, and kept nowhere
}

// Draw draws a page of the customers by the app's own screens, once for all who ask for it
// at a time. It keeps what it has drawn, and fails when the app is not built, too many
// other pages wait, or its turn does not come in time.
func (ui *UI) Draw(ctx context.Context, wanted Wanted) (*Page, error) {
	asked, err := json.Marshal(wanted)
	if err != nil {
		return nil, fmt.Errorf("saying what to draw: %w", err)
	}
	for {
		if kept, found := ui.drawer.kept.Get(string(asked)); found {
			return kept, nil
		}
		other, err := ui.drawer.begun.begin(string(asked))
		if err != nil {
			return nil, err
		}
		if other == nil {
			return ui.drawer.makeKept(ctx, wanted, asked)
		}
		select {
		case <-other:
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for a page: %w", ctx.Err())
		}
	}
}

// DrawOnce draws a page that is somebody's: neither it nor what it says is kept, and
// browsers are told not to. It fails as Draw does.
func (ui *UI) DrawOnce(ctx context.Context, wanted Wanted) (*Page, error) {
	asked, err := json.Marshal(wanted)
	if err != nil {
		return nil, fmt.Errorf("saying what to draw: %w", err)
	}
	made, err := ui.drawer.make(ctx, wanted, asked)
	if err != nil {
		return nil, err
	}
	made.once = true
	return made, nil
}

// Undrawn is a page that is somebody's and could not be drawn: it carries what was to be
// shown, for the script, and some HTML instead of what the script draws.
func (ui *UI) Undrawn(shown any, instead template.HTML) (*Page, error) {
	made, err := ui.drawer.whole(drawn{HTML: string(instead)}, shown)
	if err != nil {
		return nil, err
	}
	made.once = true
	return made, nil
}

// Read has a function of the app's script (web/src/guest/app/drawing.tsx) read what a page
// has sent by itself, and fills the answer in. It fails as Draw does.
func (ui *UI) Read(ctx context.Context, function string, sent, answer any) error {
	asked, err := json.Marshal(sent)
	if err != nil {
		return fmt.Errorf("saying what was sent: %w", err)
	}
	if err := ui.drawer.drawing.ask(ctx, function, asked, answer); err != nil {
		return fmt.Errorf("reading what was sent: %w", err)
	}
	return nil
}

// makeKept makes a page that has been begun, for all who wait for it.
func (d *drawer) makeKept(ctx context.Context, wanted Wanted, asked []byte) (*Page, error) {
	defer d.begun.end(string(asked))
	if kept, found := d.kept.Get(string(asked)); found { // since it was looked for
		return kept, nil
	}
	made, err := d.make(ctx, wanted, asked)
	if err == nil {
		d.kept.Add(string(asked), made)
	}
	return made, err
}

func (d *drawer) make(ctx context.Context, wanted Wanted, asked []byte) (*Page, error) {
	screen, err := d.drawing.page(ctx, asked)
	if err != nil {
		return nil, err
	}
	return d.whole(screen, wanted.Shown)
}

// whole is the page around what is drawn.
func (d *drawer) whole(screen drawn, known any) (*Page, error) {
	shown, err := json.Marshal(known)
	if err != nil {
		return nil, fmt.Errorf("saying what was shown: %w", err)
	}
	var page, gzipped bytes.Buffer
	if err := d.page.Execute(&page, map[string]any{
		"Title":       screen.Title,
		"Description": screen.Description,
		"Page":        screen.Page,
		"Style":       template.CSS(d.style),
		"Shown":       string(shown),
		"HTML":        template.HTML(screen.HTML), // Preact has escaped what it was given
	}); err != nil {
		return nil, fmt.Errorf("making a page: %w", err)
	}
	packer := gzip.NewWriter(&gzipped)
	if _, err := packer.Write(page.Bytes()); err != nil {
		return nil, fmt.Errorf("compressing a page: %w", err)
	}
	if err := packer.Close(); err != nil {
		return nil, fmt.Errorf("compressing a page: %w", err)
	}
	return &Page{plain: tagged(page.Bytes()), gzipped: tagged(gzipped.Bytes())}, nil
}

func tagged(content []byte) version {
	sum := sha256.Sum256(content)
	return version{content: content, tag: `"` + hex.EncodeToString(sum[:16]) + `"`}
}

// Send answers with the page. Browsers keep it and ask whether it is still so, unless
// it is somebody's.
func (p *Page) Send(w http.ResponseWriter, r *http.Request, status int) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", p.cacheControl())
	header.Set("Vary", "Accept-Encoding")
	chosen := p.plain
	if weight(strings.Join(r.Header.Values("Accept-Encoding"), ","), "gzip") > 0 {
		header.Set("Content-Encoding", "gzip")
		chosen = p.gzipped
	}
	if status == http.StatusOK && !p.once {
		chosen.send(w, r)
		return
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(chosen.content) // whoever asked has gone when this fails
	}
}

func (p *Page) cacheControl() string {
	if p.once {
		return "no-store"
	}
	return "no-cache"
}
