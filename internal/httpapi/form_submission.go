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

type pageProblem struct {
	Status     int  `json:"status"`
	RetryAfter *int `json:"retryAfter,omitempty"` // seconds
	*Problem
}

type pageRegistration struct {
	Customer RegisteredCustomer `json:"customer"`
	Browser  Browser            `json:"browser"`
}

// submitRegistration takes a form without the script (decision 0026), idempotently.
func (p customerPages) submitRegistration(form func(*http.Request) formPage) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(p.api.withOrigin(r.Context(), r))
		fields, err := p.readFields(w, r, p.api.limits.registerFrom)
		if err != nil {
			p.writePlainText(w, r, err)
			return
		}
		page := form(r)
		business, status, err := p.loadBusiness(r.Context(), page.business)
		if err != nil {
			p.writePlainText(w, r, err)
			return
		}
		if status != http.StatusOK {
			p.renderForm(w, r, page)
			return
		}
		data := pageData{Business: business}
		var cookie string
		data.Registration, cookie, err = p.registerCustomer(r, business, fields)
		if err != nil {
			problem := p.api.problems.convert(r.Context(), err).withRequestID(r.Context())
			data.Fields, data.Problem = fields, problem.forPage()
			status = problem.status
		}
		if cookie != "" {
			w.Header().Add("Set-Cookie", cookie)
		}
		p.renderResult(w, r, page, data, status)
	}
}

// readFields reads the fields of a form. It first refuses other origins and checks the limit.
func (p customerPages) readFields(
	w http.ResponseWriter, r *http.Request, tries func(context.Context) error,
) (map[string]string, error) {
	if err := p.api.crossOrigin.Check(r); err != nil {
		return nil, crossOriginProblem()
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

// parseForm calls a function of the web app, which returns the body of an API call or the form's errors.
func (p customerPages) parseForm(ctx context.Context, function string, data pageData) (json.RawMessage, error) {
	var read struct {
		Body     json.RawMessage `json:"body"`
		Problems []ProblemField  `json:"problems"`
	}
	if err := p.ui.CallScript(ctx, function, data, &read); err != nil {
		return nil, err
	}
	if len(read.Problems) > 0 {
		problem := newProblem(http.StatusUnprocessableEntity, "")
		problem.Errors = read.Problems
		return nil, problem
	}
	return read.Body, nil
}

func (p customerPages) registerCustomer(r *http.Request, business *PublicBusiness, fields map[string]string) (registration *pageRegistration, cookie string, err error) {
	ctx := r.Context()
	body, err := p.parseForm(ctx, "readRegistration", pageData{Business: business, Fields: fields})
	if err != nil {
		return nil, "", err
	}
	in := registerInput{Key: formKey(r, body), keyLife: formKeyLife}
	if err := json.Unmarshal(body, &in.Body); err != nil {
		return nil, "", fmt.Errorf("reading a form: %w", err)
	}
	out, err := p.api.registrations.register(ctx, &in)
	if err != nil {
		return nil, "", err
	}
	return &pageRegistration{Customer: out.Body, Browser: browserOf(r.UserAgent())}, out.Browser, nil
}

// formKey returns the idempotency key of a form: equal for a second tap or a reload, empty without formCookie.
func formKey(r *http.Request, body []byte) string {
	formName := formNameOf(r)
	if formName == "" {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", []string{formName, string(body)}))
	return "page-" + hex.EncodeToString(sum[:])
}

func (p *Problem) forPage() *pageProblem {
	problem := &pageProblem{Status: p.status, Problem: p}
	if wait, err := strconv.Atoi(p.GetHeaders().Get("Retry-After")); err == nil {
		problem.RetryAfter = &wait
	}
	return problem
}

// renderResult sends the page with the result. If rendering fails, the page asks to send the form again.
func (p customerPages) renderResult(w http.ResponseWriter, r *http.Request, page formPage, data pageData, status int) {
	page.renderRequest.Data = data
	if data.Problem != nil {
		setProblemHeaders(w, data.Problem.Problem)
	}
	renderedPage, err := p.ui.RenderPrivate(r.Context(), page.renderRequest)
	if err != nil {
		p.api.problems.log.WarnContext(r.Context(), "rendering a page failed", "page", r.URL.Path, "error", err)
		if data.Session != nil {
			renderedPage, err = p.fallbackPage(data)
		}
	}
	if err != nil {
		p.writePlainText(w, r, loyalty.OutcomeUnknownFor(retryDelay))
		return
	}
	renderedPage.Send(w, r, status)
}

// fallbackPage returns a page with the customer's QR for when rendering fails: their code is used up.
func (p customerPages) fallbackPage(data pageData) (*webui.Page, error) {
	const picture = `<img src="%s" alt="Tu QR" width="320" height="320">`
	return p.ui.FallbackPage(data, template.HTML(fmt.Sprintf(picture, template.HTMLEscapeString(data.Session.QRURL))))
}

func (p customerPages) writePlainText(w http.ResponseWriter, r *http.Request, err error) {
	problem := p.api.problems.convert(r.Context(), err)
	setProblemHeaders(w, problem)
	http.Error(w, problem.Message, problem.status)
}

func setProblemHeaders(w http.ResponseWriter, problem *Problem) {
	for name, values := range problem.GetHeaders() {
		w.Header().Set(name, values[0])
	}
}
