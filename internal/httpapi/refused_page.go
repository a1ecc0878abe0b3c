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

// portalPath is the portal of whoever is signed in on the device.
const portalPath = "/portal"

// portalLookupTimeout is how long a refusal waits for which portal it is: perhaps it is one
// because the database is in trouble.
const portalLookupTimeout = time.Second

// refusedPage says to a person why what she opened was refused.
type refusedPage struct {
	Title   string
	Message string
	Hint    string
	Again   bool   // the same may go well in a moment
	Back    string // where her card is
	Copy    string // the address to open in another browser; empty: that would not help
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

// serveRefusedPageStyle registers the style of such pages, which the policy of Secured allows
// only as a file.
func (a *API) serveRefusedPageStyle() {
	a.mux.HandleFunc("GET /api/refused.css", func(w http.ResponseWriter, _ *http.Request) {
		serveText(w, "text/css; charset=utf-8", refusedStyle)
	})
}

// renderRefusals has browsers that open a page be answered by one when they are refused. Programs
// get the problem as from any other call.
func (a *API) renderRefusals(ctx huma.Context, next func(huma.Context)) {
	if !strings.Contains(ctx.Header("Accept"), "text/html") {
		next(ctx)
		return
	}
	held := &refusalBuffer{humaContext: ctx}
	next(held)
	if held.isRefusal() {
		a.writeRefusedPage(ctx, held)
	}
}

func (a *API) writeRefusedPage(ctx huma.Context, held *refusalBuffer) {
	var problem Problem
	if err := json.Unmarshal(held.problem.Bytes(), &problem); err != nil {
		a.problems.log.ErrorContext(ctx.Context(), "a refusal is no problem", "cause", err)
		problem = *internalProblem()
	}
	ctx.SetHeader("Content-Type", "text/html; charset=utf-8")
	ctx.SetStatus(held.status)
	page := refusedPageOf(problem, held.status, a.backURL(ctx), a.passes.publicURL+requestURI(ctx))
	if err := refusedLayout.Execute(ctx.BodyWriter(), page); err != nil {
		a.problems.log.DebugContext(ctx.Context(), "the caller went away before the answer", "error", err)
	}
}

// requestURI is the path of a request with its query.
func requestURI(ctx huma.Context) string {
	address := ctx.URL()
	return address.RequestURI()
}

// backURL is the page of ours on which a person tapped. From elsewhere, and from what a form
// without a script has led to, which its address does not open, it is the portal of her card.
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

// humaContext is huma's context by a name that none of its methods has.
type humaContext = huma.Context

// refusalBuffer is an answer that goes out as it comes, unless it is a refusal: that is held.
type refusalBuffer struct {
	humaContext
	status  int
	problem bytes.Buffer
}

func (h *refusalBuffer) isRefusal() bool { return h.status >= http.StatusBadRequest }

// SetStatus begins the answer.
func (h *refusalBuffer) SetStatus(status int) {
	h.status = status
	if !h.isRefusal() {
		h.humaContext.SetStatus(status)
	}
}

// Status is the one that was set.
func (h *refusalBuffer) Status() int { return h.status }

// BodyWriter takes what follows.
func (h *refusalBuffer) BodyWriter() io.Writer {
	if h.isRefusal() {
		return &h.problem
	}
	return h.humaContext.BodyWriter()
}
