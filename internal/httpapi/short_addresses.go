package httpapi

import (
	"errors"
	"net/http"
	"net/url"

	"axioma/internal/loyalty"
	"axioma/internal/webui"
)

// shortAddresses is the path of the short addresses: the code of a business follows.
const shortAddresses = "/r/"

// registrationPage is where a business's customers register.
func registrationPage(businessID string) string {
	return "/public/register?bid=" + url.QueryEscape(businessID)
}

// shortAddress answers at the short address of a business with its form itself: to be led there
// first costs two seconds on a slow line. An unknown code gets a page that says so, at the
// address that was typed, so that a typo can be corrected.
func (p customerPages) shortAddress(w http.ResponseWriter, r *http.Request) {
	businessID, err := p.api.cases.Businesses.ByShortAddress(r.Context(), r.PathValue("code"))
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		p.render(w, r, webui.RenderRequest{Path: shortAddresses + unknownBusiness, Data: pageData{}}, http.StatusNotFound)
		return
	}
	if err != nil {
		p.writePlainText(w, r, err) // somebody stands before a poster
		return
	}
	if page := p.renderShortForm(r, businessID); page != nil {
		openForm(w, r)
		page.Send(w, r, http.StatusOK)
		return
	}
	http.Redirect(w, r, registrationPage(businessID), http.StatusFound)
}

// renderShortForm is the form of a business, or nil where there is something else to say, which its
// own address does, or where it cannot be drawn.
func (p customerPages) renderShortForm(r *http.Request, businessID string) *webui.Page {
	business, status, err := p.loadBusiness(r.Context(), businessID)
	if err != nil || status != http.StatusOK {
		return nil
	}
	wanted := registrationForm(businessID).wanted
	wanted.Data = pageData{Business: business}
	page, err := p.ui.Render(r.Context(), wanted)
	if err != nil {
		return nil
	}
	return page
}
