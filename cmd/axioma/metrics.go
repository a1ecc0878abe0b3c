package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"axioma/internal/httpapi"
	"axioma/internal/mailing"
	"axioma/internal/metrics"
	"axioma/internal/pushing"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/passes"
	"axioma/internal/store"
	"axioma/internal/whatsapp"
)

type measuredParts struct {
	st     *store.Store
	cases  *service.Service
	worker *whatsapp.Worker
	mailer *mailing.Worker // nil: no mail server
	pusher *pushing.Worker
	passes httpapi.Passes
}

type metricsServer struct {
	observeResponse httpapi.ResponseObserver // nil: no metrics
	end             func()
}

func (s serveCommand) measure(log *slog.Logger, parts measuredParts) (metricsServer, error) {
	if s.Metrics == "" {
		return metricsServer{end: func() {}}, nil
	}
	listener, err := net.Listen("tcp", s.Metrics)
	if err != nil {
		return metricsServer{}, fmt.Errorf("listening for metrics: %w", err)
	}
	m := metrics.New(parts.server())
	server := newServer(m.Handler(), log)
	serverEnd := make(chan struct{})
	go func() {
		defer close(serverEnd)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("serving metrics failed", "error", err)
		}
	}()
	log.Info("metrics", "address", listener.Addr().String())
	return metricsServer{observeResponse: m.ObserveRequest, end: func() {
		if err := server.Close(); err != nil {
			log.Warn("closing the metrics server failed", "error", err)
		}
		<-serverEnd
	}}, nil
}

func (p measuredParts) server() metrics.Source {
	tries := map[string]func() uint64{}
	for _, result := range messaging.TryResults() {
		tries[result.String()] = func() uint64 { return p.worker.TryCount(result) }
	}
	pushes := map[metrics.PushResult]func() uint64{}
	for _, vendor := range p.pusher.Vendors() {
		for _, result := range passes.PushResults() {
			pushes[metrics.PushResult{Vendor: string(vendor), Result: result.String()}] = func() uint64 { return p.pusher.TryCount(vendor, result) }
		}
	}
	mails := map[string]func() uint64{}
	if p.mailer != nil {
		for _, result := range service.MailResults() {
			mails[result.String()] = func() uint64 { return p.mailer.TryCount(result) }
		}
	}
	return metrics.Source{
		Version: version(), Database: p.st.Engine(),
		Stats: p.st.Stats, Survey: p.st.Survey, Ready: p.st.Ready,
		Visits: p.cases.Visits.Counts, Streams: p.cases.Live.ListenerCount, Failing: p.cases.Counts.FailingCount, Limits: p.cases.LimitHits.Counts, Tries: tries,
		Mails: mails, Pushes: pushes, PassEnds: p.passes.ExpiresAt(), TokenEnds: p.tokenEnds,
	}
}

func (p measuredParts) tokenEnds(ctx context.Context) time.Time {
	token, err := p.cases.Tokens.State(ctx)
	if err != nil {
		return time.Time{}
	}
	return token.ExpiresAt
}
