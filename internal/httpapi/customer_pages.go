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
	mux.HandleFunc("GET /{$}", pages.told(pages.start))
	mux.HandleFunc("GET /login", pages.told(pages.login))
	mux.HandleFunc("POST /login", pages.told(pages.signIn))
	mux.HandleFunc("GET /legal/privacy", privacyInSpanish)
	for _, path := range []string{"/legal/privacidad", "/legal/aviso", "/legal/cookies"} {
		mux.HandleFunc("GET "+path, pages.told(pages.legal))
	}
	mux.HandleFunc("GET /public/register", pages.told(pages.showing(pages.register)))
	mux.HandleFunc("POST /public/register", pages.told(pages.registering(pages.register)))
	mux.HandleFunc("GET "+shortAddresses+"{code}", pages.told(pages.short))
	for _, path := range []string{"/qr", "/public/qr", "/app/qr"} {
		mux.HandleFunc("GET "+path, pages.told(pages.showing(pages.fixed)))
		mux.HandleFunc("POST "+path, pages.told(pages.registering(pages.fixed)))
	}
	for _, path := range []string{"/portal", "/portal/{$}"} {
		mux.HandleFunc("GET "+path, pages.told(pages.showPortal))
		mux.HandleFunc("POST "+path, pages.told(pages.enterPortal))
	}
	pages.serveHelp(mux)
	mux.Handle("/", ui)
	return mux
}

// told is a page that is numbered, told of and recovered from as a call of the API is.
func (p customerPages) told(show http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p.api.telling(w, p.api.numbered(w, r), func(w http.ResponseWriter, r *http.Request) {
			defer p.api.problems.recoverPanic(w, r)
			ctx, cancel := context.WithTimeout(r.Context(), p.api.within)
			defer cancel()
			show(w, r.WithContext(ctx))
		})
	}
}

// formPage is a page with the form of a business.
type formPage struct {
	business string // the id that the address names, or the operator has set
	wanted   webui.Wanted
}

// register is the form of the business that the address names.
func (p customerPages) register(r *http.Request) formPage {
	return registrationOf(namedBusiness(r))
}

// registrationOf is the form of a business.
func registrationOf(id string) formPage {
	return formPage{business: id, wanted: webui.Wanted{Path: "/public/register", Query: map[string]string{"bid": id}}}
}

// namedBusiness is the id in the address of a page.
func namedBusiness(r *http.Request) string {
	if refuseText(r.URL) != nil { // a database would refuse it as a fault
		return nobodys
	}
	return strings.TrimSpace(r.URL.Query().Get("bid"))
}

// fixed is the form of the business that the operator has set.
func (p customerPages) fixed(*http.Request) formPage {
	return formPage{business: p.api.businesses.fixedBusiness, wanted: webui.Wanted{Path: "/qr"}}
}

// showing answers with the form of a page. Whose QR an address shows is for the browser
// to find out.
func (p customerPages) showing(form func(*http.Request) formPage) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("cid") {
			p.ui.ServeHTTP(w, r)
			return
		}
		p.show(w, r, form(r))
	}
}

// shownPage is what a page is drawn with: web/src/api/pageData.ts.
type shownPage struct {
	Business   *PublicBusiness   `json:"business"`
	Ways       *SignInWays       `json:"ways,omitempty"`       // into the portal
	Fields     map[string]string `json:"fields,omitempty"`     // of its form, as they were sent
	Problem    *shownProblem     `json:"problem,omitempty"`    // why that was refused
	Registered *shownRegistered  `json:"registered,omitempty"` // who became a customer by it
	Asked      bool              `json:"asked,omitempty"`      // for a code, by it
	Session    *PortalSession    `json:"session,omitempty"`    // in the portal, opened by it
	SignedIn   *Session          `json:"signedIn,omitempty"`   // of the staff, opened by it
	Recovery   *PasswordRecovery `json:"recovery,omitempty"`   // for owners who forgot their password
}

// show answers with the form of a business, or with what there is to say instead.
func (p customerPages) show(w http.ResponseWriter, r *http.Request, form formPage) {
	wanted := form.wanted
	business, status, err := p.standing(r.Context(), form.business)
	if err != nil {
		p.asBuilt(w, r, err)
		return
	}
	if business == nil && wanted.Query != nil && form.business != "" {
		wanted.Query = map[string]string{"bid": nobodys}
	}
	wanted.Shown = shownPage{Business: business}
	if status == http.StatusOK {
		openForm(w, r)
	}
	p.draw(w, r, wanted, status)
}

// draw answers with a page by the app's own screens.
func (p customerPages) draw(w http.ResponseWriter, r *http.Request, wanted webui.Wanted, status int) {
	page, err := p.ui.Draw(r.Context(), wanted)
	if err != nil {
		p.asBuilt(w, r, err)
		return
	}
	page.Send(w, r, status)
}

// nobodys stands for every id that no business has: their pages are the same, and kept
// once.
const nobodys = "-"

// standing is the business of a page, with the status that the page has: none where there
// is no such business.
func (p customerPages) standing(ctx context.Context, id string) (*PublicBusiness, int, error) {
	found, err := p.api.businesses.public(ctx, id)
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return nil, http.StatusNotFound, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if found.Body.Status == loyalty.BusinessSuspended {
		return &found.Body, p.api.problems.of(ctx, loyalty.ErrBusinessSuspended).status, nil
	}
	return &found.Body, http.StatusOK, nil
}

// asBuilt answers with the page that asks for everything itself.
func (p customerPages) asBuilt(w http.ResponseWriter, r *http.Request, err error) {
	p.api.problems.log.WarnContext(r.Context(), "a page was not drawn", "page", r.URL.Path, "error", err)
	p.ui.ServeHTTP(w, r)
}
