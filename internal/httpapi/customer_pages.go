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
// for them, so that a form stands there before a script has come (decision 0067).
type customerPages struct {
	*API
	ui          *webui.UI
	crossOrigin *http.CrossOriginProtection // refuses what another site has a browser send
}

// Pages serves the whole web app. The customers' first pages are drawn; where that fails
// they are given as they are built, and ask for what they need themselves.
func (a *API) Pages(ui *webui.UI) http.Handler {
	pages := customerPages{API: a, ui: ui, crossOrigin: http.NewCrossOriginProtection()}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /public/register", pages.told(pages.showing(pages.register)))
	mux.HandleFunc("POST /public/register", pages.told(pages.registering(pages.register)))
	for _, path := range []string{"/qr", "/public/qr", "/app/qr"} {
		mux.HandleFunc("GET "+path, pages.told(pages.showing(pages.fixed)))
		mux.HandleFunc("POST "+path, pages.told(pages.registering(pages.fixed)))
	}
	mux.Handle("/", ui)
	return mux
}

// told is a page that is numbered, told of and recovered from as a call of the API is.
func (p customerPages) told(show http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p.telling(w, p.numbered(w, r), func(w http.ResponseWriter, r *http.Request) {
			defer p.problems.recoverPanic(w, r)
			ctx, cancel := context.WithTimeout(r.Context(), answeredWithin)
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
	id := strings.TrimSpace(r.URL.Query().Get("bid"))
	if refuseText(r.URL) != nil { // a database would refuse it as a fault
		id = nobodys
	}
	return formPage{business: id, wanted: webui.Wanted{Path: "/public/register", Query: map[string]string{"bid": id}}}
}

// fixed is the form of the business that the operator has set.
func (p customerPages) fixed(*http.Request) formPage {
	return formPage{business: p.businesses.fixedBusiness, wanted: webui.Wanted{Path: "/qr"}}
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

// shownPage is what a page is drawn with: web/src/api/shown.ts.
type shownPage struct {
	Business   *PublicBusiness   `json:"business"`
	Fields     map[string]string `json:"fields,omitempty"`     // of its form, as they were sent
	Problem    *shownProblem     `json:"problem,omitempty"`    // why that was refused
	Registered *shownRegistered  `json:"registered,omitempty"` // who became a customer by it
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
	found, err := p.businesses.public(ctx, id)
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return nil, http.StatusNotFound, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if found.Body.Status == loyalty.BusinessSuspended {
		return &found.Body, p.problems.of(ctx, loyalty.ErrBusinessSuspended).status, nil
	}
	return &found.Body, http.StatusOK, nil
}

// asBuilt answers with the page that asks for everything itself.
func (p customerPages) asBuilt(w http.ResponseWriter, r *http.Request, err error) {
	p.problems.log.WarnContext(r.Context(), "a page was not drawn", "page", r.URL.Path, "error", err)
	p.ui.ServeHTTP(w, r)
}
