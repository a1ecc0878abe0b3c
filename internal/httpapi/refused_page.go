package httpapi

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

//go:embed refused_page.html
var refusedTemplate string

//go:embed refused_page.css
var refusedStyle []byte

var refusedLayout = template.Must(template.New("refused").Parse(refusedTemplate))

const portalPath = "/portal"

// portalLookupTimeout is short: a database failure may have caused the refusal.
const portalLookupTimeout = time.Second

type refusedPage struct {
	Title   string
	Message string
	Hint    string
	Again   bool
	Back    string
	Copy    string // to open in another browser; may be empty
}

func refusedPageOf(problem Problem, status int, back, address string) refusedPage {
	page := refusedPage{
		Title: "No se pudo abrir la tarjeta", Message: problem.Message, Hint: problem.Hint, Back: back,
		Again: status == http.StatusTooManyRequests || status >= http.StatusInternalServerError,
	}
	switch problem.Code {
	case loyalty.ErrOpenInSafari.Code:
		page.Title, page.Copy = "Ábrelo en Safari", address
	case loyalty.ErrOpenInBrowser.Code:
		page.Title, page.Copy = "Ábrelo en tu navegador", address
	case loyalty.ErrCustomerNotFound.Code:
		page.Message = "Esta tarjeta ya no está disponible. Si crees que es un error, pregunta en el local."
	}
	return page
}

// serveRefusedPageStyle serves a file: WithSecurityHeaders allows no inline styles.
func (a *API) serveRefusedPageStyle() {
	a.mux.HandleFunc("GET /api/refused.css", func(w http.ResponseWriter, _ *http.Request) {
		serveText(w, "text/css; charset=utf-8", refusedStyle)
	})
}

func (a *API) renderRefusals(ctx huma.Context, next func(huma.Context)) {
	if !strings.Contains(ctx.Header("Accept"), "text/html") {
		next(ctx)
		return
	}
	refusal := &refusalBuffer{humaContext: ctx}
	next(refusal)
	if refusal.isRefusal() {
		a.writeRefusedPage(ctx, refusal)
	}
}

func (a *API) writeRefusedPage(ctx huma.Context, refusal *refusalBuffer) {
	var problem Problem
	if err := json.Unmarshal(refusal.problem.Bytes(), &problem); err != nil {
		a.problems.log.ErrorContext(ctx.Context(), "decoding a refusal failed", "cause", err)
		problem = *internalProblem()
	}
	ctx.SetHeader("Content-Type", "text/html; charset=utf-8")
	ctx.SetStatus(refusal.status)
	page := refusedPageOf(problem, refusal.status, a.backURL(ctx), a.passes.publicURL+requestURI(ctx))
	if err := refusedLayout.Execute(ctx.BodyWriter(), page); err != nil {
		a.problems.log.DebugContext(ctx.Context(), "the client disconnected before the response", "error", err)
	}
}

func requestURI(ctx huma.Context) string {
	address := ctx.URL()
	return address.RequestURI()
}

// backURL returns the referring page of this host, or else the portal. Links in the response to a POST send no
// referrer: a GET of that URL does not show the card.
func (a *API) backURL(ctx huma.Context) string {
	from, err := url.Parse(ctx.Header("Referer"))
	if err == nil && from.Host == ctx.Host() && strings.HasPrefix(from.Path, "/") && !strings.HasPrefix(from.Path, "//") {
		return from.RequestURI()
	}
	brief, cancel := context.WithTimeout(ctx.Context(), portalLookupTimeout)
	defer cancel()
	portal, err := a.passes.portalURL(brief, ctx.Param("id"))
	if err != nil {
		return portalPath
	}
	return portal
}

type humaContext = huma.Context

// refusalBuffer holds a refusal back and passes a success through.
type refusalBuffer struct {
	humaContext
	status  int
	problem bytes.Buffer
}

func (h *refusalBuffer) isRefusal() bool { return h.status >= http.StatusBadRequest }

// SetStatus stores the status. It starts the response unless the status is a refusal.
func (h *refusalBuffer) SetStatus(status int) {
	h.status = status
	if !h.isRefusal() {
		h.humaContext.SetStatus(status)
	}
}

func (h *refusalBuffer) Status() int { return h.status }

func (h *refusalBuffer) BodyWriter() io.Writer {
	if h.isRefusal() {
		return &h.problem
	}
	return h.humaContext.BodyWriter()
}
