package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

// Each handler has a deadline, except those that send or receive whole files and the trial mail (isUnbounded).
func TestDeadlines_Routes_HaveOneUnlessUnbounded(t *testing.T) {
	t.Parallel()
	bounded := func(r route) (has bool) {
		probe := withDeadline(r, time.Minute, func(ctx context.Context, _ *noInput) (*noInput, error) {
			_, has = ctx.Deadline()
			return &noInput{}, nil
		})
		if _, err := probe(t.Context(), &noInput{}); err != nil {
			t.Error(err)
		}
		return has
	}
	for _, r := range table() {
		if want := !isUnbounded(r); bounded(r) != want {
			t.Errorf("%s has a deadline = %t, want %t", r, !want, want)
		}
	}
}

func isUnbounded(r route) bool {
	if strings.HasSuffix(r.path, "/export") {
		return true
	}
	unboundedRoutes := map[string][]string{
		http.MethodGet:  {"/customers/qr-labels.pdf", "/activity/file"},
		http.MethodPost: {"/cp/mail/trial", "/imports", "/imports/copy", "/business/restore"},
	}
	return slices.Contains(unboundedRoutes[r.method], r.path)
}

func TestDeadlines_Exceeded_AnswersBusyAndLogsTheCause(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	api := New(s.Cases, Options{Log: s.log()})
	for err, code := range map[error]string{
		context.Canceled:         "BUSY",
		context.DeadlineExceeded: "BUSY",
		fmt.Errorf("%w: %w", loyalty.BusyFor(retryDelay), errors.New("disk full")):           "BUSY",
		fmt.Errorf("%w: %w", loyalty.OutcomeUnknownFor(retryDelay), errors.New("cable cut")): "OUTCOME_UNKNOWN",
	} {
		problem := api.problems.convert(t.Context(), err)
		if problem.status != http.StatusServiceUnavailable || problem.Code != code || problem.GetHeaders().Get("Retry-After") != "2" {
			t.Errorf("%v returns %d %s %v, want 503 with this code and Retry-After 2", err, problem.status, problem.Code, problem.GetHeaders())
		}
		if strings.Contains(problem.Message, "cable") || !strings.Contains(s.logOutput.String(), operatorError{err}.Error()) {
			t.Errorf("%v: the response has the message %q, and the log has %s; want the cause only in the log", err, problem.Message, s.logOutput)
		}
		if strings.Contains(s.logOutput.String(), problem.Message) {
			t.Errorf("the log contains the message of the response: %s", s.logOutput)
		}
	}
}

func TestDeadlines_FrozenDatabase_AnswersBusy(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	patientHandler, hurriedHandler := s.handler, s.apiOn(s.Cases, nil, func(o *Options) { o.ResponseTimeout = 100 * time.Millisecond })
	ana := s.Customer("Ana")
	s.troubled = true
	s.handler = hurriedHandler
	thaw := s.Database.Freeze(s.t)
	visit := "/customers/" + ana.ID + "/visits"
	refusal := s.callWith(asBarber, "k1", visit, "").has(http.StatusServiceUnavailable, `"BUSY"`, "este intento no ha guardado nada")
	if refusal.header.Get("Retry-After") == "" {
		t.Error("the response has no Retry-After")
	}
	s.call(asAnonymous, http.MethodGet, "/healthz", "").has(http.StatusOK)
	s.call(asAnonymous, http.MethodGet, "/readyz", "").has(http.StatusServiceUnavailable, "NOT_READY")
	thaw()
	s.handler = patientHandler
	s.callWith(asBarber, "k1", visit, "").has(http.StatusCreated, `"count":1`)
	s.call(asAnonymous, http.MethodGet, "/readyz", "").has(http.StatusOK)
}
