// Package webui serves the embedded React app and renders customers' pages with its script (decision 0026). Callers
// pass the data.
package webui

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed all:dist
var dist embed.FS

// Public pages have an entry of their own, so that phones load little.
const (
	staffPage  = "index.html"
	publicPage = "public.html"
)

// UI serves the app.
type UI struct {
	files fs.FS
	tags  map[string]string

	renderer *renderer
}

// New returns the embedded app.
func New() (*UI, error) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, fmt.Errorf("opening the web app: %w", err)
	}
	return NewFromFS(files)
}

// NewFromFS returns the app in files that do not change.
func NewFromFS(files fs.FS) (*UI, error) {
	drawer, err := newRenderer(files)
	if err != nil {
		return nil, err
	}
	ui := &UI{files: files, tags: map[string]string{}, renderer: drawer}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		ui.tags[name] = withETag(content).etag
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the web app: %w", err)
	}
	return ui, nil
}

// ServeHTTP serves a file or a page. A missing file is 404; outside assets/ browsers still get the page, which leads to
// the start.
func (ui *UI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Método no permitido.", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if version, found := ui.file(w, r, name); found {
		version.send(w, r)
		return
	}
	asset, missing := strings.HasPrefix(name, "assets/"), looksLikeFile(name)
	if asset || missing && !strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.Error(w, "No existe.", http.StatusNotFound)
		return
	}
	ui.servePage(w, r, missing)
}

// looksLikeFile reports whether the path has a dot, which the app's paths and ids lack.
func looksLikeFile(name string) bool {
	_, last := path.Split(name)
	return strings.HasPrefix(name, ".well-known/") || strings.Contains(last, ".")
}

func (ui *UI) servePage(w http.ResponseWriter, r *http.Request, missing bool) {
	page := pageOf(r.URL.Path)
	version, found := ui.file(w, r, page)
	switch {
	case !found:
		http.Error(w, "No existe. Si acabas de instalar Axioma, falta construir la aplicación web.", http.StatusNotFound)
	case missing:
		w.WriteHeader(http.StatusNotFound)
		if r.Method == http.MethodGet {
			_, _ = w.Write(version.content) // fails only if the client has disconnected
		}
	default:
		version.send(w, r)
	}
}

// pageOf returns the page of a path (specification, section 2).
func pageOf(address string) string {
	if address == "/" || address == "/login" {
		return publicPage
	}
	for _, prefix := range []string{"/legal/", "/public/", "/r/", "/qr", "/app/qr", "/app/public/qr", "/portal"} {
		if strings.HasPrefix(address, prefix) {
			return publicPage
		}
	}
	return staffPage
}

type representation struct {
	content []byte
	etag    string
}

func (v representation) send(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", v.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(v.content))
}

// file serves a file, or returns false without one.
func (ui *UI) file(w http.ResponseWriter, r *http.Request, name string) (representation, bool) {
	if !fs.ValidPath(name) || strings.HasPrefix(path.Base(name), ".") || isEncoded(name) {
		return representation{}, false
	}
	plain, found := ui.representation(name)
	if !found {
		return representation{}, false
	}
	header := w.Header()
	header.Set("Content-Type", contentType(name))
	header.Set("Cache-Control", cacheControl(name))
	header.Set("Vary", "Accept-Encoding")
	acceptHeader := strings.Join(r.Header.Values("Accept-Encoding"), ",")
	for _, e := range byPreference(acceptHeader) {
		if encodedFile, built := ui.representation(name + e.suffix); built {
			header.Set("Content-Encoding", e.name)
			return encodedFile, true
		}
	}
	return plain, true
}

func (ui *UI) representation(name string) (representation, bool) {
	content, err := fs.ReadFile(ui.files, name)
	return representation{content: content, etag: ui.tags[name]}, err == nil
}

// cacheControl returns the header of a file. Browsers keep a file with a content hash in its name forever, and
// revalidate others.
func cacheControl(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".wasm":
		return "application/wasm"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	case ".ico":
		return "image/x-icon"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	if mimeType := mime.TypeByExtension(path.Ext(name)); mimeType != "" {
		return mimeType
	}
	return "application/octet-stream"
}
