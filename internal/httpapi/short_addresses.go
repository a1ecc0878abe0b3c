package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"axioma/internal/loyalty"
)

// ShortAddresses is the path of the short addresses: the code of a business follows.
const ShortAddresses = "/r/"

// registrationPage is where a business's customers register. Without an id it says that
// the address leads to no business.
func registrationPage(businessID string) string {
	if businessID == "" {
		return "/public/register"
	}
	return "/public/register?bid=" + url.QueryEscape(businessID)
}

// followShort leads from the short address of a business to its registration page, and
// from one that nobody has to the page that says so. Nobody keeps the answer: a business
// that gets its address later is found then.
func (a *API) followShort(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), answeredWithin)
	defer cancel()
	businessID, err := a.cases.Businesses.AtShortAddress(ctx, r.PathValue("code"))
	if err != nil && !errors.Is(err, loyalty.ErrBusinessNotFound) {
		problem := a.problems.of(ctx, err)
		http.Error(w, problem.Message, problem.status) // in words: somebody stands before a poster
		return
	}
	http.Redirect(w, r, registrationPage(businessID), http.StatusFound)
}
