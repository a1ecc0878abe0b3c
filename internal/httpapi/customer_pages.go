package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/webui"
)

// customerPages renders forms that work before the script loads (decision 0026).
type customerPages struct {
	api *API
	ui  *webui.UI
}

// Pages serves the web app. Without rendered data, a page loads them itself.
func (a *API) Pages(ui *webui.UI) http.Handler {
	pages := customerPages{api: a, ui: ui}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", pages.withMiddleware(pages.landingPage))
	mux.HandleFunc("GET /login", pages.withMiddleware(pages.loginPage))
	mux.HandleFunc("POST /login", pages.withMiddleware(pages.submitLogin))
	mux.HandleFunc("GET /legal/privacy", redirectToPrivacy)
	for _, path := range []string{"/legal/privacidad", "/legal/aviso", "/legal/cookies"} {
		mux.HandleFunc("GET "+path, pages.withMiddleware(pages.legalPage))
	}
	mux.HandleFunc("GET /public/register", pages.withMiddleware(pages.serveForm(pages.linkedForm)))
	mux.HandleFunc("POST /public/register", pages.withMiddleware(pages.submitRegistration(pages.linkedForm)))
	mux.HandleFunc("GET "+shortAddresses+"{code}", pages.withMiddleware(pages.shortAddress))
	for _, path := range []string{"/qr", "/public/qr", "/app/qr"} {
		mux.HandleFunc("GET "+path, pages.withMiddleware(pages.serveForm(pages.fixedForm)))
		mux.HandleFunc("POST "+path, pages.withMiddleware(pages.submitRegistration(pages.fixedForm)))
	}
	for _, path := range []string{"/portal", "/portal/{$}"} {
		mux.HandleFunc("GET "+path, pages.withMiddleware(pages.renderPortal))
		mux.HandleFunc("POST "+path, pages.withMiddleware(pages.submitPortal))
	}
	pages.serveHelp(mux)
	mux.HandleFunc("GET "+securityTextPath, pages.withMiddleware(pages.showSecurityText))
	mux.Handle("/", ui)
	return mux
}

func (p customerPages) withMiddleware(show http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p.api.observe(w, p.api.withRequestID(w, r), func(w http.ResponseWriter, r *http.Request) {
			defer p.api.problems.recoverPanic(w, r)
			ctx, cancel := context.WithTimeout(r.Context(), p.api.responseTimeout)
			defer cancel()
			show(w, r.WithContext(ctx))
		})
	}
}

type formPage struct {
	business      string
	renderRequest webui.RenderRequest
}

func (p customerPages) linkedForm(r *http.Request) formPage {
	return registrationForm(businessIDOf(r))
}

func registrationForm(id string) formPage {
	return formPage{business: id, renderRequest: webui.RenderRequest{Path: "/public/register", Query: map[string]string{"bid": id}}}
}

func businessIDOf(r *http.Request) string {
	if checkText(r.URL) != nil { // a database would report such text as a fault
		return unknownBusiness
	}
	return strings.TrimSpace(r.URL.Query().Get("bid"))
}

func (p customerPages) fixedForm(*http.Request) formPage {
	return formPage{business: p.api.businesses.fixedBusiness, renderRequest: webui.RenderRequest{Path: "/qr"}}
}

// serveForm serves a rendered form. It does not render a page with a customer's QR or a form on a counter's device,
// where the card would stay on the screen without the script.
func (p customerPages) serveForm(form func(*http.Request) formPage) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if query := r.URL.Query(); query.Has("cid") || query.Has("mostrador") {
			p.ui.ServeHTTP(w, r)
			return
		}
		p.renderForm(w, r, form(r))
	}
}

// pageData mirrors web/src/api/pageData.ts.
type pageData struct {
	Business      *PublicBusiness   `json:"business"`
	Ways          *SignInWays       `json:"ways,omitempty"`
	Fields        map[string]string `json:"fields,omitempty"`
	Problem       *pageProblem      `json:"problem,omitempty"`
	Registration  *pageRegistration `json:"registered,omitempty"`
	CodeRequested bool              `json:"asked,omitempty"`
	Session       *PortalSession    `json:"session,omitempty"`
	SignedIn      *Session          `json:"signedIn,omitempty"`
	Recovery      *PasswordRecovery `json:"recovery,omitempty"`
}

func (p customerPages) renderForm(w http.ResponseWriter, r *http.Request, form formPage) {
	request := form.renderRequest
	business, status, err := p.loadBusiness(r.Context(), form.business)
	if err != nil {
		p.serveUnrendered(w, r, err)
		return
	}
	if business == nil && request.Query != nil && form.business != "" {
		request.Query = map[string]string{"bid": unknownBusiness}
	}
	request.Data = pageData{Business: business}
	if status == http.StatusOK {
		openForm(w, r)
	}
	p.render(w, r, request, status)
}

func (p customerPages) render(w http.ResponseWriter, r *http.Request, request webui.RenderRequest, status int) {
	page, err := p.ui.Render(r.Context(), request)
	if err != nil {
		p.serveUnrendered(w, r, err)
		return
	}
	page.Send(w, r, status)
}

const unknownBusiness = "-"

func (p customerPages) loadBusiness(ctx context.Context, id string) (*PublicBusiness, int, error) {
	business, err := p.api.businesses.public(ctx, id)
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return nil, http.StatusNotFound, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if business.Body.Status == loyalty.BusinessSuspended {
		return &business.Body, p.api.problems.convert(ctx, loyalty.ErrBusinessSuspended).status, nil
	}
	return &business.Body, http.StatusOK, nil
}

func (p customerPages) serveUnrendered(w http.ResponseWriter, r *http.Request, err error) {
	p.api.problems.log.WarnContext(r.Context(), "rendering a page failed", "page", r.URL.Path, "error", err)
	p.ui.ServeHTTP(w, r)
}
