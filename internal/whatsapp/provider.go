package whatsapp

import (
	"context"
	"log/slog"

	"axioma/internal/service/messaging"
)

// Provider sends messages and is safe for concurrent use.
type Provider interface {
	// Send returns messaging.TryUnknown if the message may have been accepted: it is never retried.
	Send(ctx context.Context, m messaging.ClaimedMessage) messaging.Try
}

// Log is a provider that sends nothing. The control panel shows the messages.
type Log struct{ Log *slog.Logger }

// Send returns an accepted try. It logs neither recipient nor text.
func (l Log) Send(ctx context.Context, m messaging.ClaimedMessage) messaging.Try {
	l.Log.InfoContext(ctx, "message", "business", m.BusinessID, "message_id", m.ID, "kind", m.Kind)
	return messaging.Try{Result: messaging.TryAccepted}
}
