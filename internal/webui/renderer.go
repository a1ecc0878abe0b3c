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

// Built by web/scripts/finish-build.mjs. The leading dot keeps them from being served.
const (
	renderScript   = ".server-render.js"
	renderTemplate = ".drawn.html"
	renderStyle    = ".drawn.css"
)

// maxCachedPages is the number of cached pages: a page has about 80 kB and takes 20 ms to render.
const maxCachedPages = 128

type renderer struct {
	engine   *scriptEngine
	layout   *template.Template
	style    string
	cache    *lru.Cache[string, *Page]
	inflight inflightPages
}

func newRenderer(files fs.FS) (*renderer, error) {
	d := &renderer{inflight: inflightPages{renders: map[string]chan struct{}{}}}
	parts := map[string]string{}
	for _, name := range []string{renderScript, renderTemplate, renderStyle} {
		content, err := fs.ReadFile(files, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("reading the render files: %w", err)
		}
		parts[name] = string(content)
	}
	d.engine, d.style = newScriptEngine([]byte(parts[renderScript])), parts[renderStyle]
	var err error
	if d.layout, err = template.New(renderTemplate).Parse(parts[renderTemplate]); err != nil {
		return nil, fmt.Errorf("parsing the page layout: %w", err)
	}
	if d.cache, err = lru.New[string, *Page](maxCachedPages); err != nil {
		return nil, fmt.Errorf("creating the page cache: %w", err)
	}
	return d, nil
}

// StyleHash returns the hash of the inline style, for the content security policy.
func (ui *UI) StyleHash() string {
	sum := sha256.Sum256([]byte(ui.renderer.style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Page is a rendered page.
type Page struct {
	plain, gzipRepresentation representation
	isPrivate                 bool // personal data; not cached
}

// Render renders a page or takes it from the cache; concurrent callers share a render. It fails if the app is not
// built, too many pages wait, or the deadline passes.
func (ui *UI) Render(ctx context.Context, input RenderRequest) (*Page, error) {
	request, err := json.Marshal(input)
	if err != nil {
		return nil, fmt.Errorf("encoding the render request: %w", err)
	}
	for {
		if cachedPage, found := ui.renderer.cache.Get(string(request)); found {
			return cachedPage, nil
		}
		other, err := ui.renderer.inflight.start(string(request))
		if err != nil {
			return nil, err
		}
		if other == nil {
			return ui.renderer.renderCached(ctx, input, request)
		}
		select {
		case <-other:
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for a page: %w", ctx.Err())
		}
	}
}

// RenderPrivate renders a page with personal data: uncached, with Cache-Control no-store. Errors are Render's.
func (ui *UI) RenderPrivate(ctx context.Context, input RenderRequest) (*Page, error) {
	request, err := json.Marshal(input)
	if err != nil {
		return nil, fmt.Errorf("encoding the render request: %w", err)
	}
	page, err := ui.renderer.renderPage(ctx, input, request)
	if err != nil {
		return nil, err
	}
	page.isPrivate = true
	return page, nil
}

// FallbackPage returns a private page, with the script's data and the given HTML for the screen.
func (ui *UI) FallbackPage(data any, instead template.HTML) (*Page, error) {
	page, err := ui.renderer.fillLayout(renderedScreen{HTML: string(instead)}, data)
	if err != nil {
		return nil, err
	}
	page.isPrivate = true
	return page, nil
}

// CallScript parses a form with a function of web/src/guest/app/serverRender.tsx. Errors are Render's.
func (ui *UI) CallScript(ctx context.Context, function string, input, answer any) error {
	request, err := json.Marshal(input)
	if err != nil {
		return fmt.Errorf("encoding the form: %w", err)
	}
	if err := ui.renderer.engine.call(ctx, function, request, answer); err != nil {
		return fmt.Errorf("parsing the form: %w", err)
	}
	return nil
}

func (d *renderer) renderCached(ctx context.Context, input RenderRequest, request []byte) (*Page, error) {
	defer d.inflight.finish(string(request))
	if cachedPage, found := d.cache.Get(string(request)); found {
		return cachedPage, nil
	}
	page, err := d.renderPage(ctx, input, request)
	if err == nil {
		d.cache.Add(string(request), page)
	}
	return page, err
}

func (d *renderer) renderPage(ctx context.Context, input RenderRequest, request []byte) (*Page, error) {
	screen, err := d.engine.renderScreen(ctx, request)
	if err != nil {
		return nil, err
	}
	return d.fillLayout(screen, input.Data)
}

func (d *renderer) fillLayout(screen renderedScreen, data any) (*Page, error) {
	encodedData, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("encoding the page data: %w", err)
	}
	var page, gzipBuffer bytes.Buffer
	if err := d.layout.Execute(&page, map[string]any{
		"Title":       screen.Title,
		"Description": screen.Description,
		"Page":        screen.Page,
		"Style":       template.CSS(d.style),
		"Shown":       string(encodedData),
		"HTML":        template.HTML(screen.HTML), // trusted: Preact has escaped its input
	}); err != nil {
		return nil, fmt.Errorf("filling the page layout: %w", err)
	}
	packer := gzip.NewWriter(&gzipBuffer)
	if _, err := packer.Write(page.Bytes()); err != nil {
		return nil, fmt.Errorf("compressing a page: %w", err)
	}
	if err := packer.Close(); err != nil {
		return nil, fmt.Errorf("compressing a page: %w", err)
	}
	return &Page{plain: withETag(page.Bytes()), gzipRepresentation: withETag(gzipBuffer.Bytes())}, nil
}

func withETag(content []byte) representation {
	sum := sha256.Sum256(content)
	return representation{content: content, etag: `"` + hex.EncodeToString(sum[:16]) + `"`}
}

// Send answers with the page. Browsers revalidate it, unless it is private.
func (p *Page) Send(w http.ResponseWriter, r *http.Request, status int) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", p.cacheControl())
	header.Set("Vary", "Accept-Encoding")
	variant := p.plain
	if weight(strings.Join(r.Header.Values("Accept-Encoding"), ","), "gzip") > 0 {
		header.Set("Content-Encoding", "gzip")
		variant = p.gzipRepresentation
	}
	if status == http.StatusOK && !p.isPrivate {
		variant.send(w, r)
		return
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(variant.content) // fails only if the client has disconnected
	}
}

func (p *Page) cacheControl() string {
	if p.isPrivate {
		return "no-store"
	}
	return "no-cache"
}
