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

// portalPlace is the portal of whoever is signed in on the device.
const portalPlace = "/portal"

// portalFoundWithin is how long a refusal waits for which portal it is: perhaps it is one
// because the database is in trouble.
const portalFoundWithin = time.Second

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

// serveRefusedStyle registers the style of such pages, which the policy of Secured allows
// only as a file.
func (a *API) serveRefusedStyle() {
	a.mux.HandleFunc("GET /api/refused.css", func(w http.ResponseWriter, _ *http.Request) {
		serveText(w, "text/css; charset=utf-8", refusedStyle)
	})
}

// inWords has browsers that open a page be answered by one when they are refused. Programs
// get the problem as from any other call.
func (a *API) inWords(ctx huma.Context, next func(huma.Context)) {
	if !strings.Contains(ctx.Header("Accept"), "text/html") {
		next(ctx)
		return
	}
	held := &refusalHeld{call: ctx}
	next(held)
	if held.refused() {
		a.answerInWords(ctx, held)
	}
}

func (a *API) answerInWords(ctx huma.Context, held *refusalHeld) {
	var problem Problem
	if err := json.Unmarshal(held.problem.Bytes(), &problem); err != nil {
		a.problems.log.ErrorContext(ctx.Context(), "a refusal is no problem", "cause", err)
		problem = *internalProblem()
	}
	ctx.SetHeader("Content-Type", "text/html; charset=utf-8")
	ctx.SetStatus(held.status)
	page := refusedPageOf(problem, held.status, a.wayBack(ctx), a.passes.publicURL+requested(ctx))
	if err := refusedLayout.Execute(ctx.BodyWriter(), page); err != nil {
		a.problems.log.DebugContext(ctx.Context(), "the caller went away before the answer", "error", err)
	}
}

// requested is the path of a request with its query.
func requested(ctx huma.Context) string {
	address := ctx.URL()
	return address.RequestURI()
}

// wayBack is the page of ours on which a person tapped. From elsewhere, and from what a form
// without a script has led to, which its address does not open, it is the portal of her card.
func (a *API) wayBack(ctx huma.Context) string {
	from, err := url.Parse(ctx.Header("Referer"))
	if err == nil && from.Host == ctx.Host() && strings.HasPrefix(from.Path, "/") && !strings.HasPrefix(from.Path, "//") {
		return from.RequestURI()
	}
	brief, cancel := context.WithTimeout(ctx.Context(), portalFoundWithin)
	defer cancel()
	portal, err := a.passes.portalOf(brief, ctx.Param("id"))
	if err != nil {
		return portalPlace
	}
	return portal
}

// call is huma's context by a name that none of its methods has.
type call = huma.Context

// refusalHeld is an answer that goes out as it comes, unless it is a refusal: that is held.
type refusalHeld struct {
	call
	status  int
	problem bytes.Buffer
}

func (h *refusalHeld) refused() bool { return h.status >= http.StatusBadRequest }

// SetStatus begins the answer.
func (h *refusalHeld) SetStatus(status int) {
	h.status = status
	if !h.refused() {
		h.call.SetStatus(status)
	}
}

// Status is the one that was set.
func (h *refusalHeld) Status() int { return h.status }

// BodyWriter takes what follows.
func (h *refusalHeld) BodyWriter() io.Writer {
	if h.refused() {
		return &h.problem
	}
	return h.call.BodyWriter()
}
