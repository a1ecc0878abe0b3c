package httpapi

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/traces"
)

// site is the API of a town with two shops, and a token for everybody.
type site struct {
	*servicetest.Shop
	t        *testing.T
	handler  http.Handler
	other    *servicetest.Shop
	tokens   map[caller]string
	logged   *strings.Builder
	as       caller // of the row of the access matrix
	troubled bool   // the database is: the server may say so
	tracer   *traces.Tracer
}

// caller is as whom a call is made.
type caller string

const (
	asNobody       caller = ""
	asBarber       caller = "BARBER"
	asAdmin        caller = "ADMIN"
	asOwner        caller = "OWNER"
	asOperator     caller = "SUPERADMIN"
	asForeignOwner caller = "OWNER of another business"
	asCustomer     caller = "a customer in her portal"
	asForger       caller = "somebody with a forged token"
)

// What the provider of WhatsApp and the site know.
const (
	appSecret   = "Secreto-de-la-app"
	verifyToken = "palabra"
)

func newSite(t *testing.T) *site {
	t.Helper()
	town := servicetest.NewTown(t)
	s := &site{Shop: town.Shop(t), t: t, logged: &strings.Builder{}}
	s.other = town.Shop(t)
	t.Cleanup(s.hasLoggedNobody)
	s.handler = s.api(nil, false)
	s.tokens = map[caller]string{}
	for _, as := range []caller{asBarber, asAdmin, asOwner, asForeignOwner, asOperator, asForger} {
		s.token(as)
	}
	return s
}

// api is another API on the same use cases, with limits.
func (s *site) api(limits *Limits, trustProxy bool) http.Handler {
	return s.apiOn(s.Cases, limits, func(o *Options) { o.TrustProxy = trustProxy })
}

// apiOn is the API of a copy of the program.
func (s *site) apiOn(cases *service.Service, limits *Limits, changes ...func(*Options)) http.Handler {
	options := Options{
		Log:    s.log(),
		Limits: limits,
		Ready:  s.Store.Ready,

		ResponseTimeout: time.Minute, // for a busy machine

		FixedBusiness: s.Business.ID,
		Webhook:       Webhook{AppSecret: appSecret, VerifyToken: verifyToken},
	}
	for _, change := range changes {
		change(&options)
	}
	return Secured(New(cases, options))
}

func (s *site) log() *slog.Logger {
	return logs.New(s.logged, logs.Text, slog.LevelWarn)
}

// personal is what would tell of a person in the log: phones, e-mail addresses, tokens,
// codes, and what the log took out itself.
var personal = regexp.MustCompile(`\+\d{9,15}\b|[\w.%+-]+@[\w-]+(\.[\w-]+)+|\beyJ[\w-]+\.|="?\d{6}"?\s|\(hidden\)`)

// hasLoggedNobody fails for a log that tells of a person: whatever a test has called.
func (s *site) hasLoggedNobody() {
	for line := range strings.Lines(s.logged.String()) {
		if personal.MatchString(line) {
			s.t.Errorf("the log tells of a person: %s", line)
		}
	}
}

// answer is what came back.
type answer struct {
	t      *testing.T
	status int
	header http.Header
	body   string
}

// call makes a request under /api as somebody.
func (s *site) call(as caller, method, path, body string) answer {
	s.t.Helper()
	return s.send(s.request(as, method, path, body))
}

// callOnce makes a request with an idempotency key of its own.
func (s *site) callOnce(as caller, path, body string) answer {
	s.t.Helper()
	return s.callWith(as, string(s.Key()), path, body)
}

// callWith makes a request with an idempotency key.
func (s *site) callWith(as caller, key, path, body string) answer {
	s.t.Helper()
	request := s.request(as, http.MethodPost, path, body)
	request.Header.Set("Idempotency-Key", key)
	return s.send(request)
}

func (s *site) request(as caller, method, path, body string) *http.Request {
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	request := httptest.NewRequest(method, "/api"+path, reader)
	request.AddCookie(&http.Cookie{Name: browserCookie, Value: servicetest.Browser})
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if as != asNobody {
		request.Header.Set("Authorization", "Bearer "+s.token(as))
	}
	return request
}

// token is a caller's, who signs in when she has none.
func (s *site) token(as caller) string {
	s.t.Helper()
	if s.tokens[as] == "" {
		s.tokens[as] = s.signIn(as)
	}
	return s.tokens[as]
}

// signIn opens a session. The customer is one of a third shop, and is there only
// in tests that need her.
func (s *site) signIn(as caller) string {
	s.t.Helper()
	switch as {
	case asNobody:
		return ""
	case asForeignOwner:
		return s.Town.Token(s.t, s.other.Staff[loyalty.Owner])
	case asOperator:
		return s.Town.Token(s.t, s.Town.Operator(s.t))
	case asForger:
		head, rest, _ := strings.Cut(s.token(asOwner), ".")
		claims, _, _ := strings.Cut(rest, ".")
		return head + "." + claims + "." + strings.Repeat("A", 43)
	case asCustomer:
		shop := s.Town.Shop(s.t)
		return shop.PortalToken(shop.Customer("Carmen Propia"))
	}
	return s.Town.Token(s.t, s.Staff[loyalty.Role(as)])
}

func (s *site) send(request *http.Request) answer {
	s.t.Helper()
	recorder := httptest.NewRecorder()
	ctx, hangUp := context.WithCancel(s.tracer.NewContext(request.Context()))
	defer hangUp()
	s.handler.ServeHTTP(listening{recorder, hangUp}, request.WithContext(ctx))
	if recorder.Code >= http.StatusInternalServerError && !s.troubled {
		s.t.Errorf("%s %s answered %d %s; log: %s", request.Method, request.URL, recorder.Code, recorder.Body, s.logged)
	}
	return answer{s.t, recorder.Code, recorder.Header(), recorder.Body.String()}
}

// listening hangs up when a first piece of an answer has come that would go on.
type listening struct {
	*httptest.ResponseRecorder
	hangUp func()
}

func (l listening) Flush() {
	l.ResponseRecorder.Flush()
	l.hangUp()
}

// has fails unless the answer has a status and contains the texts.
func (a answer) has(status int, texts ...string) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	for _, text := range texts {
		if !strings.Contains(a.body, text) {
			a.t.Errorf("the answer lacks %q: %s", text, a.body)
		}
	}
	return a
}

// lacks fails when the answer contains one of the texts.
func (a answer) lacks(texts ...string) answer {
	a.t.Helper()
	for _, text := range texts {
		if strings.Contains(a.body, text) {
			a.t.Errorf("the answer contains %q: %s", text, a.body)
		}
	}
	return a
}

// into decodes the answer.
func (a answer) into(value any) {
	a.t.Helper()
	if err := json.Unmarshal([]byte(a.body), value); err != nil {
		a.t.Fatalf("decoding %s: %v", a.body, err)
	}
}

// problem checks that the answer is an error as people and programs expect it,
// and returns it.
func (a answer) problem() Problem {
	a.t.Helper()
	var problem Problem
	if got := a.header.Get("Content-Type"); got != "application/json" {
		a.t.Errorf("an error has Content-Type %q: %s", got, a.body)
	}
	a.into(&problem)
	if problem.Code == "" || problem.Code != strings.ToUpper(problem.Code) || !inSpanish(problem.Message) {
		a.t.Errorf("an error has to have a code and a Spanish message: %s", a.body)
	}
	for _, field := range problem.Errors {
		if field.Field == "" || !inSpanish(field.Message) {
			a.t.Errorf("field %q has the message %q", field.Field, field.Message)
		}
	}
	return problem
}

// inSpanish recognises the sentences of our catalogues by their first letter
// and the lack of words that the libraries' English sentences have.
func inSpanish(sentence string) bool {
	if sentence == "" || strings.ToUpper(sentence[:1]) != sentence[:1] {
		return false
	}
	for _, english := range []string{" expected ", "invalid", "unexpected", "required", " the ", " is ", "must ", "value", "json:"} {
		if strings.Contains(" "+strings.ToLower(sentence)+" ", english) {
			return false
		}
	}
	return true
}

// all are the callers of the access matrix.
func all() []caller {
	return []caller{asNobody, asBarber, asAdmin, asOwner, asOperator, asForeignOwner, asCustomer, asForger}
}
