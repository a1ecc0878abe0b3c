package whatsapp

import (
	"context"
	"log/slog"

	"axioma/internal/service/messaging"
)

// Provider sends messages. Its methods may be called from any goroutine.
type Provider interface {
	// Send tries to send a message and returns how that went. A provider that
	// cannot tell says messaging.TryUnknown: the message may have gone, so it is
	// never tried again.
	Send(ctx context.Context, m messaging.ClaimedMessage) messaging.Try
}

// Log is the provider that writes messages to the server's log, with which the
// whole product works without an account.
type Log struct{ Log *slog.Logger }

// Send writes the message to the log.
func (l Log) Send(ctx context.Context, m messaging.ClaimedMessage) messaging.Try {
	l.Log.InfoContext(ctx, "message", "business", m.BusinessID, "to", m.Phone, "kind", m.Kind, "text", m.Text)
	return messaging.Try{Result: messaging.TryAccepted}
}
