package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

const (
	// defaultResponseTimeout is Options.AnswerWithin where nothing else is said.
	defaultResponseTimeout = 4 * time.Second
	// retryDelay is when to try again what nobody has more to say about.
	retryDelay = 2 * time.Second
)

// withAuthDeadline is the context of finding out who calls. It ends in time, and done
// returns the former one, which knows how much of the time is spent. The body
// comes between that and the act, and slow lines take theirs.
func (a *API) withAuthDeadline(ctx huma.Context) (hurried huma.Context, done func() huma.Context) {
	begun := time.Now()
	limited, cancel := context.WithTimeout(ctx.Context(), a.responseTimeout)
	return huma.WithContext(ctx, limited), func() huma.Context {
		cancel()
		return huma.WithValue(ctx, elapsedKey, time.Since(begun))
	}
}

// withDeadline is the handler of a route. Unless it may take as long as it takes,
// its context ends in time; what it answers with may stream on after that.
func withDeadline[I, O any](r route, within time.Duration, h handler[I, O]) handler[I, O] {
	if r.hasNoDeadline {
		return h
	}
	return func(ctx context.Context, in *I) (*O, error) {
		spent, _ := ctx.Value(elapsedKey).(time.Duration)
		ctx, cancel := context.WithTimeout(ctx, within-spent)
		defer cancel()
		return h(ctx, in)
	}
}

// logOverload writes into the log why people were told to come again.
func (p problems) logOverload(ctx context.Context, problem *Problem, err error) {
	if problem.status == http.StatusServiceUnavailable && problem.Code != notReady {
		p.log.WarnContext(ctx, "could not answer", "code", problem.Code, "error", operatorError{err})
	}
}
