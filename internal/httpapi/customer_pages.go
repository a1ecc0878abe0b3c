package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/webui"
)

// customerPages answers with the pages of customers, drawn with what the database knows
// for them, so that a form stands there before a script has come (decision 0026).
type customerPages struct {
	api         *API
	ui          *webui.UI
	crossOrigin *http.CrossOriginProtection // refuses what another site has a browser send
}

// Pages serves the whole web app. The customers' first pages are drawn; where that fails
// they are given as they are built, and ask for what they need themselves.
func (a *API) Pages(ui *webui.UI) http.Handler {
	pages := customerPages{api: a, ui: ui, crossOrigin: http.NewCrossOriginProtection()}
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
	mux.Handle("/", ui)
	return mux
}

// withMiddleware is a page that is numbered, told of and recovered from as a call of the API is.
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

// formPage is a page with the form of a business.
type formPage struct {
	business string // the id that the address names, or the operator has set
	wanted   webui.RenderRequest
}

// linkedForm is the form of the business that the address names.
func (p customerPages) linkedForm(r *http.Request) formPage {
	return registrationForm(businessIDOf(r))
}

// registrationForm is the form of a business.
func registrationForm(id string) formPage {
	return formPage{business: id, wanted: webui.RenderRequest{Path: "/public/register", Query: map[string]string{"bid": id}}}
}

// businessIDOf is the id in the address of a page.
func businessIDOf(r *http.Request) string {
	if checkText(r.URL) != nil { // a database would refuse it as a fault
		return unknownBusiness
	}
	return strings.TrimSpace(r.URL.Query().Get("bid"))
}

// fixedForm is the form of the business that the operator has set.
func (p customerPages) fixedForm(*http.Request) formPage {
	return formPage{business: p.api.businesses.fixedBusiness, wanted: webui.RenderRequest{Path: "/qr"}}
}

// serveForm answers with the form of a page. Whose QR an address shows is for the browser
// to find out.
func (p customerPages) serveForm(form func(*http.Request) formPage) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("cid") {
			p.ui.ServeHTTP(w, r)
			return
		}
		p.renderForm(w, r, form(r))
	}
}

// pageData is what a page is drawn with: web/src/api/pageData.ts.
type pageData struct {
	Business      *PublicBusiness   `json:"business"`
	Ways          *SignInWays       `json:"ways,omitempty"`       // into the portal
	Fields        map[string]string `json:"fields,omitempty"`     // of its form, as they were sent
	Problem       *pageProblem      `json:"problem,omitempty"`    // why that was refused
	Registered    *pageRegistration `json:"registered,omitempty"` // who became a customer by it
	CodeRequested bool              `json:"asked,omitempty"`      // for a code, by it
	Session       *PortalSession    `json:"session,omitempty"`    // in the portal, opened by it
	SignedIn      *Session          `json:"signedIn,omitempty"`   // of the staff, opened by it
	Recovery      *PasswordRecovery `json:"recovery,omitempty"`   // for owners who forgot their password
}

// renderForm answers with the form of a business, or with what there is to say instead.
func (p customerPages) renderForm(w http.ResponseWriter, r *http.Request, form formPage) {
	wanted := form.wanted
	business, status, err := p.loadBusiness(r.Context(), form.business)
	if err != nil {
		p.serveUnrendered(w, r, err)
		return
	}
	if business == nil && wanted.Query != nil && form.business != "" {
		wanted.Query = map[string]string{"bid": unknownBusiness}
	}
	wanted.Data = pageData{Business: business}
	if status == http.StatusOK {
		openForm(w, r)
	}
	p.render(w, r, wanted, status)
}

// render answers with a page by the app's own screens.
func (p customerPages) render(w http.ResponseWriter, r *http.Request, wanted webui.RenderRequest, status int) {
	page, err := p.ui.Render(r.Context(), wanted)
	if err != nil {
		p.serveUnrendered(w, r, err)
		return
	}
	page.Send(w, r, status)
}

// unknownBusiness stands for every id that no business has: their pages are the same, and kept
// once.
const unknownBusiness = "-"

// loadBusiness is the business of a page, with the status that the page has: none where there
// is no such business.
func (p customerPages) loadBusiness(ctx context.Context, id string) (*PublicBusiness, int, error) {
	found, err := p.api.businesses.public(ctx, id)
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return nil, http.StatusNotFound, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if found.Body.Status == loyalty.BusinessSuspended {
		return &found.Body, p.api.problems.convert(ctx, loyalty.ErrBusinessSuspended).status, nil
	}
	return &found.Body, http.StatusOK, nil
}

// serveUnrendered answers with the page that asks for everything itself.
func (p customerPages) serveUnrendered(w http.ResponseWriter, r *http.Request, err error) {
	p.api.problems.log.WarnContext(r.Context(), "a page was not drawn", "page", r.URL.Path, "error", err)
	p.ui.ServeHTTP(w, r)
}
