package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"axioma/internal/service"
)

const (
	// heartbeatInterval keeps proxies from closing quiet streams. Each heartbeat also checks the token.
	heartbeatInterval = 15 * time.Second
	liveWriteTimeout  = 10 * time.Second
	// maxRetryDelay spreads reconnections when a server stops: thousands at once would overload the others.
	maxRetryDelay = 3 * time.Second
)

var errCardLost = errors.New("a card could not be read")

const maxConcurrentReads = 2

type liveCalls struct {
	cases     *service.Service
	passes    passCalls
	log       *slog.Logger
	readSlots chan struct{}
	stop      sync.Once
	stopping  chan struct{}
}

func newLiveCalls(cases *service.Service, passes passCalls, log *slog.Logger) *liveCalls {
	return &liveCalls{cases: cases, passes: passes, log: log, readSlots: make(chan struct{}, maxConcurrentReads), stopping: make(chan struct{})}
}

func (c *liveCalls) end() { c.stop.Do(func() { close(c.stopping) }) }

const eventStream = "text/event-stream"

// CardEvent is an event of the portal's stream.
type CardEvent struct {
	Event string         `json:"event" enum:"card"`
	Data  PortalCustomer `json:"data" doc:"The caller's card, at once and after each change"`
}

type liveOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Buffering    string `header:"X-Accel-Buffering"`
	Body         func(huma.Context)
}

func (c *liveCalls) follow(ctx context.Context, _ *noInput) (*liveOutput, error) {
	listener, err := c.cases.Live.Listen(ctx, portalUser(ctx))
	if err != nil {
		return nil, err
	}
	return &liveOutput{
		ContentType: eventStream, CacheControl: "no-store", Buffering: "no",
		Body: func(hctx huma.Context) {
			defer c.cases.Live.StopListening(listener)
			request, writer := humago.Unwrap(hctx)
			token, err := bearer(hctx)
			if err == nil {
				err = c.stream(request.Context(), liveStream{listener: listener, token: token, out: writer})
			}
			if err != nil {
				c.log.DebugContext(request.Context(), "portal stream ended", "cause", err)
			}
		},
	}, nil
}

type liveStream struct {
	listener   *service.Listener
	token      string
	out        http.ResponseWriter
	sentDigest [sha256.Size]byte // checksum of the last card
}

// stream sends the card at each change until the client disconnects, the token expires or the server stops.
func (c *liveCalls) stream(ctx context.Context, s liveStream) error {
	// A stream outlasts the read deadline of other requests.
	if err := ifSupported(http.NewResponseController(s.out).SetReadDeadline(time.Time{})); err != nil {
		return fmt.Errorf("opening a stream: %w", err)
	}
	pulse := time.NewTicker(heartbeatInterval)
	defer pulse.Stop()
	for {
		if err := c.sendCard(ctx, &s); err != nil {
			return err
		}
		select {
		case <-s.listener.Changed:
		case <-pulse.C:
			if err := s.write([]byte(": \n\n")); err != nil {
				return err
			}
		case <-s.listener.Ended:
			return nil
		case <-c.stopping:
			return s.sendRetry()
		case <-ctx.Done():
			return nil
		}
	}
}

func (c *liveCalls) sendCard(ctx context.Context, s *liveStream) error {
	card, err := c.readCard(ctx, s.token)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(card)
	if sum == s.sentDigest {
		return nil
	}
	s.sentDigest = sum
	return s.write(fmt.Appendf(nil, "event: card\ndata: %s\n\n", card))
}

// readCard returns the card as JSON. It limits concurrent reads, so that a change for all customers does not delay the
// counter. Its own goroutine keeps the stream's stack small.
func (c *liveCalls) readCard(ctx context.Context, token string) ([]byte, error) {
	select {
	case c.readSlots <- struct{}{}:
		defer func() { <-c.readSlots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	type reading struct {
		card []byte
		err  error
	}
	read := make(chan reading, 1)
	go func() {
		r := reading{err: errCardLost}
		defer func() {
			if cause := recover(); cause != nil {
				c.log.ErrorContext(ctx, "panic while reading a card", "cause", cause, "stack", string(debug.Stack()))
			}
			read <- r
		}()
		r.card, r.err = c.cardOf(ctx, token)
	}()
	r := <-read
	return r.card, r.err
}

func (c *liveCalls) cardOf(ctx context.Context, token string) ([]byte, error) {
	user, err := c.cases.Portal.Authenticate(ctx, token)
	if err != nil {
		return nil, err
	}
	own, err := c.cases.SelfService.Card(ctx, user)
	if err != nil {
		return nil, err
	}
	customer, err := portalCustomerOf(ctx, own, c.passes)
	if err != nil {
		return nil, err
	}
	card, err := json.Marshal(customer)
	if err != nil {
		return nil, fmt.Errorf("encoding a card: %w", err)
	}
	return card, nil
}

func (s *liveStream) sendRetry() error {
	return s.write(fmt.Appendf(nil, "retry: %d\n\n", 1+rand.Int64N(maxRetryDelay.Milliseconds())))
}

func (s *liveStream) write(event []byte) error {
	control := http.NewResponseController(s.out)
	if err := ifSupported(control.SetWriteDeadline(time.Now().Add(liveWriteTimeout))); err != nil {
		return fmt.Errorf("writing to a stream: %w", err)
	}
	if _, err := s.out.Write(event); err != nil {
		return fmt.Errorf("writing to a stream: %w", err)
	}
	return control.Flush()
}
