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
	renderScript   = ".drawing.js"
	renderTemplate = ".drawn.html"
	renderStyle    = ".drawn.css"
)

// maxCachedPages is how many drawn pages are kept, of some 80 kB each. Drawing one takes
// twenty milliseconds.
const maxCachedPages = 128

// renderer makes whole pages of what is drawn.
type renderer struct {
	engine   *scriptEngine
	layout   *template.Template
	style    string
	cache    *lru.Cache[string, *Page]
	inflight inflightPages
}

func newRenderer(files fs.FS) (*renderer, error) {
	d := &renderer{inflight: inflightPages{done: map[string]chan struct{}{}}}
	parts := map[string]string{}
	for _, name := range []string{renderScript, renderTemplate, renderStyle} {
		content, err := fs.ReadFile(files, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("reading how pages are drawn: %w", err)
		}
		parts[name] = string(content)
	}
	d.engine, d.style = newScriptEngine([]byte(parts[renderScript])), parts[renderStyle]
	var err error
	if d.layout, err = template.New(renderTemplate).Parse(parts[renderTemplate]); err != nil {
		return nil, fmt.Errorf("reading how pages are made: %w", err)
	}
	if d.cache, err = lru.New[string, *Page](maxCachedPages); err != nil {
		return nil, fmt.Errorf("making room for drawn pages: %w", err)
	}
	return d, nil
}

// StyleHash is what a content security policy says of the style that stands in drawn
// pages.
func (ui *UI) StyleHash() string {
	sum := sha256.Sum256([]byte(ui.renderer.style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Page is a page that the server has drawn.
type Page struct {
	plain, gzipped representation
	isPrivate      bool // it is somebody's, and kept nowhere
}

// Render draws a page of the customers by the app's own screens, once for all who ask for it
// at a time. It keeps what it has drawn, and fails when the app is not built, too many
// other pages wait, or its turn does not come in time.
func (ui *UI) Render(ctx context.Context, wanted RenderRequest) (*Page, error) {
	asked, err := json.Marshal(wanted)
	if err != nil {
		return nil, fmt.Errorf("saying what to draw: %w", err)
	}
	for {
		if kept, found := ui.renderer.cache.Get(string(asked)); found {
			return kept, nil
		}
		other, err := ui.renderer.inflight.start(string(asked))
		if err != nil {
			return nil, err
		}
		if other == nil {
			return ui.renderer.renderCached(ctx, wanted, asked)
		}
		select {
		case <-other:
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for a page: %w", ctx.Err())
		}
	}
}

// RenderPrivate draws a page that is somebody's: neither it nor what it says is kept, and
// browsers are told not to. It fails as Draw does.
func (ui *UI) RenderPrivate(ctx context.Context, wanted RenderRequest) (*Page, error) {
	asked, err := json.Marshal(wanted)
	if err != nil {
		return nil, fmt.Errorf("saying what to draw: %w", err)
	}
	made, err := ui.renderer.renderPage(ctx, wanted, asked)
	if err != nil {
		return nil, err
	}
	made.isPrivate = true
	return made, nil
}

// FallbackPage is a page that is somebody's and could not be drawn: it carries what was to be
// shown, for the script, and some HTML instead of what the script draws.
func (ui *UI) FallbackPage(shown any, instead template.HTML) (*Page, error) {
	made, err := ui.renderer.fillLayout(renderedScreen{HTML: string(instead)}, shown)
	if err != nil {
		return nil, err
	}
	made.isPrivate = true
	return made, nil
}

// CallScript has a function of the app's script (web/src/guest/app/drawing.tsx) read what a page
// has sent by itself, and fills the answer in. It fails as Draw does.
func (ui *UI) CallScript(ctx context.Context, function string, sent, answer any) error {
	asked, err := json.Marshal(sent)
	if err != nil {
		return fmt.Errorf("saying what was sent: %w", err)
	}
	if err := ui.renderer.engine.call(ctx, function, asked, answer); err != nil {
		return fmt.Errorf("reading what was sent: %w", err)
	}
	return nil
}

// renderCached makes a page that has been begun, for all who wait for it.
func (d *renderer) renderCached(ctx context.Context, wanted RenderRequest, asked []byte) (*Page, error) {
	defer d.inflight.finish(string(asked))
	if kept, found := d.cache.Get(string(asked)); found { // since it was looked for
		return kept, nil
	}
	made, err := d.renderPage(ctx, wanted, asked)
	if err == nil {
		d.cache.Add(string(asked), made)
	}
	return made, err
}

func (d *renderer) renderPage(ctx context.Context, wanted RenderRequest, asked []byte) (*Page, error) {
	screen, err := d.engine.renderScreen(ctx, asked)
	if err != nil {
		return nil, err
	}
	return d.fillLayout(screen, wanted.Data)
}

// fillLayout is the page around what is drawn.
func (d *renderer) fillLayout(screen renderedScreen, known any) (*Page, error) {
	shown, err := json.Marshal(known)
	if err != nil {
		return nil, fmt.Errorf("saying what was shown: %w", err)
	}
	var page, gzipped bytes.Buffer
	if err := d.layout.Execute(&page, map[string]any{
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
	return &Page{plain: withETag(page.Bytes()), gzipped: withETag(gzipped.Bytes())}, nil
}

func withETag(content []byte) representation {
	sum := sha256.Sum256(content)
	return representation{content: content, etag: `"` + hex.EncodeToString(sum[:16]) + `"`}
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
	if status == http.StatusOK && !p.isPrivate {
		chosen.send(w, r)
		return
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(chosen.content) // whoever asked has gone when this fails
	}
}

func (p *Page) cacheControl() string {
	if p.isPrivate {
		return "no-store"
	}
	return "no-cache"
}
