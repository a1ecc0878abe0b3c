package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"axioma/internal/loyalty"
	"axioma/internal/webui"
)

// landingPage serves the home page. The script redirects signed-in users.
func (p customerPages) landingPage(w http.ResponseWriter, r *http.Request) {
	p.render(w, r, webui.RenderRequest{Path: "/", Data: pageData{}}, http.StatusOK)
}

// loginPage serves the sign-in page. The script redirects signed-in users.
func (p customerPages) loginPage(w http.ResponseWriter, r *http.Request) {
	p.render(w, r, webui.RenderRequest{Path: loginPath, Data: p.loginData()}, http.StatusOK)
}

const loginPath = "/login"

func (p customerPages) loginData() pageData {
	recovery := p.api.recovery.options()
	return pageData{Recovery: &recovery}
}

// submitLogin takes a sign-in without the script (decision 0026). The script then takes over the session.
func (p customerPages) submitLogin(w http.ResponseWriter, r *http.Request) {
	r = r.WithContext(p.api.withOrigin(r.Context(), r))
	fields, err := p.readFields(w, r, p.api.limits.signInFrom)
	if err != nil {
		p.writePlainText(w, r, err)
		return
	}
	data, status := p.loginData(), http.StatusOK
	data.SignedIn, err = p.openSession(w, r, fields)
	if err != nil {
		problem := p.api.problems.convert(r.Context(), err).withRequestID(r.Context())
		// The password is not sent back.
		data.Fields, data.Problem = map[string]string{"email": fields["email"]}, problem.forPage()
		status = problem.status
	}
	p.renderResult(w, r, formPage{renderRequest: webui.RenderRequest{Path: loginPath}}, data, status)
}

// errTemporary refuses a sign-in without the script, which alone can replace a temporary password.
var errTemporary = &Problem{
	status: http.StatusConflict, Code: "PASSWORD_TEMPORARY", Message: "Tu contraseña es temporal. Escríbela otra vez y elige la tuya.",
}

func (p customerPages) openSession(w http.ResponseWriter, r *http.Request, fields map[string]string) (*Session, error) {
	var in loginInput
	in.Body.Email, in.Body.Password = strings.TrimSpace(fields["email"]), fields["password"]
	// The limits are the same as for the API call.
	if utf8.RuneCountInString(in.Body.Email) > 254 || utf8.RuneCountInString(in.Body.Password) > 200 {
		return nil, loyalty.ErrSignInFailed
	}
	out, err := p.api.sessions.login(r.Context(), &in)
	if err != nil {
		return nil, err
	}
	p.api.problems.logAuthentication(r.Context(), r.URL.Path, out)
	if out.Body.MustChange {
		return nil, errTemporary
	}
	w.Header().Set("Set-Cookie", out.DeviceCookie)
	return &out.Body, nil
}

// legalPageData has the data controller; null if unknown.
type legalPageData struct {
	pageData
	Legal *LegalIdentity `json:"legal"`
}

// legalPage serves the legal notice of the business in the URL, or of /qr, or else a general text.
func (p customerPages) legalPage(w http.ResponseWriter, r *http.Request) {
	request := webui.RenderRequest{Path: r.URL.Path}
	id := businessIDOf(r)
	if id == "" {
		id = p.api.businesses.fixedBusiness
	} else {
		request.Query = map[string]string{"bid": id}
	}
	identity, err := p.legalIdentity(r.Context(), id)
	if err != nil {
		p.serveUnrendered(w, r, err)
		return
	}
	if identity == nil {
		request.Query = nil
	}
	request.Data = legalPageData{Legal: identity}
	p.render(w, r, request, http.StatusOK)
}

func (p customerPages) legalIdentity(ctx context.Context, id string) (*LegalIdentity, error) {
	identity, err := p.api.businesses.legalIdentity(ctx, &IDInput{ID: id})
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &identity.Body, nil
}

func redirectToPrivacy(w http.ResponseWriter, r *http.Request) {
	to := *r.URL
	to.Path = "/legal/privacidad"
	http.Redirect(w, r, to.RequestURI(), http.StatusMovedPermanently)
}
