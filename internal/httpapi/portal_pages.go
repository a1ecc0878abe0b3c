package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"axioma/internal/loyalty"
	"axioma/internal/webui"
)

type portalPage struct {
	form   formPage
	data   pageData
	status int
}

// loadPortalPage loads the sign-in page. For an unknown business it offers every way to sign in.
func (p customerPages) loadPortalPage(r *http.Request) (page portalPage, err error) {
	id := businessIDOf(r)
	page.form = formPage{business: id, renderRequest: webui.RenderRequest{Path: "/portal", Query: map[string]string{"bid": id, "next": nextOf(r)}}}
	page.data, page.status = pageData{Ways: &SignInWays{Code: true, WhatsApp: loyalty.WhatsAppOn}}, http.StatusOK
	if id != "" {
		page.data.Business, page.status, err = p.loadBusiness(r.Context(), id)
	}
	if page.status == http.StatusNotFound {
		page.form.renderRequest.Query["bid"], page.status = unknownBusiness, http.StatusOK
		return page, nil
	}
	if err != nil || page.status != http.StatusOK {
		return page, err
	}
	methods, err := p.api.phoneProofs.signInWays(r.Context(), &signInWaysInput{BusinessID: id})
	if err != nil {
		return page, err
	}
	page.data.Ways = &methods.Body
	return page, nil
}

// nextOf returns the QR page if the customer comes from there: its first step also asks for the birthday.
func nextOf(r *http.Request) string {
	const card = "/portal/points"
	if r.URL.Query().Get("next") == card {
		return card
	}
	return ""
}

func (p customerPages) renderPortal(w http.ResponseWriter, r *http.Request) {
	page, err := p.loadPortalPage(r)
	if err != nil {
		p.serveUnrendered(w, r, err)
		return
	}
	page.form.renderRequest.Data = page.data
	openFormIfNone(w, r)
	p.render(w, r, page.form.renderRequest, page.status)
}

// submitPortal takes a phone or code sent without the script (decision 0026). The script then takes over the session.
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
		delete(fields, "code")
	}
	step := p.askForCode
	if _, withCode := fields["code"]; withCode {
		step = p.tryCode
	}
	page.data.Fields = fields
	if err := step(w, r, &page); err != nil {
		problem := p.api.problems.convert(r.Context(), err).withRequestID(r.Context())
		page.data.Problem, page.status = problem.forPage(), problem.status
	}
	p.renderResult(w, r, page.form, page.data, page.status)
}

// showPhoneAhead takes the refused phone of the registration form, posted to keep it out of the URL.
func (p customerPages) showPhoneAhead(w http.ResponseWriter, r *http.Request, page portalPage, fields map[string]string) {
	page.data.Fields = map[string]string{"phonePrefix": fields["phonePrefix"], "phone": fields["phone"]}
	openFormIfNone(w, r)
	p.renderResult(w, r, page.form, page.data, page.status)
}

type signInFields struct {
	Phone    string  `json:"phone"`
	Birthday *string `json:"birthday"`
	Code     string  `json:"code"`
	Way      string  `json:"way"`
}

func (p customerPages) parseSignIn(ctx context.Context, page portalPage) (fields signInFields, err error) {
	body, err := p.parseForm(ctx, "readSignIn", page.data)
	if err != nil {
		return fields, err
	}
	if err := json.Unmarshal(body, &fields); err != nil {
		return fields, fmt.Errorf("reading a form: %w", err)
	}
	return fields, nil
}

func (p customerPages) askForCode(_ http.ResponseWriter, r *http.Request, page *portalPage) error {
	// If another code is refused, the field for the first code stays.
	_, page.data.CodeRequested = page.data.Fields["sentBy"]
	fields, err := p.parseSignIn(r.Context(), *page)
	if err != nil {
		return err
	}
	var in requestCodeInput
	in.Body.Phone, in.Body.Birthday, in.Body.BusinessID, in.Body.Way = fields.Phone, fields.Birthday, orNull(page.form.business), fields.Way
	if _, err := p.api.portal.requestCode(r.Context(), &in); err != nil {
		return err
	}
	page.data.CodeRequested = true
	return nil
}

func (p customerPages) tryCode(w http.ResponseWriter, r *http.Request, page *portalPage) error {
	page.data.CodeRequested = true
	if err := p.api.limits.checkCodeFrom(r.Context()); err != nil {
		return err
	}
	fields, err := p.parseSignIn(r.Context(), *page)
	if err != nil {
		return err
	}
	in := checkCodeInput{AgentInput: AgentInput{r.UserAgent()}}
	in.Body.Phone, in.Body.Code, in.Body.BusinessID = fields.Phone, fields.Code, orNull(page.form.business)
	in.Body.Birthday = fields.Birthday
	out, err := p.api.portal.checkCode(r.Context(), &in)
	if err != nil {
		return err
	}
	p.api.problems.logAuthentication(r.Context(), r.URL.Path, out)
	if out.DeviceCookie != "" {
		w.Header().Set("Set-Cookie", out.DeviceCookie)
	}
	page.data = pageData{Business: page.data.Business, Ways: page.data.Ways, Session: &out.Body}
	return nil
}
