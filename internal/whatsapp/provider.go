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

// Log is the provider that brings messages to nobody, with which the whole product
// works without an account: an operator reads them in the control panel.
type Log struct{ Log *slog.Logger }

// Send writes to the log which message it was; whose, and what it says, is not for it.
func (l Log) Send(ctx context.Context, m messaging.ClaimedMessage) messaging.Try {
	l.Log.InfoContext(ctx, "message", "business", m.BusinessID, "message_id", m.ID, "kind", m.Kind)
	return messaging.Try{Result: messaging.TryAccepted}
}
