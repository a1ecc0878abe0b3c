package messaging_test

import (
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// Spec: calls-28
func TestSendQR_IsQueuedAndClaimedOnce(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	servicetest.RecordConsent(t, shop, ana, true, loyalty.ConsentWhatsApp)
	for _, want := range []string{"", "Ya hay un envío en cola para este cliente."} {
		if reason, err := shop.Cases.Messages.SendQR(t.Context(), shop.Admin, ana.ID, ""); err != nil || reason != want {
			t.Errorf("sending: %q (%v), want %q", reason, err, want)
		}
	}
	sentMessages := shop.SendMessages()
	if len(sentMessages) != 1 || sentMessages[0].Phone != ana.Phone {
		t.Fatalf("the messages sent are %+v, want one", sentMessages)
	}
	if again := shop.SendMessages(); len(again) != 0 {
		t.Errorf("the message was sent again: %+v, want none", again)
	}
	messages, err := shop.Cases.Messages.List(t.Context(), messaging.MessageFilter{}, usecase.ListRequest{Limit: 10, Search: ana.Phone})
	if err != nil || messages.Total != 1 || messages.Items[0].ID != sentMessages[0].ID {
		t.Errorf("the listed messages are %+v (%v), want the one that was sent", messages, err)
	}
	shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true}})
	if reason, err := shop.Cases.Messages.SendQR(t.Context(), shop.Admin, ana.ID, ""); err != nil || reason != "El cliente no tiene teléfono." {
		t.Errorf("sending without a phone gives %q (%v), want the missing phone", reason, err)
	}
}
