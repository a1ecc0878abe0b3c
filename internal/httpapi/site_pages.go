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

// start answers with what is said to a visitor. Whoever is signed in the browser leads on.
func (p customerPages) start(w http.ResponseWriter, r *http.Request) {
	p.draw(w, r, webui.Wanted{Path: "/", Shown: shownPage{}}, http.StatusOK)
}

// login answers with the staff's door. Whoever is signed in the browser asks what now.
func (p customerPages) login(w http.ResponseWriter, r *http.Request) {
	p.draw(w, r, webui.Wanted{Path: loginPath, Shown: p.loginShown()}, http.StatusOK)
}

const loginPath = "/login"

// loginShown is what the sign-in screen is drawn with.
func (p customerPages) loginShown() shownPage {
	recovery := p.api.recovery.shown()
	return shownPage{Recovery: &recovery}
}

// signIn takes a sign-in that no script has sent (decision 0026): its script was still on
// its way. The session that it opens is for the script.
func (p customerPages) signIn(w http.ResponseWriter, r *http.Request) {
	r = r.WithContext(p.api.located(r.Context(), r))
	fields, err := p.fieldsSent(w, r, p.api.limits.signInFrom)
	if err != nil {
		p.sayPlainly(w, r, err)
		return
	}
	shown, status := p.loginShown(), http.StatusOK
	shown.SignedIn, err = p.signedIn(w, r, fields)
	if err != nil {
		problem := p.api.problems.of(r.Context(), err).numbered(r.Context())
		// What was typed as a password goes nowhere.
		shown.Fields, shown.Problem = map[string]string{"email": fields["email"]}, problem.shown()
		status = problem.status
	}
	p.showSent(w, r, formPage{wanted: webui.Wanted{Path: loginPath}}, shown, status)
}

// errTemporary asks for a temporary password once more: it is replaced by a script, which
// has to be told it.
var errTemporary = &Problem{
	status: http.StatusConflict, Code: "PASSWORD_TEMPORARY", Message: "Tu contraseña es temporal. Escríbela otra vez y elige la tuya.",
}

func (p customerPages) signedIn(w http.ResponseWriter, r *http.Request, fields map[string]string) (*Session, error) {
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
	w.Header().Set("Set-Cookie", out.Known)
	return &out.Body, nil
}

// shownLegal is what a legal page is drawn with: it says too that nobody is known who
// would answer.
type shownLegal struct {
	shownPage
	Legal *LegalIdentity `json:"legal"`
}

// legal answers with a legal page of the business that its address names, else of the
// one that the operator has set. It is there also when nobody knows the business: what
// it says holds for all.
func (p customerPages) legal(w http.ResponseWriter, r *http.Request) {
	wanted := webui.Wanted{Path: r.URL.Path}
	id := namedBusiness(r)
	if id == "" {
		id = p.api.businesses.fixedBusiness
	} else {
		wanted.Query = map[string]string{"bid": id}
	}
	identity, err := p.answering(r.Context(), id)
	if err != nil {
		p.asBuilt(w, r, err)
		return
	}
	if identity == nil {
		wanted.Query = nil
	}
	wanted.Shown = shownLegal{Legal: identity}
	p.draw(w, r, wanted, http.StatusOK)
}

// answering is who answers for the data at a business; nil where there is no such
// business.
func (p customerPages) answering(ctx context.Context, id string) (*LegalIdentity, error) {
	found, err := p.api.businesses.legalIdentity(ctx, &IDInput{ID: id})
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &found.Body, nil
}

// privacyInSpanish leads on from the English address of the privacy policy.
func privacyInSpanish(w http.ResponseWriter, r *http.Request) {
	to := *r.URL
	to.Path = "/legal/privacidad"
	http.Redirect(w, r, to.RequestURI(), http.StatusMovedPermanently)
}
