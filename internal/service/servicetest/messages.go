package servicetest

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/store"
)

// ClaimMessages claims due messages, codes first.
func (shop *Shop) ClaimMessages(limit int64) []messaging.ClaimedMessage {
	shop.T.Helper()
	var messages []messaging.ClaimedMessage
	for _, lane := range []messaging.QueueLane{messaging.LaneCodes, messaging.LaneRest} {
		claim, err := shop.Cases.Queue.Claim(context.Background(), messaging.ClaimRequest{
			BusinessID: shop.Business.ID, Lane: lane, Max: limit - int64(len(messages)),
		})
		if err != nil {
			shop.T.Fatalf("taking messages to send: %v", err)
		}
		messages = append(messages, claim.Messages...)
	}
	return messages
}

// FinishMessage records a try.
func (shop *Shop) FinishMessage(m messaging.ClaimedMessage, try messaging.Try) {
	shop.T.Helper()
	if err := shop.Cases.Queue.Finish(context.Background(), m, try); err != nil {
		shop.T.Fatalf("recording how a message went: %v", err)
	}
}

// SendMessages sends the messages that the limits allow. The provider accepts all.
func (shop *Shop) SendMessages() []loyalty.Message {
	shop.T.Helper()
	var messages []loyalty.Message
	for _, message := range shop.ClaimMessages(1000) {
		shop.FinishMessage(message, messaging.Try{Result: messaging.TryAccepted, ProviderID: "wamid." + message.ID})
		messages = append(messages, message.Message)
	}
	return messages
}

// Receive gives messages to the inbox.
func Receive(t testing.TB, cases *service.Service, messages ...messaging.InboundMessage) {
	t.Helper()
	for _, message := range messages {
		if err := cases.Inbox.Receive(t.Context(), message); err != nil {
			t.Fatal(err)
		}
	}
}

// Replies returns replies with their business, oldest first.
func Replies(t testing.TB, town *Town, phone string) []string {
	t.Helper()
	return town.Database.Rows(t, "SELECT business_id, text FROM messages WHERE kind = 'REPLY' AND phone = '"+phone+"' ORDER BY created_at, id")
}

// InboundText returns a customer's message, sent just now.
func InboundText(town *Town, phone, text string) messaging.InboundMessage {
	town.Clock.Advance(time.Second)
	return messaging.InboundMessage{
		Inbound: messaging.Inbound{Phone: phone, At: town.Clock.Now().Truncate(time.Second)},
		ID:      "wamid." + town.Phone(), Text: text,
	}
}

// ShopWithLimits opens a shop with its own WhatsApp limits.
func ShopWithLimits(t testing.TB, change func(*loyalty.WhatsAppLimits)) *Shop {
	t.Helper()
	return NewTown(t).Shop(t, func(b *loyalty.Business) { change(&b.WhatsApp) })
}

// QueueMessages queues one message per kind, a millisecond apart. Before a QR it records consent.
func QueueMessages(t Fataler, shop *Shop, to loyalty.Customer, kinds ...loyalty.MessageKind) {
	t.Helper()
	if slices.Contains(kinds, loyalty.MessageQR) {
		RecordConsent(t, shop, to, true, loyalty.ConsentWhatsApp)
	}
	err := shop.Store.InBusiness(context.Background(), shop.Business.ID, func(tx *store.Tx) error {
		for i, kind := range kinds {
			at := shop.Clock.Now().Add(time.Duration(i) * time.Millisecond)
			id, err := loyalty.IDs{Random: rand.Reader}.Next(at)
			if err != nil {
				return err
			}
			err = tx.Messages().Insert(loyalty.Message{ID: id, CustomerID: to.ID, Phone: to.Phone, Kind: kind, Text: "Hola", CreatedAt: at})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatalf("queueing messages: %v", err)
	}
	shop.Clock.Advance(time.Duration(len(kinds)) * time.Millisecond)
}

// MessageStates returns status, hold and error of each message, oldest first.
func MessageStates(t testing.TB, shop *Shop) string {
	t.Helper()
	rows := shop.Database.Rows(t, `SELECT status, COALESCE(held_by, ''), COALESCE(error, '') FROM messages
		WHERE business_id = '`+shop.Business.ID+`' ORDER BY created_at, id`)
	for i, row := range rows {
		rows[i] = strings.Join(strings.Fields(row), ":")
	}
	return strings.Join(rows, " ")
}
