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

// landingPage answers with what is said to a visitor. Whoever is signed in the browser leads on.
func (p customerPages) landingPage(w http.ResponseWriter, r *http.Request) {
	p.render(w, r, webui.RenderRequest{Path: "/", Data: pageData{}}, http.StatusOK)
}

// loginPage answers with the staff's door. Whoever is signed in the browser asks what now.
func (p customerPages) loginPage(w http.ResponseWriter, r *http.Request) {
	p.render(w, r, webui.RenderRequest{Path: loginPath, Data: p.loginData()}, http.StatusOK)
}

const loginPath = "/login"

// loginData is what the sign-in screen is drawn with.
func (p customerPages) loginData() pageData {
	recovery := p.api.recovery.options()
	return pageData{Recovery: &recovery}
}

// submitLogin takes a sign-in that no script has sent (decision 0026): its script was still on
// its way. The session that it opens is for the script.
func (p customerPages) submitLogin(w http.ResponseWriter, r *http.Request) {
	r = r.WithContext(p.api.withOrigin(r.Context(), r))
	fields, err := p.readFields(w, r, p.api.limits.signInFrom)
	if err != nil {
		p.writePlainText(w, r, err)
		return
	}
	shown, status := p.loginData(), http.StatusOK
	shown.SignedIn, err = p.openSession(w, r, fields)
	if err != nil {
		problem := p.api.problems.convert(r.Context(), err).withRequestID(r.Context())
		// What was typed as a password goes nowhere.
		shown.Fields, shown.Problem = map[string]string{"email": fields["email"]}, problem.forPage()
		status = problem.status
	}
	p.renderResult(w, r, formPage{wanted: webui.RenderRequest{Path: loginPath}}, shown, status)
}

// errTemporary asks for a temporary password once more: it is replaced by a script, which
// has to be told it.
var errTemporary = &Problem{
	status: http.StatusConflict, Code: "PASSWORD_TEMPORARY", Message: "Tu contraseña es temporal. Escríbela otra vez y elige la tuya.",
}

func (p customerPages) openSession(w http.ResponseWriter, r *http.Request, fields map[string]string) (*Session, error) {
	var in loginInput
	in.Body.Email, in.Body.Password = strings.TrimSpace(fields["email"]), fields["password"]
	// No longer than the call of the API takes them.
	if utf8.RuneCountInString(in.Body.Email) > 254 || utf8.RuneCountInString(in.Body.Password) > 200 {
		return nil, loyalty.ErrSignInFailed
	}
	out, err := p.api.sessions.login(r.Context(), &in)
	if err != nil {
		return nil, err
	}
	if out.Body.MustChange {
		return nil, errTemporary
	}
	w.Header().Set("Set-Cookie", out.DeviceCookie)
	return &out.Body, nil
}

// legalPageData is what a legal page is drawn with: it says too that nobody is known who
// would answer.
type legalPageData struct {
	pageData
	Legal *LegalIdentity `json:"legal"`
}

// legalPage answers with a legal page of the business that its address names, else of the
// one that the operator has set. It is there also when nobody knows the business: what
// it says holds for all.
func (p customerPages) legalPage(w http.ResponseWriter, r *http.Request) {
	wanted := webui.RenderRequest{Path: r.URL.Path}
	id := businessIDOf(r)
	if id == "" {
		id = p.api.businesses.fixedBusiness
	} else {
		wanted.Query = map[string]string{"bid": id}
	}
	identity, err := p.legalIdentity(r.Context(), id)
	if err != nil {
		p.serveUnrendered(w, r, err)
		return
	}
	if identity == nil {
		wanted.Query = nil
	}
	wanted.Data = legalPageData{Legal: identity}
	p.render(w, r, wanted, http.StatusOK)
}

// legalIdentity is who answers for the data at a business; nil where there is no such
// business.
func (p customerPages) legalIdentity(ctx context.Context, id string) (*LegalIdentity, error) {
	found, err := p.api.businesses.legalIdentity(ctx, &IDInput{ID: id})
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &found.Body, nil
}

// redirectToPrivacy leads on from the English address of the privacy policy.
func redirectToPrivacy(w http.ResponseWriter, r *http.Request) {
	to := *r.URL
	to.Path = "/legal/privacidad"
	http.Redirect(w, r, to.RequestURI(), http.StatusMovedPermanently)
}
