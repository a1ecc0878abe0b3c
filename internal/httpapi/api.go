// Package httpapi is Axioma's HTTP API: routes, authentication, wire types and the mapping of errors to responses. It
// generates the OpenAPI document from its Go types. It decides which role may call a route. Handlers decode, call
// package service and encode.
package httpapi

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"axioma/internal/service"
)

// Options configure an API.
type Options struct {
	Log             *slog.Logger
	Limits          *Limits // nil: none
	TrustProxy      bool    // X-Forwarded-For is our proxy's
	PublicURL       string  // no trailing slash; empty: the URL of each request
	Ready           func(context.Context) error
	ObserveResponse ResponseObserver // may be nil

	FixedBusiness string // business of the page /qr; empty: none
	MailFrom      string
	Webhook       Webhook
	Passes        Passes

	Backups *Backups // nil: no backup folder
	// SendTestMail returns the mail server's refusal, or "". Nil: no mail server.
	SendTestMail func(ctx context.Context, to string) (reason string)
	Releases     func() ReleaseState

	// ResponseTimeout limits authentication and use case together; 0: four seconds.
	ResponseTimeout time.Duration
	// RefusalTimeout is how long a restore waits for a refusal, to answer it with an error status. Later ones are a
	// line of the response. 0: a second.
	RefusalTimeout time.Duration
}

// API serves all paths below /api.
type API struct {
	cases           *service.Service
	limits          *Limits
	trustProxy      bool
	publicURL       string
	crossOrigin     *http.CrossOriginProtection
	observeResponse ResponseObserver
	responseTimeout time.Duration
	mux             *http.ServeMux
	huma            huma.API
	problems        problems
	calls
}

// Limits of request bodies, in bytes. A handover has up to twenty visits.
const (
	maxBody     = 8 << 10
	maxHandover = 64 << 10
)

// New returns the API for the use cases.
func New(cases *service.Service, options Options) *API {
	a := &API{
		cases:           cases,
		limits:          options.Limits,
		trustProxy:      options.TrustProxy,
		publicURL:       options.PublicURL,
		crossOrigin:     newCrossOriginProtection(options.PublicURL),
		observeResponse: options.ObserveResponse,
		responseTimeout: cmp.Or(options.ResponseTimeout, defaultResponseTimeout),
		mux:             http.NewServeMux(),
		problems:        problems{log: options.Log},
		calls:           newCalls(cases, options),
	}
	configureHuma()
	a.huma = humago.NewWithPrefix(a.mux, "/api", contractConfig())
	for _, r := range a.routes() {
		r.register(a, r)
	}
	a.servePages()
	a.serveRefusedPageStyle()
	a.mux.HandleFunc("/api/", a.problems.unknownPath)
	return a
}

// StartDraining makes /api/readyz fail, so that a load balancer stops sending requests.
func (a *API) StartDraining() { a.health.draining.Store(true) }

// EndStreams ends streams with a retry delay.
func (a *API) EndStreams() { a.live.end() }

// contractConfig omits documentation pages and schema links, which load scripts from other hosts.
func contractConfig() huma.Config {
	config := huma.DefaultConfig("Axioma", "1")
	config.CreateHooks = nil
	registerKinds(config.Components.Schemas)
	config.DocsPath = ""
	config.SchemasPath = ""
	config.OpenAPIPath = "/openapi"
	config.Formats = map[string]huma.Format{"application/json": jsonFormat(), "json": jsonFormat()}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"staff":  {Type: "http", Scheme: "bearer", BearerFormat: "JWT"},
		"portal": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"},
	}
	return config
}

var configureOnce sync.Once

func configureHuma() {
	configureOnce.Do(func() {
		huma.DefaultArrayNullable = false
		huma.NewError = func(status int, message string, faults ...error) huma.StatusError {
			return newProblem(status, message, faults...)
		}
		huma.NewErrorWithContext = newProblemOf
		translateValidation()
	})
}

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	a.observe(w, a.withRequestID(w, r), a.answer)
}

func (a *API) answer(w http.ResponseWriter, r *http.Request) {
	defer a.problems.recoverPanic(w, r)
	if problem := checkText(r.URL); problem != nil {
		a.problems.write(w, r, problem)
		return
	}
	a.mux.ServeHTTP(w, r)
}

// OpenAPI returns the OpenAPI 3.1 document as JSON.
func (a *API) OpenAPI() ([]byte, error) { return a.huma.OpenAPI().MarshalJSON() }
