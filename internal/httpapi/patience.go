package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

const (
	// answeredWithin is Options.AnswerWithin where nothing else is said.
	answeredWithin = 4 * time.Second
	// busyFor is when to try again what nobody has more to say about.
	busyFor = 2 * time.Second
)

// inTime is the context of finding out who calls. It ends in time, and done
// returns the former one, which knows how much of the time is spent. The body
// comes between that and the act, and slow lines take theirs.
func (a *API) inTime(ctx huma.Context) (hurried huma.Context, done func() huma.Context) {
	begun := time.Now()
	limited, cancel := context.WithTimeout(ctx.Context(), a.within)
	return huma.WithContext(ctx, limited), func() huma.Context {
		cancel()
		return huma.WithValue(ctx, spentKey, time.Since(begun))
	}
}

// hurrying is the handler of a route. Unless it may take as long as it takes,
// its context ends in time; what it answers with may stream on after that.
func hurrying[I, O any](r route, within time.Duration, h handler[I, O]) handler[I, O] {
	if r.endless {
		return h
	}
	return func(ctx context.Context, in *I) (*O, error) {
		spent, _ := ctx.Value(spentKey).(time.Duration)
		ctx, cancel := context.WithTimeout(ctx, within-spent)
		defer cancel()
		return h(ctx, in)
	}
}

// noteTrouble writes into the log why people were told to come again.
func (p problems) noteTrouble(ctx context.Context, problem *Problem, err error) {
	if problem.status == http.StatusServiceUnavailable && problem.Code != notReady {
		p.log.WarnContext(ctx, "could not answer", "code", problem.Code, "error", technical{err})
	}
}
