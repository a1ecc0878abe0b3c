package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"axioma/internal/loyalty"
	"axioma/internal/webui"
)

// shownProblem is why a form that was sent was refused, as a call's answer says it.
type shownProblem struct {
	Status     int  `json:"status"`
	RetryAfter *int `json:"retryAfter,omitempty"` // seconds
	*Problem
}

// shownRegistered is who became a customer by a form.
type shownRegistered struct {
	Customer Registered `json:"customer"`
	Browser  Browser    `json:"browser"` // that has sent it
}

// registering takes the form of a page that no script has sent (decision 0026). The
// answer is that page with what came of it; sent once more, the form brings it again.
func (p customerPages) registering(form func(*http.Request) formPage) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(p.api.located(r.Context(), r))
		fields, err := p.fieldsSent(w, r, p.api.limits.registerFrom)
		if err != nil {
			p.sayPlainly(w, r, err)
			return
		}
		page := form(r)
		business, status, err := p.standing(r.Context(), page.business)
		if err != nil {
			p.sayPlainly(w, r, err)
			return
		}
		if status != http.StatusOK {
			p.show(w, r, page)
			return
		}
		shown := shownPage{Business: business}
		var cookie string
		shown.Registered, cookie, err = p.registered(r, business, fields)
		if err != nil {
			problem := p.api.problems.of(r.Context(), err).numbered(r.Context())
			shown.Fields, shown.Problem = fields, problem.shown()
			status = problem.status
		}
		if cookie != "" {
			w.Header().Add("Set-Cookie", cookie)
		}
		p.showSent(w, r, page, shown, status)
	}
}

// fieldsSent are the fields of a form, of which each is there once. Whoever sends too
// many is refused before anything is read.
func (p customerPages) fieldsSent(
	w http.ResponseWriter, r *http.Request, tries func(context.Context) error,
) (map[string]string, error) {
	if err := p.crossOrigin.Check(r); err != nil {
		return nil, &Problem{status: http.StatusForbidden, Code: "CROSS_ORIGIN", Message: "Envía el formulario desde su propia página."}
	}
	if err := tries(r.Context()); err != nil {
		return nil, err
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		status := http.StatusBadRequest
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		return nil, newProblem(status, "")
	}
	fields := map[string]string{}
	for name := range r.PostForm {
		fields[name] = r.PostForm.Get(name)
	}
	return fields, nil
}

// readForm has a function of the app's script read a form: it returns what a call of the
// API would say, and refuses what is wrong before that.
func (p customerPages) readForm(ctx context.Context, function string, shown shownPage) (json.RawMessage, error) {
	var read struct {
		Body     json.RawMessage `json:"body"`
		Problems []ProblemField  `json:"problems"`
	}
	if err := p.ui.Read(ctx, function, shown, &read); err != nil {
		return nil, err
	}
	if len(read.Problems) > 0 {
		problem := newProblem(http.StatusUnprocessableEntity, "")
		problem.Errors = read.Problems
		return nil, problem
	}
	return read.Body, nil
}

// registered adds the customer that a form describes, and returns the cookie for the browser.
func (p customerPages) registered(r *http.Request, business *PublicBusiness, fields map[string]string) (shown *shownRegistered, cookie string, err error) {
	ctx := r.Context()
	body, err := p.readForm(ctx, "readRegistration", shownPage{Business: business, Fields: fields})
	if err != nil {
		return nil, "", err
	}
	in := registerInput{Key: sentKey(r, body), keyLife: sentKeyLife}
	if err := json.Unmarshal(body, &in.Body); err != nil {
		return nil, "", fmt.Errorf("reading a form: %w", err)
	}
	out, err := p.api.registrations.register(ctx, &in)
	if err != nil {
		return nil, "", err
	}
	return &shownRegistered{Customer: out.Body, Browser: browserOf(r.UserAgent())}, out.Browser, nil
}

// sentKey is the idempotency key of a form that has none of its own: the same when the form
// is sent once more, by a second tap or when its answer is loaded anew. It belongs to the
// browser that opened the form. A browser without its cookie gets no key.
func sentKey(r *http.Request, body []byte) string {
	opened := openedFormOf(r)
	if opened == "" {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", []string{opened, string(body)}))
	return "page-" + hex.EncodeToString(sum[:])
}

// shown is the problem as a page says it.
func (p *Problem) shown() *shownProblem {
	shown := &shownProblem{Status: p.status, Problem: p}
	if wait, err := strconv.Atoi(p.GetHeaders().Get("Retry-After")); err == nil {
		shown.RetryAfter = &wait
	}
	return shown
}

// showSent answers with a page and what came of its form. Where it cannot be drawn it is
// said that the form may be sent once more.
func (p customerPages) showSent(w http.ResponseWriter, r *http.Request, page formPage, shown shownPage, status int) {
	page.wanted.Shown = shown
	if shown.Problem != nil {
		announce(w, shown.Problem.Problem)
	}
	drawn, err := p.ui.DrawOnce(r.Context(), page.wanted)
	if err != nil {
		p.api.problems.log.WarnContext(r.Context(), "a page was not drawn", "page", r.URL.Path, "error", err)
		if shown.Session != nil {
			drawn, err = p.undrawn(shown)
		}
	}
	if err != nil {
		p.sayPlainly(w, r, loyalty.OutcomeUnknownFor(busyFor))
		return
	}
	drawn.Send(w, r, status)
}

// undrawn is the page of who has come into the portal, with her QR alone until a script has
// come: her code is used up, and opens nothing a second time.
func (p customerPages) undrawn(shown shownPage) (*webui.Page, error) {
	const picture = `<img src="%s" alt="Tu QR" width="320" height="320">`
	return p.ui.Undrawn(shown, template.HTML(fmt.Sprintf(picture, template.HTMLEscapeString(shown.Session.QRURL))))
}

// sayPlainly answers by the words of a refusal alone.
func (p customerPages) sayPlainly(w http.ResponseWriter, r *http.Request, err error) {
	problem := p.api.problems.of(r.Context(), err)
	announce(w, problem)
	http.Error(w, problem.Message, problem.status)
}

// announce sets the headers that go with a problem.
func announce(w http.ResponseWriter, problem *Problem) {
	for name, values := range problem.GetHeaders() {
		w.Header().Set(name, values[0])
	}
}
