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
	"sync"
	"testing"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/traces"
)

// site has two businesses, with a token for each caller.
type site struct {
	operator      loyalty.User
	operatorSince time.Time // the sign-in of asOperator; zero: the test chose the token

	*servicetest.Shop
	t         *testing.T
	handler   http.Handler
	other     *servicetest.Shop
	tokens    map[caller]string
	logOutput *strings.Builder
	as        caller // the caller in the row of the access matrix
	troubled  bool   // the database fails, so the server may report a fault
	tracer    *traces.Tracer
}

type caller string

const (
	asAnonymous    caller = ""
	asBarber       caller = "BARBER"
	asAdmin        caller = "ADMIN"
	asOwner        caller = "OWNER"
	asOperator     caller = "SUPERADMIN"
	asForeignOwner caller = "OWNER of another business"
	asCustomer     caller = "a customer in the portal"
	asForger       caller = "a caller with a forged token"
)

const (
	appSecret   = "Secreto-de-la-app"
	verifyToken = "palabra"
)

func newSite(t *testing.T) *site {
	t.Helper()
	return newSiteIn(t, servicetest.NewTown(t))
}

func newSiteIn(t *testing.T, town *servicetest.Town) *site {
	t.Helper()
	s := &site{Shop: town.Shop(t), t: t, logOutput: &strings.Builder{}}
	s.other = town.Shop(t)
	t.Cleanup(s.mustLogNoPersonalData)
	s.handler = buildOnDemand(func() http.Handler { return s.api(nil, false) })
	s.tokens = map[caller]string{}
	for _, as := range []caller{asBarber, asAdmin, asOwner, asForeignOwner, asOperator, asForger} {
		s.token(as)
	}
	return s
}

// buildOnDemand saves the API of a test that uses another one. Registering routes took a fifth of the CPU of these tests.
func buildOnDemand(build func() http.Handler) http.Handler {
	buildOnce := sync.OnceValue(build)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { buildOnce().ServeHTTP(w, r) })
}

func (s *site) api(limits *Limits, trustProxy bool) http.Handler {
	return s.apiOn(s.Cases, limits, func(o *Options) { o.TrustProxy = trustProxy })
}

func (s *site) apiOn(cases *service.Service, limits *Limits, changes ...func(*Options)) http.Handler {
	options := Options{
		Log:    s.log(),
		Limits: limits,
		Ready:  s.Store.Ready,

		ResponseTimeout: time.Minute, // for a busy machine
		RefusalTimeout:  time.Minute,

		FixedBusiness: s.Business.ID,
		Webhook:       Webhook{AppSecret: appSecret, VerifyToken: verifyToken},
	}
	for _, change := range changes {
		change(&options)
	}
	return WithSecurityHeaders(New(cases, options), HSTS{})
}

func (s *site) log() *slog.Logger {
	return logs.New(s.logOutput, logs.Text, slog.LevelWarn)
}

var personal = regexp.MustCompile(`\+\d{9,15}\b|[\w.%+-]+@[\w-]+(\.[\w-]+)+|\beyJ[\w-]+\.|="?\d{6}"?\s|\(hidden\)`)

func (s *site) mustLogNoPersonalData() {
	for line := range strings.Lines(s.logOutput.String()) {
		if personal.MatchString(line) {
			s.t.Errorf("the log has personal data: %s", line)
		}
	}
}

type answer struct {
	t      *testing.T
	status int
	header http.Header
	body   string
}

func (s *site) call(as caller, method, path, body string) answer {
	s.t.Helper()
	return s.send(s.request(as, method, path, body))
}

func (s *site) callOnce(as caller, path, body string) answer {
	s.t.Helper()
	return s.callWith(as, string(s.Key()), path, body)
}

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
	if isFile := strings.HasPrefix(path, "/imports?") || strings.HasPrefix(path, "/imports/copy") || path == "/imports" || strings.HasPrefix(path, "/business/restore"); isFile && method == http.MethodPost {
		request.Header.Set("Content-Type", "application/octet-stream")
	}
	if as != asAnonymous {
		request.Header.Set("Authorization", "Bearer "+s.token(as))
	}
	return request
}

func (s *site) token(as caller) string {
	s.t.Helper()
	if as == asOperator && !s.operatorSince.IsZero() && loyalty.IsIdle(s.operatorSince, s.Clock.Now()) {
		s.tokens[as] = ""
	}
	if s.tokens[as] == "" {
		s.tokens[as] = s.signIn(as)
	}
	return s.tokens[as]
}

// signIn signs a caller in. If needed, it creates the customer in a third business.
func (s *site) signIn(as caller) string {
	s.t.Helper()
	switch as {
	case asAnonymous:
		return ""
	case asForeignOwner:
		return s.Town.Token(s.t, s.other.Staff[loyalty.Owner])
	case asOperator:
		s.operatorSince = s.Clock.Now()
		if s.operator.ID == "" {
			s.operator = s.Town.Operator(s.t)
		}
		return s.Town.Token(s.t, s.operator)
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
	s.handler.ServeHTTP(hangUpRecorder{recorder, hangUp}, request.WithContext(ctx))
	if recorder.Code >= http.StatusInternalServerError && !s.troubled {
		s.t.Errorf("%s %s answered %d %s; log: %s", request.Method, request.URL, recorder.Code, recorder.Body, s.logOutput)
	}
	return answer{s.t, recorder.Code, recorder.Header(), recorder.Body.String()}
}

type hangUpRecorder struct {
	*httptest.ResponseRecorder
	hangUp func()
}

func (l hangUpRecorder) Flush() {
	l.ResponseRecorder.Flush()
	l.hangUp()
}

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

func (a answer) lacks(texts ...string) answer {
	a.t.Helper()
	for _, text := range texts {
		if strings.Contains(a.body, text) {
			a.t.Errorf("the answer contains %q: %s", text, a.body)
		}
	}
	return a
}

func (a answer) into(value any) {
	a.t.Helper()
	if err := json.Unmarshal([]byte(a.body), value); err != nil {
		a.t.Fatalf("decoding %s: %v", a.body, err)
	}
}

func (a answer) problem() Problem {
	a.t.Helper()
	var problem Problem
	if got := a.header.Get("Content-Type"); got != "application/json" {
		a.t.Errorf("an error has Content-Type %q, want application/json: %s", got, a.body)
	}
	a.into(&problem)
	if problem.Code == "" || problem.Code != strings.ToUpper(problem.Code) || !isSpanish(problem.Message) {
		a.t.Errorf("an error must have a code and a Spanish message: %s", a.body)
	}
	for _, field := range problem.Errors {
		if field.Field == "" || !isSpanish(field.Message) {
			a.t.Errorf("field %q has the message %q, want a Spanish message of a named field", field.Field, field.Message)
		}
	}
	return problem
}

func isSpanish(sentence string) bool {
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

func all() []caller {
	return []caller{asAnonymous, asBarber, asAdmin, asOwner, asOperator, asForeignOwner, asCustomer, asForger}
}
