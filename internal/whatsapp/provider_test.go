package whatsapp_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/whatsapp"
)

func TestLog_Send_LogsNeitherRecipientNorText(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	provider := whatsapp.Log{Log: slog.New(slog.NewTextHandler(&out, nil))}
	message := messaging.ClaimedMessage{}
	message.ID, message.BusinessID, message.Kind = "m1", "b1", loyalty.MessageOTP
	message.Phone, message.Text = phoneOfAna, "Tu código es 135790"
	if try := provider.Send(t.Context(), message); try.Result != messaging.TryAccepted {
		t.Errorf("sending ended with %v, want TryAccepted", try)
	}
	if logText := out.String(); !strings.Contains(logText, "message_id=m1") || strings.Contains(logText, "600111222") || strings.Contains(logText, "135790") {
		t.Errorf("the log lacks the message, or has the phone or the code: %s", logText)
	}
}
