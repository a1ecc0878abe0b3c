// Package httpapi is Axioma's HTTP API: the route table, authentication, the wire types and the mapping of errors to
// responses. The OpenAPI document is generated from its Go types.
//
// It decides who may call what. It has no domain rules and no SQL: a handler decodes, calls package service and
// encodes.
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
	Limits          *Limits // nil: no limits, for load tests
	TrustProxy      bool    // behind our proxy: X-Forwarded-For has the callers' addresses
	PublicURL       string  // without trailing slash; empty: the URL that the caller uses
	Ready           func(context.Context) error
	ObserveResponse ResponseObserver // may be nil

	FixedBusiness string // the business of the page /qr; empty: none
	MailFrom      string // the sender's address; empty: no e-mails
	Webhook       Webhook
	Passes        Passes

	Backups *Backups // nil: no backup folder
	// SendTestMail sends a test e-mail and returns why it was refused; nil without a mail server.
	SendTestMail func(ctx context.Context, to string) (reason string)
	Releases     func() ReleaseState

	// ResponseTimeout limits authentication and use case together; 0: four seconds.
	ResponseTimeout time.Duration
	// RefusalTimeout is how long a restore may take to be refused with a status instead of in its lines; 0: a second.
	RefusalTimeout time.Duration
}

// API serves everything under /api, and the short addresses.
type API struct {
	cases           *service.Service
	limits          *Limits
	trustProxy      bool
	publicURL       string                      // see Options.PublicURL
	crossOrigin     *http.CrossOriginProtection // refuses writes for pages of other origins
	observeResponse ResponseObserver
	responseTimeout time.Duration // see Options.ResponseTimeout
	mux             *http.ServeMux
	huma            huma.API
	problems        problems
	calls
}

// The largest request bodies in bytes. A handover has up to twenty visits.
const (
	maxBody     = 8 << 10
	maxHandover = 64 << 10
)

// New returns the API of the use cases.
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

// StartDraining makes /api/readyz fail, so that a load balancer sends no more requests. All other calls still work.
func (a *API) StartDraining() { a.health.draining.Store(true) }

// EndStreams ends all streams, so that the server can stop. Each client gets a retry delay.
func (a *API) EndStreams() { a.live.end() }

// contractConfig is huma's configuration without schema links and documentation pages: these load scripts of other
// hosts.
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

// configureOnce guards huma's package variables.
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

// ServeHTTP answers a request under /api, or for a short address.
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

// OpenAPI returns the contract as an OpenAPI 3.1 document in JSON.
func (a *API) OpenAPI() ([]byte, error) { return a.huma.OpenAPI().MarshalJSON() }
