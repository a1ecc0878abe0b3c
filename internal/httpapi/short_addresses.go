package httpapi

import (
	"errors"
	"net/http"
	"net/url"

	"axioma/internal/loyalty"
	"axioma/internal/webui"
)

const shortAddresses = "/r/"

func registrationPage(businessID string) string {
	return "/public/register?bid=" + url.QueryEscape(businessID)
}

// shortAddress renders the form itself: a redirect takes two seconds on a slow line. An error page keeps the typed URL.
func (p customerPages) shortAddress(w http.ResponseWriter, r *http.Request) {
	businessID, err := p.api.cases.Businesses.ByShortAddress(r.Context(), r.PathValue("code"))
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		p.render(w, r, webui.RenderRequest{Path: shortAddresses + unknownBusiness, Data: pageData{}}, http.StatusNotFound)
		return
	}
	if err != nil {
		p.writePlainText(w, r, err) // the customer typed the address of a poster
		return
	}
	if page := p.renderShortForm(r, businessID); page != nil {
		openForm(w, r)
		page.Send(w, r, http.StatusOK)
		return
	}
	http.Redirect(w, r, registrationPage(businessID), http.StatusFound)
}

// renderShortForm renders the form at its short URL, or returns nil for an error or an unknown business. Then the
// caller redirects.
func (p customerPages) renderShortForm(r *http.Request, businessID string) *webui.Page {
	business, status, err := p.loadBusiness(r.Context(), businessID)
	if err != nil || status != http.StatusOK {
		return nil
	}
	request := registrationForm(businessID).renderRequest
	request.Data = pageData{Business: business}
	page, err := p.ui.Render(r.Context(), request)
	if err != nil {
		return nil
	}
	return page
}
