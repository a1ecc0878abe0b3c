package httpapi

import (
	"mime"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const (
	crossOrigin = "CROSS_ORIGIN"
	notJSON     = "NOT_JSON"
)

// newCrossOriginProtection also trusts the public URL's origin: a proxy may change the Host header.
func newCrossOriginProtection(publicURL string) *http.CrossOriginProtection {
	protection := http.NewCrossOriginProtection()
	address, err := url.Parse(publicURL)
	if err != nil || address.Host == "" {
		return protection // cannot happen: the settings refuse such a URL
	}
	if err := protection.AddTrustedOrigin(address.Scheme + "://" + address.Host); err != nil {
		return http.NewCrossOriginProtection()
	}
	return protection
}

// writeChecks refuses bodies that are neither JSON nor an allowed file, except from providers and wallets, which
// authenticate themselves.
func (a *API) writeChecks(r route) huma.Middlewares {
	if r.method == http.MethodGet || r.method == http.MethodOptions || r.who.isProgram {
		return nil
	}
	if r.takesFile {
		return huma.Middlewares{a.refuseCrossOrigin}
	}
	return huma.Middlewares{a.refuseCrossOrigin, a.requireJSON}
}

func (a *API) refuseCrossOrigin(ctx huma.Context, next func(huma.Context)) {
	request, _ := humago.Unwrap(ctx)
	if err := a.crossOrigin.Check(request); err != nil {
		a.problems.refuse(ctx, crossOriginProblem())
		return
	}
	next(ctx)
}

func crossOriginProblem() *Problem {
	return &Problem{status: http.StatusForbidden, Code: crossOrigin, Message: "Envía el formulario desde su propia página."}
}

// requireJSON refuses bodies other than JSON, such as forms: a page of another origin cannot send JSON without a CORS
// preflight.
func (a *API) requireJSON(ctx huma.Context, next func(huma.Context)) {
	request, _ := humago.Unwrap(ctx)
	mediaType, _, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
	if hasBody := request.ContentLength != 0; hasBody && (err != nil || mediaType != "application/json") {
		a.problems.refuse(ctx, newProblem(http.StatusUnsupportedMediaType, ""))
		return
	}
	next(ctx)
}
