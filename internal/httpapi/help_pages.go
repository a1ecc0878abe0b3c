package httpapi

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"sync"
	"time"

	"axioma/docs/manual"
	"axioma/internal/help"
	"axioma/internal/typefaces"
)

//go:embed help_page.html
var helpTemplate string

//go:embed help_page.css
var helpStyle []byte

const helpBase = "/ayuda/"

type helpLayout struct {
	Base     string
	Sections []help.Section
	Page     *help.Page // nil: the index
	Missing  bool
}

type helpPages struct {
	api    *API
	manual func() (*help.Manual, error)
	layout *template.Template
}

func (p customerPages) serveHelp(mux *http.ServeMux) {
	pages := helpPages{
		api:    p.api,
		manual: sync.OnceValues(func() (*help.Manual, error) { return help.Read(manual.Files(), helpBase) }),
		layout: template.Must(template.New("help").Parse(helpTemplate)),
	}
	mux.HandleFunc("GET /ayuda", p.withMiddleware(pages.index))
	mux.Handle("GET /ayuda/{$}", http.RedirectHandler("/ayuda", http.StatusMovedPermanently))
	mux.HandleFunc("GET /ayuda/{page}", p.withMiddleware(pages.page))
	for name, file := range map[string]struct {
		kind    string
		content []byte
	}{
		"ayuda.css":            {"text/css; charset=utf-8", helpStyle},
		"besley.ttf":           {"font/ttf", typefaces.Sign()},
		"public-sans.ttf":      {"font/ttf", typefaces.Text()},
		"public-sans-bold.ttf": {"font/ttf", typefaces.TextStrong()},
	} {
		mux.HandleFunc("GET "+helpBase+name, func(w http.ResponseWriter, r *http.Request) { sendFile(w, r, file.kind, file.content) })
	}
}

func (p helpPages) index(w http.ResponseWriter, r *http.Request) {
	p.answer(w, r, "")
}

func (p helpPages) page(w http.ResponseWriter, r *http.Request) {
	p.answer(w, r, r.PathValue("page"))
}

func (p helpPages) answer(w http.ResponseWriter, r *http.Request, name string) {
	manual, err := p.manual()
	if err != nil {
		p.api.problems.log.ErrorContext(r.Context(), "could not answer", "path", r.URL.Path, "cause", err)
		p.api.problems.write(w, r, internalProblem())
		return
	}
	layout := helpLayout{Base: helpBase, Sections: manual.Sections()}
	if name != "" {
		page, found := manual.Page(name)
		layout.Page, layout.Missing = page, !found
	}
	var html bytes.Buffer
	if err := p.layout.Execute(&html, layout); err != nil {
		p.api.problems.log.ErrorContext(r.Context(), "could not answer", "path", r.URL.Path, "cause", err)
		p.api.problems.write(w, r, internalProblem())
		return
	}
	if layout.Missing {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(html.Bytes()) // fails only if the client has disconnected
		return
	}
	sendFile(w, r, "text/html; charset=utf-8", html.Bytes())
}

func sendFile(w http.ResponseWriter, r *http.Request, contentType string, content []byte) {
	sum := sha256.Sum256(content)
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", fmt.Sprintf("%q", base64.RawURLEncoding.EncodeToString(sum[:12])))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}
