package whatsapp_test

import (
	"context"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/store/storetest"
	"axioma/internal/traces"
	"axioma/internal/traces/tracestest"
	"axioma/internal/whatsapp"
)

type refusingProvider chan messaging.ClaimedMessage

func (r refusingProvider) Send(_ context.Context, m messaging.ClaimedMessage) messaging.Try {
	r <- m
	return messaging.Try{Result: messaging.TryRejected, Error: "no a " + phoneOfAna}
}

func TestWorker_Try_IsTraced(t *testing.T) {
	t.Parallel()
	collector := tracestest.New(t)
	tracer, err := traces.New(t.Context(), traces.Options{Endpoint: collector.URL, Log: quietLog()})
	if err != nil {
		t.Fatal(err)
	}
	house := newFixture(t, storetest.New(t))
	house.business("uno", loyalty.DefaultWhatsAppLimits())
	house.queue("uno", loyalty.MessageReply, 0, 1)
	provider := make(refusingProvider)
	ctx, stop := context.WithCancel(tracer.NewContext(t.Context()))
	worker, done := whatsapp.NewWorker(house.cases.Queue, provider, quietLog(), time.Minute), make(chan struct{})
	go func() { defer close(done); worker.Run(ctx) }()
	<-provider
	stop()
	<-done
	if err := tracer.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	var try tracestest.Span
	for _, span := range collector.Spans() {
		if span.Parent == "" {
			try = span
		}
		names[span.Name] = span.Parent
	}
	if len(try.Attributes) != 2 || try.Name != "try to send" || try.Attributes["axioma.message.kind"] != "REPLY" || try.Attributes["axioma.message.result"] != "never" {
		t.Errorf("the span of the try is %+v, want the attributes of a reply", try)
	}
	if names["provider"] != try.ID || names["database write"] != try.ID || try.Extras > 0 {
		t.Errorf("the spans below the try are wrong: %+v", collector.Spans())
	}
}
