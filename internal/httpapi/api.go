// Package httpapi is Axioma's HTTP contract: the route table, signing in, the
// types on the wire and how errors become answers. The OpenAPI document
// follows from its Go types.
//
// It decides who may call what. It has no rule of the domain and no SQL: a
// handler decodes, calls package service and encodes.
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

// Options are what an API needs besides its use cases.
type Options struct {
	Log             *slog.Logger
	Limits          *Limits // nil: no limits, for load tests
	TrustProxy      bool    // the peer is our proxy: callers' addresses stand in X-Forwarded-For
	PublicURL       string  // where customers reach us, without trailing slash; empty: as the caller does
	Ready           func(context.Context) error
	ObserveResponse ResponseObserver // nil: nobody is told

	FixedBusiness string // the business of the page /qr; empty: none
	MailFrom      string // the address that e-mails come from; empty: none leave
	Webhook       Webhook
	Passes        Passes

	Backups *Backups // nil: no folder for backups is set up
	// SendTestMail sends an e-mail to try, and returns why it was not taken; nil: no server of
	// mails is set up.
	SendTestMail func(ctx context.Context, to string) (reason string)
	Releases     func() ReleaseState

	// ResponseTimeout is how long people wait for an answer that hangs on the database: who they
	// are, and what they ask, together; 0: four seconds.
	ResponseTimeout time.Duration
}

// API serves everything under /api, and the short addresses.
type API struct {
	cases           *service.Service
	limits          *Limits
	trustProxy      bool
	observeResponse ResponseObserver
	responseTimeout time.Duration // see Options.AnswerWithin
	mux             *http.ServeMux
	huma            huma.API
	problems        problems
	calls
}

// The largest request bodies in bytes. Every request is a small form, but for the
// twenty visits that a device hands over at once.
const (
	maxBody     = 8 << 10
	maxHandover = 64 << 10
)

// New returns the API on a set of use cases.
func New(cases *service.Service, options Options) *API {
	a := &API{
		cases:           cases,
		limits:          options.Limits,
		trustProxy:      options.TrustProxy,
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

// StartDraining makes /api/readyz answer that the server is not ready, so that whoever shares out
// requests sends no more. Everything else goes on.
func (a *API) StartDraining() { a.health.draining.Store(true) }

// EndStreams ends the answers that would go on for ever, so that the server can
// stop. Each is told when to come back: elsewhere, by then.
func (a *API) EndStreams() { a.live.end() }

// contractConfig is huma's configuration without what we do not offer: links
// to schemas inside answers, its pages of documentation, which load scripts of other hosts.
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

// configureOnce guards the settings that huma keeps in package variables.
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
