package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"axioma/internal/loyalty"
	"axioma/internal/webui"
)

// portalPage is the first step into the portal of a business.
type portalPage struct {
	form   formPage
	shown  pageData
	status int
}

// loadPortalPage is the first step at an address. What cannot be known of its business keeps
// nobody out.
func (p customerPages) loadPortalPage(r *http.Request) (page portalPage, err error) {
	id := businessIDOf(r)
	page.form = formPage{business: id, wanted: webui.RenderRequest{Path: "/portal", Query: map[string]string{"bid": id, "next": nextOf(r)}}}
	page.shown, page.status = pageData{Ways: &SignInWays{Code: true, WhatsApp: loyalty.WhatsAppOn}}, http.StatusOK
	if id != "" {
		page.shown.Business, page.status, err = p.loadBusiness(r.Context(), id)
	}
	if page.status == http.StatusNotFound {
		page.form.wanted.Query["bid"], page.status = unknownBusiness, http.StatusOK
		return page, nil
	}
	if err != nil || page.status != http.StatusOK {
		return page, err
	}
	ways, err := p.api.phoneProofs.signInWays(r.Context(), &signInWaysInput{BusinessID: id})
	if err != nil {
		return page, err
	}
	page.shown.Ways = &ways.Body
	return page, nil
}

// nextOf is where to go once in the portal, as far as its first step looks at it: whoever
// comes from the page with the QR says her birthday too.
func nextOf(r *http.Request) string {
	const card = "/portal/points"
	if r.URL.Query().Get("next") == card {
		return card
	}
	return ""
}

// renderPortal answers with the first step into the portal. Whoever is in already the
// browser leads on.
func (p customerPages) renderPortal(w http.ResponseWriter, r *http.Request) {
	page, err := p.loadPortalPage(r)
	if err != nil {
		p.serveUnrendered(w, r, err)
		return
	}
	page.form.wanted.Data = page.shown
	openFormIfNone(w, r)
	p.render(w, r, page.form.wanted, page.status)
}

// submitPortal takes a step into the portal that no script has sent (decision 0026): the
// phone to which a code goes, or the code. The answer is the next step or, at the end,
// her QR; the session that opens it is for the script.
func (p customerPages) submitPortal(w http.ResponseWriter, r *http.Request) {
	r = r.WithContext(p.api.withOrigin(r.Context(), r))
	fields, err := p.readFields(w, r, p.api.limits.requestCodeFrom)
	if err != nil {
		p.writePlainText(w, r, err)
		return
	}
	page, err := p.loadPortalPage(r)
	if err != nil {
		p.writePlainText(w, r, err)
		return
	}
	if page.status != http.StatusOK {
		p.renderPortal(w, r)
		return
	}
	if _, ahead := fields["ahead"]; ahead {
		p.showPhoneAhead(w, r, page, fields)
		return
	}
	if _, asks := fields["way"]; asks {
		delete(fields, "code") // of a button beside the code that did not come
	}
	step := p.askForCode
	if _, withCode := fields["code"]; withCode {
		step = p.tryCode
	}
	page.shown.Fields = fields
	if err := step(w, r, &page); err != nil {
		problem := p.api.problems.convert(r.Context(), err).withRequestID(r.Context())
		page.shown.Problem, page.status = problem.forPage(), problem.status
	}
	p.renderResult(w, r, page.form, page.shown, page.status)
}

// showPhoneAhead answers with the first step, in which the phone of a registration that was
// refused stands already. The registration form sends it, in a body and not in an address.
func (p customerPages) showPhoneAhead(w http.ResponseWriter, r *http.Request, page portalPage, fields map[string]string) {
	page.shown.Fields = map[string]string{"phonePrefix": fields["phonePrefix"], "phone": fields["phone"]}
	openFormIfNone(w, r)
	p.renderResult(w, r, page.form, page.shown, page.status)
}

// signInFields is what the app's script makes of the fields of a step.
type signInFields struct {
	Phone    string  `json:"phone"`
	Birthday *string `json:"birthday"`
	Code     string  `json:"code"`
	Way      string  `json:"way"`
}

func (p customerPages) parseSignIn(ctx context.Context, page portalPage) (sent signInFields, err error) {
	body, err := p.parseForm(ctx, "readSignIn", page.shown)
	if err != nil {
		return sent, err
	}
	if err := json.Unmarshal(body, &sent); err != nil {
		return sent, fmt.Errorf("reading a form: %w", err)
	}
	return sent, nil
}

func (p customerPages) askForCode(_ http.ResponseWriter, r *http.Request, page *portalPage) error {
	// Refused another one, she keeps the field for the code that is on its way.
	_, page.shown.CodeRequested = page.shown.Fields["sentBy"]
	sent, err := p.parseSignIn(r.Context(), *page)
	if err != nil {
		return err
	}
	var in requestCodeInput
	in.Body.Phone, in.Body.Birthday, in.Body.BusinessID, in.Body.Way = sent.Phone, sent.Birthday, orNull(page.form.business), sent.Way
	if _, err := p.api.portal.requestCode(r.Context(), &in); err != nil {
		return err
	}
	page.shown.CodeRequested = true
	return nil
}

func (p customerPages) tryCode(w http.ResponseWriter, r *http.Request, page *portalPage) error {
	page.shown.CodeRequested = true
	if err := p.api.limits.checkCodeFrom(r.Context()); err != nil {
		return err
	}
	sent, err := p.parseSignIn(r.Context(), *page)
	if err != nil {
		return err
	}
	in := checkCodeInput{AgentInput: AgentInput{r.UserAgent()}}
	in.Body.Phone, in.Body.Code, in.Body.BusinessID = sent.Phone, sent.Code, orNull(page.form.business)
	in.Body.Birthday = sent.Birthday
	out, err := p.api.portal.checkCode(r.Context(), &in)
	if err != nil {
		return err
	}
	if out.DeviceCookie != "" {
		w.Header().Set("Set-Cookie", out.DeviceCookie)
	}
	page.shown = pageData{Business: page.shown.Business, Ways: page.shown.Ways, Session: &out.Body}
	return nil
}
