package main

import (
	"context"
	"log/slog"
	"time"

	"axioma/internal/traces"
)

const traceFlushTimeout = 3 * time.Second

// trace returns a function that ends the tracer within the time of a shutdown.
func (s serveCommand) trace(ctx context.Context, log *slog.Logger) (tracer *traces.Tracer, end func(), err error) {
	to := s.Traces.URL()
	if to == "" {
		return nil, func() {}, nil
	}
	tracer, err = traces.New(ctx, traces.Options{Endpoint: to, Version: version(), Log: log})
	if err != nil {
		return nil, nil, err
	}
	log.Info("sending traces")
	stopping, forget := delayCancel(ctx, s.Drain+shutdownTimeout)
	return tracer, func() {
		defer forget()
		inTime, cancel := context.WithTimeout(stopping, traceFlushTimeout)
		defer cancel()
		if err := tracer.Shutdown(inTime); err != nil {
			log.Warn("traces", "error", err)
		}
	}, nil
}

func delayCancel(ctx context.Context, long time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(long, cancel) })
	return late, func() { stop(); cancel() }
}
