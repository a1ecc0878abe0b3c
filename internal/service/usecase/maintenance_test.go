package usecase_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"axioma/internal/service/usecase"
)

func TestRunPeriodically_Woken_RunsAtOnce(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	woken, ran := make(chan struct{}), make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		usecase.RunPeriodically(ctx, slog.New(slog.DiscardHandler), usecase.PeriodicTask{
			Name: "test", Every: time.Hour, Woken: woken,
			Run: func(context.Context) error { ran <- struct{}{}; return nil },
		})
	}()
	<-ran // First is zero, so it runs at once
	woken <- struct{}{}
	<-ran
	cancel()
	<-ended
}
